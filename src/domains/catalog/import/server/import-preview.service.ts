import { allowSeconds } from '#db/client.ts';
import { cleanText } from '#shared/clean-text.ts';
import { koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { listCategoryPaths } from '../../categories/server/category-paths.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import type { ImportRow, ProductMatch } from '../import.contract.ts';
import { MAX_CATEGORIES } from '../product-csv.ts';
import type { StoredProduct } from './import.repository.ts';
import { planMissingCategories } from './import-categories.ts';
import { matchRows } from './match-rows.ts';

/** Comparing 10,000 products takes longer than a statement usually may. */
const PREVIEW_SECONDS = 60;

/** As texts are compared: without blanks around them, whatever the line ends. */
const comparable = (text: string) => cleanText(text).replace(/\r\n?/g, '\n').trim();
const isSameText = (one: string, other: string) => comparable(one) === comparable(other);

type PreviewRow = Partial<ImportRow>;

/** The cells of a stored product that differ from those of a row. */
function differingCells(
  { name, description, price, category, featured, sku }: PreviewRow,
  stored: StoredProduct,
  { pathOf, idOf }: { pathOf: (id: string | null) => string; idOf: ReadonlyMap<string, string> },
): ProductMatch['before'] {
  const before: ProductMatch['before'] = {};
  if (name !== undefined && !isSameText(name, stored.name)) before.name = stored.name;
  if (description !== undefined && !isSameText(description, stored.description)) {
    before.description = stored.description;
  }
  if (price !== undefined && koboOfNaira(price) !== stored.price) before.price = nairaOfKobo(stored.price);
  if (featured !== undefined && featured !== stored.featured) before.featured = stored.featured;
  if (sku !== undefined && sku !== (stored.sku ?? '')) before.sku = stored.sku ?? '';
  if (category !== undefined) {
    const path = pathOf(stored.category_id);
    const isSame = isSameText(category, path) || idOf.get(category) === stored.category_id;
    if (!isSame) before.category = path;
  }
  return before;
}

/** Compares rows with the products of the shop: what each would change, and which categories are missing. */
export const previewImport: Operation<'previewImport'> = (
  { database },
  { key, rows, categories },
  { user },
) =>
  database.asCaller(user, async (tx) => {
    await allowSeconds(tx, PREVIEW_SECONDS);
    const texts = new Set([...categories, ...rows.map(({ category = '' }) => category)]);
    texts.delete('');
    const { create, idOf } = await planMissingCategories(tx, [...texts].slice(0, MAX_CATEGORIES));
    const pathOf = await listCategoryPaths(tx);
    const { products, several, known, taken } = await matchRows(tx, key, rows);
    const matches = [...products].map(([at, stored]) => ({
      at,
      id: stored.id,
      version: stored.version,
      before: differingCells(rows[at]!, stored, { pathOf, idOf }),
    }));
    return {
      matches,
      several: [...several],
      known: [...known],
      taken: [...taken],
      newCategories: create.map(({ text }) => text),
    };
  });
