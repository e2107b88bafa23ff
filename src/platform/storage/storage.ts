/** What is kept of a file besides its bytes. */
export interface StoredFile {
  /** Bucket and name: `product-images/<product>/<time>.jpg`. */
  path: string;
  /** Bytes. */
  size: number;
  contentType: string;
  modified: Date;
}

export type Bytes = Uint8Array | AsyncIterable<Uint8Array>;

/** Where files of the shop lie. Every function throws BadStoragePath for a path that cannot be one. */
export interface Storage {
  /** Writes the whole file or nothing; a file of that path is replaced. */
  put(path: string, bytes: Bytes, options: { contentType: string }): Promise<StoredFile>;
  /** The stream must be read or cancelled. */
  get(path: string): Promise<(StoredFile & { stream: ReadableStream<Uint8Array> }) | null>;
  stat(path: string): Promise<StoredFile | null>;
  /** The files below a folder, by path, at most `limit` (100). */
  list(folder: string, limit?: number): Promise<StoredFile[]>;
  /** All of them in the same order, read as they are asked for: a folder may hold a hundred thousand. */
  walk(folder: string): AsyncIterable<StoredFile>;
  /** True when there was one. */
  delete(path: string): Promise<boolean>;
  /** The address a browser reads it at. */
  publicAddress(path: string): string;
}

export const BUCKETS = ['product-images', 'hero_slides', 'category-images'] as const;

/** The one file outside the buckets: shown where a product has no image. */
const ROOT_FILES: readonly string[] = ['placeholder.jpg'];

const TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  avif: 'image/avif',
};

/** CONST: a list without a limit has so many items. */
const LIST_LIMIT = 100;
/** An image may be kept for an hour by whoever reads it. */
export const CACHE_CONTROL = 'public, max-age=3600';

export class BadStoragePath extends Error {
  override readonly name = 'BadStoragePath';
}

/** The content type that a path's ending stands for; null when such files are not kept. */
export function contentTypeOf(path: string): string | null {
  const shutdown = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  return Object.hasOwn(TYPES, shutdown) ? TYPES[shutdown]! : null;
}

// It begins with a letter or digit: so there is no '..', no hidden file, no folder of ours.
const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

function segmentsOf(path: string): string[] {
  const segments = path.split('/');
  if (segments.length > 4 || !segments.every((segment) => SEGMENT.test(segment))) {
    throw new BadStoragePath(`Not a path of the storage: ${path.slice(0, 200)}`);
  }
  return segments;
}

const inBucket = ([first = '']: string[]) => (BUCKETS as readonly string[]).includes(first);

/** Its segments, when the path names an image in a bucket or the placeholder. Throws BadStoragePath. */
export function fileSegments(path: string): string[] {
  const segments = segmentsOf(path);
  const isFile = segments.length > 1 ? inBucket(segments) : ROOT_FILES.includes(path);
  if (!isFile || contentTypeOf(path) === null) {
    throw new BadStoragePath(`Not a path of the storage: ${path.slice(0, 200)}`);
  }
  return segments;
}

/** Whether the storage could hold a file of this path. */
export function isFilePath(path: string): boolean {
  try {
    return fileSegments(path).length > 0;
  } catch {
    return false;
  }
}

/** Throws BadStoragePath unless the path's ending stands for this content type. */
export function mustHold(path: string, contentType: string): void {
  if (contentType !== contentTypeOf(path)) {
    throw new BadStoragePath(`${path.slice(0, 200)} cannot hold ${contentType}`);
  }
}

/** The first files of a walk; no more is read than is answered. */
export async function firstOf(files: AsyncIterable<StoredFile>, limit = LIST_LIMIT): Promise<StoredFile[]> {
  const found: StoredFile[] = [];
  if (limit <= 0) return found;
  for await (const file of files) {
    found.push(file);
    if (found.length >= limit) break;
  }
  return found;
}

/** Its segments, when the path names a bucket or a folder in one; a slash at the end is allowed. */
export function folderSegments(path: string): string[] {
  const segments = segmentsOf(path.replace(/\/$/, ''));
  if (!inBucket(segments)) throw new BadStoragePath(`Not a folder of the storage: ${path.slice(0, 200)}`);
  return segments;
}

const PUBLIC = '/uploads/';

export const publicAddressOf = (path: string): string => PUBLIC + path;

/** `/uploads/product-images/a.jpg` → `product-images/a.jpg`; null for an address that is not of the storage. */
export function pathOfAddress(address: string): string | null {
  if (!address.startsWith(PUBLIC)) return null;
  const path = address.slice(PUBLIC.length);
  return isFilePath(path) ? path : null;
}
