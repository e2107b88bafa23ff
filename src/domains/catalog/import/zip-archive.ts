// Reads single parts of a ZIP archive with the platform's own inflater, within limits that the archive cannot choose.

/** An archive that cannot be read, with the reason as a sentence for the user. */
export class UnreadableArchive extends Error {}

export interface ZipEntry {
  name: string;
  /** Inflated, as the archive states it. */
  size: number;
  packedSize: number;
  isPacked: boolean;
  offset: number;
}

/** A workbook has some dozens; an archive of the maximum is no spreadsheet. */
const MAX_ENTRIES = 5_000;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const [END, DIRECTORY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];

const damaged = () => new UnreadableArchive('The file is damaged. Save it again and choose the new file.');

const tooLarge = () => new UnreadableArchive('The file is too large. Please split it into several files.');

function findEnd(view: DataView): number {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MAX_COMMENT); at--) {
    if (view.getUint32(at, true) === END) return at;
  }
  throw damaged();
}

/** The entries of an archive by name. Throws UnreadableArchive. */
export function readDirectory(bytes: Uint8Array): Map<string, ZipEntry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > MAX_ENTRIES) throw new UnreadableArchive('The file has too many parts to be a spreadsheet.');
  const entries = new Map<string, ZipEntry>();
  let at = view.getUint32(end + 16, true);
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    );
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength!));
    if ((view.getUint16(at + 8, true) & 1) !== 0) {
      throw new UnreadableArchive('The file is protected by a password. Save it without one.');
    }
    const method = view.getUint16(at + 10, true);
    // Nothing is written by these names, but no program writes them without intent.
    if (name.split(/[\\/]/).includes('..') || (method !== 0 && method !== 8)) throw damaged();
    const entry = {
      name,
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      isPacked: method === 8,
      offset: view.getUint32(at + 42, true),
    };
    if (!entries.has(name)) entries.set(name, entry);
    at += 46 + nameLength! + extraLength! + commentLength!;
  }
  return entries;
}

/** The packed bytes of an entry, inflated chunk by chunk. Throws UnreadableArchive above `maxBytes`. */
export async function* inflateEntry(
  bytes: Uint8Array,
  { offset, size, packedSize, isPacked }: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (size > maxBytes) throw tooLarge();
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== LOCAL) throw damaged();
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedSize > bytes.length) throw damaged();
  const packed = new Blob([bytes.subarray(start, start + packedSize) as Uint8Array<ArrayBuffer>]).stream();
  const reader = (isPacked ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).getReader();
  let total = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => {
        throw damaged();
      });
      if (done) return;
      total += value.length;
      // The stated size may be a lie.
      if (total > maxBytes) throw tooLarge();
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
