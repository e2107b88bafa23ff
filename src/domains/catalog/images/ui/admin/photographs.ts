import { isHeicFile, MAX_IMAGE_BYTES } from '#shared/image-rules.ts';
import { formatCount } from '#shared/plural.ts';
import { inflateEntry, readDirectory, UnreadableArchive } from '../../../import/zip-archive.ts';
import { crc32, type NamedFile, type Unmatched } from '../../photograph-match.ts';
import { Refused } from './transfer-queue.ts';

/** A photograph of a folder or archive, read when it is sent. */
export interface Photograph extends NamedFile {
  read: () => Promise<File>;
  /** Its length in bytes and CRC-32: of an archive without inflating it. */
  content: () => Promise<{ size: number; crc: number }>;
}

export const MAX_PHOTOGRAPHS = 100_000;
/** A camera's file; larger ones are no photographs. */
const MAX_BYTES = 40 * 1024 * 1024;
/** The shop stores at most this many pixels of a side. */
const MAX_SIDE = 3200;

const TYPES: Record<string, string> = {
  ...{ jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', webp: 'image/webp', gif: 'image/gif' },
  ...{ avif: 'image/avif', heic: 'image/heic', heif: 'image/heif' },
};
const typeOf = (path: string) => TYPES[/\.([^.]+)$/.exec(path)?.[1]?.toLowerCase() ?? ''];

/** Files that systems put beside others. */
const isJunk = (path: string) =>
  /(?:^|[\\/])(?:\.[^\\/]*|__MACOSX|Thumbs\.db|desktop\.ini)(?:[\\/]|$)/i.test(path) || /[\\/]$/.test(path);

const isZip = ({ name, type }: File) => /\.zip$/i.test(name) || type === 'application/zip';

async function contentOf(file: Blob): Promise<{ size: number; crc: number }> {
  let crc = 0;
  const reader = file.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) crc = crc32(part.value, crc);
  return { size: file.size, crc };
}

const nameOf = (path: string) => path.split(/[\\/]/).pop()!;

/** The photographs of an archive, by its directory. Throws UnreadableArchive. */
async function listArchive(archive: File): Promise<(Photograph & { size: number })[]> {
  const entries = await readDirectory(archive, { maxEntries: MAX_PHOTOGRAPHS, kind: 'photographs' });
  return [...entries.values()].map((entry) => ({
    path: entry.name,
    size: entry.size,
    content: async () => ({ size: entry.size, crc: entry.crc }),
    async read() {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      try {
        for await (const chunk of inflateEntry(archive, entry, MAX_BYTES)) chunks.push(chunk);
      } catch (error) {
        throw error instanceof UnreadableArchive ? new Refused(error.message) : error;
      }
      return new File(chunks, nameOf(entry.name), { type: typeOf(entry.name)! });
    },
  }));
}

/** The photographs among files and in archives, in the order of their names, and what is none. */
export async function listPhotographs(
  files: readonly File[],
): Promise<{ photographs: Photograph[]; rest: Unmatched<NamedFile>[] }> {
  const photographs: Photograph[] = [];
  const rest: Unmatched<NamedFile>[] = [];
  const take = (found: readonly (Photograph & { size: number })[]) => {
    for (const file of found) {
      const reason = !typeOf(file.path)
        ? 'It is no image'
        : file.size === 0
          ? 'It is empty'
          : file.size > MAX_BYTES
            ? 'It is larger than 40 MB'
            : photographs.length === MAX_PHOTOGRAPHS
              ? `More than ${formatCount(MAX_PHOTOGRAPHS)} photographs`
              : undefined;
      if (isJunk(file.path)) continue;
      if (reason) rest.push({ file, reason });
      else photographs.push(file);
    }
  };
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    if (isZip(file)) {
      const found = await listArchive(file).catch((error: unknown) => {
        const reason = error instanceof UnreadableArchive ? error.message : 'The file could not be read.';
        rest.push({ file: { path }, reason });
        return [];
      });
      take(found);
      continue;
    }
    const read = async () =>
      file.type === typeOf(path) ? file : new File([file], file.name, { type: typeOf(path)! });
    take([{ path, size: file.size, read, content: () => contentOf(file) }]);
  }
  const { compare } = new Intl.Collator('en', { numeric: true });
  // 'ABC-12.jpg' before 'ABC-12 (2).jpg' and 'ABC-12_3.jpg'.
  const orderOf = ({ path }: NamedFile) =>
    path
      .replace(/\.[^.\\/]*$/, '')
      .replace(/[\s()_.-]+/g, ' ')
      .trim();
  photographs.sort((one, other) => compare(orderOf(one), orderOf(other)));
  return { photographs, rest };
}

let lastFit: Promise<unknown> = Promise.resolve();

/**
 * A photograph of 5 MB or more as a JPEG of the size that the shop stores, one at a time: a camera's has 200 MB in
 * memory. Throws Refused if this browser cannot open it.
 */
export function fitPhotograph(file: File): Promise<File> {
  if (file.size < MAX_IMAGE_BYTES) return Promise.resolve(file);
  const fit = lastFit.then(() => shrink(file));
  lastFit = fit.catch(() => {});
  return fit;
}

async function shrink(file: File): Promise<File> {
  const refused = () =>
    new Refused(
      isHeicFile(file)
        ? 'It is larger than 5 MB, and this browser cannot open HEIC'
        : 'It is larger than 5 MB and cannot be opened',
    );
  const bitmap = await createImageBitmap(file).catch(() => {
    throw refused();
  });
  const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparency: white, as in the JPEGs of the shop. What is not drawn would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.92));
  canvas.width = 0;
  if (!blob || blob.size >= MAX_IMAGE_BYTES) throw refused();
  return new File([blob], file.name.replace(/\.[^.]*$/, '.jpg'), { type: 'image/jpeg' });
}
