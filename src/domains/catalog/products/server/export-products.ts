import type { SheetColumn } from '#platform/spreadsheet/sheet.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { CategoryCache } from '../../categories/server/category.service.ts';
import { listCategoryPaths } from '../../categories/server/category-paths.ts';
import type { ProductsSelection } from '../price-change.contract.ts';
import type { Place } from './listing.repository.ts';
import { listProductsForExport, listSelectedForExport } from './product-export.repository.ts';
import { readProductsFilter } from './product-list.service.ts';

/** Products for each query, which bounds the memory: a description has up to 10,000 characters. */
const AT_ONCE = 250;

export type ExportedProduct = Omit<
  Awaited<ReturnType<typeof listProductsForExport>>[number],
  'categoryId'
> & {
  /** The path of its category, '' without one. */
  category: string;
};

/**
 * The selected products of the back office's list, newest first, in batches. Each batch is a transaction of its
 * own, so that a slow download holds no connection; a product that is added meanwhile is left out.
 */
export async function* exportProducts(
  catalogue: CategoryCache,
  user: SignedIn,
  selection: ProductsSelection,
): AsyncGenerator<ExportedProduct[]> {
  const ids = 'ids' in selection ? selection.ids : undefined;
  const { filter: query, except } = 'ids' in selection ? { filter: {}, except: [] } : selection;
  const { filter, search, isNowhere } = await readProductsFilter(catalogue, query);
  const leftOut = new Set(except);
  let before: Place | undefined;
  const pathOf = await catalogue.database.asCaller(user, listCategoryPaths);
  while (!isNowhere) {
    const rows = await catalogue.database.asCaller(user, (tx) =>
      ids
        ? listSelectedForExport(tx, { ids, before, limit: AT_ONCE })
        : listProductsForExport(tx, { filter: { ...filter, before }, search, limit: AT_ONCE }),
    );
    yield rows
      .filter(({ id }) => !leftOut.has(id))
      .map(({ categoryId, ...product }) => ({ ...product, category: pathOf(categoryId) }));
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    before = { createdAt: last.place, id: last.id };
  }
}

/** An upload reads back its own columns; 'cover' is not offered as an image to download. */
export const productSheetColumns = (publicUrl: string): SheetColumn<ExportedProduct>[] => [
  { header: 'id', kind: 'text', width: 38, cell: ({ id }) => id },
  { header: 'sku', kind: 'text', width: 16, cell: ({ sku }) => sku },
  { header: 'name', kind: 'text', width: 36, cell: ({ name }) => name },
  { header: 'description', kind: 'text', width: 48, cell: ({ description }) => description },
  { header: 'price', kind: 'money', cell: ({ price }) => price },
  { header: 'category', kind: 'text', width: 20, cell: ({ category }) => category },
  { header: 'featured', kind: 'text', width: 10, cell: ({ featured }) => String(featured) },
  { header: 'promotion', kind: 'text', cell: ({ promotion }) => promotion },
  { header: 'added', kind: 'instant', width: 18, cell: ({ createdAt }) => createdAt },
  { header: 'changed', kind: 'instant', width: 18, cell: ({ updatedAt }) => updatedAt },
  { header: 'page', kind: 'text', width: 48, cell: ({ id }) => `${publicUrl}/products/${id}` },
  {
    header: 'cover',
    kind: 'text',
    width: 48,
    cell: ({ image }) => image && new URL(image, publicUrl).href,
  },
];
