// Reads single parts of a ZIP archive with the platform's own inflater, within limits that the archive cannot choose. Of
// a file on disk only the parts that are read are in memory, so an archive may have any size (ZIP64).

/** An archive that cannot be read, with the reason as a sentence for the user. */
export class UnreadableArchive extends Error {}

/** A file, of which parts are read. */
export type Archive = Pick<Blob, 'size' | 'slice'>;

export interface ZipEntry {
  name: string;
  /** Inflated, as the archive states it. */
  size: number;
  packedSize: number;
  isPacked: boolean;
  offset: number;
  /** Of the content, as the archive states it. */
  crc: number;
}

/** A workbook has some dozens; an archive of the maximum is no spreadsheet. */
const MAX_ENTRIES = 5_000;
const [END_LENGTH, LOCATOR_LENGTH, END64_LENGTH] = [22, 20, 56];
const MAX_COMMENT = 65_535;
/** Of each entry: its name, and fields that no program fills with more. */
const MAX_ENTRY_LENGTH = 1_000;
const [END, DIRECTORY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50];
const [LOCATOR, END64] = [0x07064b50, 0x06064b50];
const [IN_ZIP64_16, IN_ZIP64_32] = [0xffff, 0xffffffff];

const damaged = () => new UnreadableArchive('The file is damaged. Save it again and choose the new file.');

const tooLarge = () => new UnreadableArchive('The file is too large. Please split it into several files.');

async function viewOf(archive: Archive, start: number, end: number): Promise<DataView<ArrayBuffer>> {
  if (start < 0 || end > archive.size || end < start) throw damaged();
  return new DataView(await archive.slice(start, end).arrayBuffer());
}

/** A number of 64 bits; above what a file can have it is a lie. */
function readLong(view: DataView, at: number): number {
  const value = at + 8 > view.byteLength ? -1 : Number(view.getBigUint64(at, true));
  if (!Number.isSafeInteger(value) || value < 0) throw damaged();
  return value;
}

/** Where the directory is, and how many entries it has. */
async function findDirectory(archive: Archive): Promise<{ count: number; start: number; length: number }> {
  const from = Math.max(0, archive.size - END_LENGTH - MAX_COMMENT);
  const tail = await viewOf(archive, from, archive.size);
  let at = tail.byteLength - END_LENGTH;
  while (at >= 0 && tail.getUint32(at, true) !== END) at--;
  if (at < 0) throw damaged();
  const [count, length, start] = [
    tail.getUint16(at + 10, true),
    tail.getUint32(at + 12, true),
    tail.getUint32(at + 16, true),
  ];
  if (count !== IN_ZIP64_16 && length !== IN_ZIP64_32 && start !== IN_ZIP64_32)
    return { count, start, length };
  const locator = await viewOf(archive, from + at - LOCATOR_LENGTH, from + at).catch(() => undefined);
  // Without it the numbers are what they seem.
  if (locator?.getUint32(0, true) !== LOCATOR) return { count, start, length };
  const end64 = readLong(locator, 8);
  const view = await viewOf(archive, end64, end64 + END64_LENGTH);
  if (view.getUint32(0, true) !== END64) throw damaged();
  return { count: readLong(view, 32), length: readLong(view, 40), start: readLong(view, 48) };
}

/** The numbers of an entry that its fields of 32 bits have no room for, in their order. */
function readZip64(
  view: DataView,
  { start, end }: { start: number; end: number },
  numbers: number[],
): number[] {
  if (!numbers.includes(IN_ZIP64_32)) return numbers;
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue;
    let field = at + 4;
    return numbers.map((number) => {
      if (number !== IN_ZIP64_32) return number;
      field += 8;
      return readLong(view, field - 8);
    });
  }
  return numbers;
}

/** The entries of an archive by name; `kind` completes 'too many parts to be …'. Throws UnreadableArchive. */
export async function readDirectory(
  archive: Archive,
  { maxEntries = MAX_ENTRIES, kind = 'a spreadsheet' } = {},
): Promise<Map<string, ZipEntry>> {
  const { count, start, length } = await findDirectory(archive);
  const tooMany = () => new UnreadableArchive(`The file has too many parts to be ${kind}.`);
  if (count > maxEntries || length > maxEntries * MAX_ENTRY_LENGTH) throw tooMany();
  const view = await viewOf(archive, start, start + length);
  const entries = new Map<string, ZipEntry>();
  let [at, read] = [0, 0];
  // Some programs write more parts than a number of 16 bits counts, without ZIP64: 65,536 are stated as none.
  while (read < count || (at + 4 <= length && view.getUint32(at, true) === DIRECTORY)) {
    if (++read > maxEntries) throw tooMany();
    if (at + 46 > length || view.getUint32(at, true) !== DIRECTORY) throw damaged();
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
      view.getUint16(at + field, true),
    ) as [number, number, number];
    const extra = { start: at + 46 + nameLength, end: at + 46 + nameLength + extraLength };
    if (extra.end > length) throw damaged();
    const name = new TextDecoder().decode(new Uint8Array(view.buffer, at + 46, nameLength));
    if ((view.getUint16(at + 8, true) & 1) !== 0) {
      throw new UnreadableArchive('The file is protected by a password. Save it without one.');
    }
    const method = view.getUint16(at + 10, true);
    // Nothing is written by these names, but no program writes them without intent.
    if (name.split(/[\\/]/).includes('..') || (method !== 0 && method !== 8)) throw damaged();
    const [size, packedSize, offset] = readZip64(
      view,
      extra,
      [24, 20, 42].map((field) => view.getUint32(at + field, true)),
    ) as [number, number, number];
    const crc = view.getUint32(at + 16, true);
    if (!entries.has(name))
      entries.set(name, { name, size, packedSize, isPacked: method === 8, offset, crc });
    at = extra.end + commentLength;
  }
  if ((read - count) % (IN_ZIP64_16 + 1) !== 0) throw damaged();
  return entries;
}

/** The packed bytes of an entry, inflated chunk by chunk. Throws UnreadableArchive above `maxBytes`. */
export async function* inflateEntry(
  archive: Archive,
  { offset, size, packedSize, isPacked }: ZipEntry,
  maxBytes: number,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (size > maxBytes) throw tooLarge();
  const local = await viewOf(archive, offset, offset + 30);
  if (local.getUint32(0, true) !== LOCAL) throw damaged();
  const start = offset + 30 + local.getUint16(26, true) + local.getUint16(28, true);
  if (start + packedSize > archive.size) throw damaged();
  const packed = archive.slice(start, start + packedSize).stream();
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
