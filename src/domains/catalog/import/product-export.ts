import { koboOfNaira, textOfKobo } from '#shared/money.ts';
import { formatCsv } from './csv-file.ts';
import type { ExportedProduct } from './import.contract.ts';
import type { CsvColumn } from './product-csv.ts';

/** The columns of the shop's own export, which an import reads back: id and code recognise a product. */
const COLUMNS: readonly { name: CsvColumn; cell: (product: ExportedProduct) => string }[] = [
  { name: 'id', cell: ({ id }) => id },
  { name: 'sku', cell: ({ sku }) => sku },
  { name: 'name', cell: ({ name }) => name },
  { name: 'description', cell: ({ description }) => description },
  { name: 'price', cell: ({ price }) => textOfKobo(koboOfNaira(price)) },
  { name: 'category', cell: ({ category }) => category },
  { name: 'featured', cell: ({ featured }) => String(featured) },
];

/** Products as a spreadsheet with a header. */
export const formatProducts = (products: readonly ExportedProduct[]): string =>
  formatCsv([
    COLUMNS.map(({ name }) => name),
    ...products.map((product) => COLUMNS.map(({ cell }) => cell(product))),
  ]);
