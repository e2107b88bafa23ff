import type { MatchedProduct } from './image.contract.ts';

// Which product a photograph belongs to, by the names of its file and of the folders around it.

/** A file that may be an image of a product. */
export interface NamedFile {
  /** With its folders: 'summer/abc-12/front.jpg'. */
  path: string;
}

type Found = Pick<MatchedProduct, 'by' | 'id' | 'name' | 'sku'>;
/** The products of each name that was looked for. */
export type FoundProducts<P extends Found = MatchedProduct> = ReadonlyMap<string, readonly P[]>;

/** A file that belongs to no product, and why. */
export interface Unmatched<F extends NamedFile> {
  file: F;
  reason: string;
}

/** What names the images of one product: '2', '(3)', 'copy', 'front', with what separates it. */
const SUFFIX =
  /(?:\s*\(\d{1,3}\)|[\s_.-]+(?:\d{1,2}|[a-z]|copy|front|back|side|left|right|top|bottom|main|cover|detail|details|close-?up|model))$/i;

/** A name, and what remains of it without its suffixes: 'ABC-12_2' → 'ABC-12_2', 'ABC-12', 'ABC'. */
function namesIn(name: string): string[] {
  const names = [name.trim()];
  for (let rest = names[0]!; SUFFIX.test(rest); names.push(rest)) rest = rest.replace(SUFFIX, '').trim();
  return names.filter((one) => one !== '' && one.length <= 200).slice(0, 4);
}

function namesOf({ path }: NamedFile): { own: string[]; folders: string[][] } {
  const parts = path.split(/[\\/]/).filter((part) => part !== '');
  const file = (parts.pop() ?? '').replace(/\.[^.]*$/, '');
  // The folder next to the file is the most certain.
  return { own: namesIn(file), folders: parts.reverse().slice(0, 4).map(namesIn) };
}

/** All names to look for, each once. */
export const wantedNames = (files: readonly NamedFile[]): string[] => [
  ...new Set(
    files.flatMap((file) => {
      const { own, folders } = namesOf(file);
      return [...own, ...folders.flat()];
    }),
  ),
];

/** The product that has exactly this code, the only one with it but for case and punctuation, or the only name. */
function productOf<P extends Found>(name: string, found: readonly P[]): P | readonly P[] | undefined {
  const bySku = found.filter(({ by }) => by === 'sku');
  const exact = bySku.find(({ sku }) => sku === name);
  if (exact) return exact;
  const some = bySku.length > 0 ? bySku : found;
  return some.length > 1 ? some : some[0];
}

/** The product of the longest name that any has. */
function firstOf<P extends Found>(
  names: readonly string[],
  found: FoundProducts<P>,
): P | readonly P[] | undefined {
  for (const name of names) {
    const product = productOf(name, found.get(name) ?? []);
    if (product) return product;
  }
  return undefined;
}

const isSeveral = <P>(product: P | readonly P[] | undefined): product is readonly P[] =>
  Array.isArray(product);

/**
 * The product of each file. By its own name, else by that of the folder next to it and the ones around that; where name
 * and folder say different products, or several products have a name, nothing is guessed.
 */
export function matchFiles<F extends NamedFile, P extends Found>(
  files: readonly F[],
  found: FoundProducts<P>,
): { matched: { file: F; product: P }[]; rest: Unmatched<F>[] } {
  const matched: { file: F; product: P }[] = [];
  const rest: Unmatched<F>[] = [];
  for (const file of files) {
    const { own, folders } = namesOf(file);
    const byName = firstOf(own, found);
    const byFolder = folders.map((names) => firstOf(names, found)).find((product) => product !== undefined);
    const product = byName ?? byFolder;
    if (isSeveral(product)) {
      rest.push({ file, reason: `Several products have this name, such as ${product[0]!.name}` });
    } else if (!product) {
      rest.push({ file, reason: 'No product has this code or name' });
    } else if (byFolder && !isSeveral(byFolder) && byFolder.id !== product.id) {
      rest.push({ file, reason: `Its name fits ${product.name}, but its folder ${byFolder.name}` });
    } else {
      matched.push({ file, product });
    }
  }
  return { matched, rest };
}

/**
 * The id of a photograph as an image of a product, made of the product, its length in bytes and its CRC-32: the same
 * photograph is never added twice, from whichever folder, archive or browser. Version 8: made by no generator.
 */
export function photographId(productId: string, { size, crc }: { size: number; crc: number }): string {
  const hex = productId.replaceAll('-', '').toLowerCase();
  const mixed = (from: number, number: number) =>
    ((Number.parseInt(hex.slice(from, from + 8), 16) ^ number) >>> 0).toString(16).padStart(8, '0');
  const [head, tail] = [mixed(16, crc), mixed(24, size)];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${head.slice(1, 4)}-${head.slice(4)}${tail}`;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The CRC-32 of bytes, continued from that of the bytes before them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let value = ~before;
  for (const byte of bytes) value = (value >>> 8) ^ TABLE[(value ^ byte) & 0xff]!;
  return ~value >>> 0;
}
