import type { CsvColumn } from '../../product-csv.ts';

/** What the columns are called on screens. */
export const COLUMN_LABELS: Record<CsvColumn, string> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  category: 'Category',
  featured: 'Featured',
  sku: 'Code',
  id: 'Product id',
};
