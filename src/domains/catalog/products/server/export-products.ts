import type { SheetColumn } from '#platform/spreadsheet/sheet.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { CategoryCache } from '../../categories/server/category.service.ts';
import type { ProductsFilter } from '../product-admin.contract.ts';
import type { Place } from './listing.repository.ts';
import { listProductsForExport } from './product-export.repository.ts';
import { readProductsFilter } from './product-list.service.ts';

/** Products for each query, which bounds the memory: a description has up to 10,000 characters. */
const AT_ONCE = 250;

type ExportedProduct = Awaited<ReturnType<typeof listProductsForExport>>[number];

/**
 * All products of a filter of the back office's list, newest first, in batches. Each batch is a transaction of its
 * own, so that a slow download holds no connection; a product that is added meanwhile is left out.
 */
export async function* exportProducts(
  catalogue: CategoryCache,
  user: SignedIn,
  query: ProductsFilter,
): AsyncGenerator<ExportedProduct[]> {
  const { filter, search, isNowhere } = await readProductsFilter(catalogue, query);
  let before: Place | undefined;
  while (!isNowhere) {
    const rows = await catalogue.database.asCaller(user, (tx) =>
      listProductsForExport(tx, { filter: { ...filter, before }, search, limit: AT_ONCE }),
    );
    yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    before = { createdAt: last.place, id: last.id };
  }
}

/** Named as the columns that an upload of products reads. */
export const productSheetColumns = (publicUrl: string): SheetColumn<ExportedProduct>[] => [
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
    header: 'image',
    kind: 'text',
    width: 48,
    cell: ({ image }) => image && new URL(image, publicUrl).href,
  },
  { header: 'id', kind: 'text', width: 38, cell: ({ id }) => id },
];
