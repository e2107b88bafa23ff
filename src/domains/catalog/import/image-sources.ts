import { plural } from '#shared/plural.ts';
import { MAX_IMAGES } from '../images/images.ts';
import type { ParsedRow } from './csv-products.ts';
import type { ProductMatch } from './import.contract.ts';
import { comparedCells, type PlannedRow } from './import-plan.ts';
import { IMPORT_KEYS, type ImportKey } from './product-csv.ts';

/** The images of a product in a file. */
export interface ImageSource {
  name: string;
  /** What the product is recognised by. */
  keys: { id?: string; sku?: string; name?: string };
  urls: string[];
}

/** The images of a file's products, without those that have none or are wrong. */
export const imageSources = (rows: readonly ParsedRow[], plan: readonly PlannedRow[]): ImageSource[] =>
  plan.flatMap(({ at, name, kind }) => {
    const row = rows[at]!;
    if (row.images.length === 0 || kind === 'wrong') return [];
    const { id, sku, name: ownName } = comparedCells(row);
    return [
      {
        name,
        keys: { ...(id && { id }), ...(sku && { sku }), ...(ownName && { name: ownName }) },
        urls: row.images,
      },
    ];
  });

/** By what a source is recognised: what an import by id has made has its id in the shop only. */
const keyOf = ({ keys }: ImageSource, key: ImportKey): ImportKey =>
  key !== 'id' || keys.id ? key : keys.sku ? 'sku' : 'name';

interface FoundProducts {
  matches: Pick<ProductMatch, 'at' | 'id'>[];
  several: number[];
}

/** The products of the shop that fit the images of a file. */
export async function findImageProducts(
  sources: readonly ImageSource[],
  key: ImportKey,
  previewImport: (input: { key: ImportKey; rows: ImageSource['keys'][] }) => Promise<FoundProducts>,
): Promise<FoundProducts> {
  const found: FoundProducts = { matches: [], several: [] };
  for (const by of IMPORT_KEYS) {
    const places = [...sources.keys()].filter((at) => keyOf(sources[at]!, key) === by);
    if (places.length === 0) continue;
    const { matches, several } = await previewImport({
      key: by,
      rows: places.map((at) => sources[at]!.keys),
    });
    found.matches.push(...matches.map(({ at, id }) => ({ at: places[at]!, id })));
    found.several.push(...several.map((at) => places[at]!));
  }
  return found;
}

/** An image to download. */
export interface ImageDownload {
  productId: string;
  product: string;
  url: string;
}

/** The downloads for the products of the shop that fit a file, and the products without any, with the reason. */
export function planDownloads(
  sources: readonly ImageSource[],
  { matches, several }: FoundProducts,
): { downloads: ImageDownload[]; products: number; rest: { label: string; reason: string }[] } {
  const idOf = new Map(matches.map(({ at, id }) => [at, id]));
  const downloads: ImageDownload[] = [];
  const rest: { label: string; reason: string }[] = [];
  for (const [at, { name, urls }] of sources.entries()) {
    const productId = idOf.get(at);
    if (!productId) {
      const reason = several.includes(at) ? 'Several products have this name' : 'It is not in the shop';
      rest.push({ label: name, reason });
      continue;
    }
    downloads.push(...urls.slice(0, MAX_IMAGES).map((url) => ({ productId, product: name, url })));
    const more = urls.length - MAX_IMAGES;
    if (more > 0) {
      rest.push({
        label: name,
        reason: `A product has at most ${MAX_IMAGES} images: ${plural(more, 'image')} left out`,
      });
    }
  }
  return { downloads, products: new Set(downloads.map(({ productId }) => productId)).size, rest };
}
