/** Metadata of a file. */
export interface StoredFile {
  /** Bucket and name: `product-images/<product>/<time>.jpg`. */
  path: string;
  /** Bytes. */
  size: number;
  contentType: string;
  modified: Date;
}

export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** The storage of the shop's files. Every function throws BadStoragePath for an invalid path. */
export interface Storage {
  /** Writes the whole file or nothing; an existing file is replaced. */
  put(path: string, bytes: Bytes, options: { contentType: string }): Promise<StoredFile>;
  /** The stream must be read or cancelled. */
  get(path: string): Promise<(StoredFile & { stream: ReadableStream<Uint8Array> }) | null>;
  stat(path: string): Promise<StoredFile | null>;
  /** The files below a folder, sorted by path, at most `limit` (100). */
  list(folder: string, limit?: number): Promise<StoredFile[]>;
  /** All of them in the same order, read lazily: a folder may have a hundred thousand. */
  walk(folder: string): AsyncIterable<StoredFile>;
  /** True if the file existed. */
  delete(path: string): Promise<boolean>;
}

export const BUCKETS = ['product-images', 'hero_slides', 'category-images'] as const;

/** The only file outside the buckets: shown for a product without an image. */
const ROOT_FILES: readonly string[] = ['placeholder.jpg'];

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

/** CONST: the default limit of a list. */
const LIST_LIMIT = 100;
/** Clients may cache an image for an hour. */
export const CACHE_CONTROL = 'public, max-age=3600';

export class BadStoragePath extends Error {
  override readonly name = 'BadStoragePath';
}

/** The content type of a path's extension; null if it is not allowed. */
export function contentTypeOf(path: string): string | null {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, extension) ? TYPES[extension]! : null;
}

// Starts with a letter or digit: excludes '..', hidden files and internal folders.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  if (segments.length > 4 || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new BadStoragePath(`Not a path of the storage: ${path.slice(0, 200)}`);
  }
  return segments;
}

const inBucket = ([first = '']: string[]) => (BUCKETS as readonly string[]).includes(first);

/** The segments of a path of an image in a bucket or of the placeholder. Throws BadStoragePath. */
export function fileSegments(path: string): string[] {
  const segments = segmentsOf(path);
  const isFile = segments.length > 1 ? inBucket(segments) : ROOT_FILES.includes(path);
  if (!isFile || contentTypeOf(path) === null) {
    throw new BadStoragePath(`Not a path of the storage: ${path.slice(0, 200)}`);
  }
  return segments;
}

/** Whether the storage could contain a file of this path. */
export function isFilePath(path: string): boolean {
  try {
    return fileSegments(path).length > 0;
  } catch {
    return false;
  }
}

/** Throws BadStoragePath unless the path's extension matches the content type. */
export function requireContentType(path: string, contentType: string): void {
  if (contentType !== contentTypeOf(path)) {
    throw new BadStoragePath(`${path.slice(0, 200)} cannot hold ${contentType}`);
  }
}

/** The bytes of a file; null if there is none. */
export async function bytesAt(storage: Pick<Storage, 'get'>, path: string): Promise<Buffer | null> {
  const file = await storage.get(path);
  return file && Buffer.from(await new Response(file.stream).arrayBuffer());
}

/** Changes with the content of a file. */
export const stateOf = ({ path, size, modified }: StoredFile): string =>
  `${path}|${size}|${modified.getTime()}`;

/** The first files of a walk; reads no more than it returns. */
export async function firstOf(files: AsyncIterable<StoredFile>, limit = LIST_LIMIT): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  if (limit <= 0) return found;
  for await (const file of files) {
    found.push(file);
    if (found.length >= limit) break;
  }
  return found;
}

/** The segments of a path of a bucket or a folder in one; a trailing slash is allowed. */
export function folderSegments(path: string): string[] {
  const segments = segmentsOf(path.replace(/\/$/, ''));
  if (!inBucket(segments)) throw new BadStoragePath(`Not a folder of the storage: ${path.slice(0, 200)}`);
  return segments;
}

const PUBLIC = '/uploads/';

/** The URL of a file for browsers. */
export const uploadUrlOf = (path: string): string => PUBLIC + path;

/** `/uploads/product-images/a.jpg` → `product-images/a.jpg`; null for a URL outside the storage. */
export function storagePathOf(url: string): string | null {
  if (!url.startsWith(PUBLIC)) return null;
  const path = url.slice(PUBLIC.length);
  return isFilePath(path) ? path : null;
}
