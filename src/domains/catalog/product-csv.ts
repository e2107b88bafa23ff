import { type Kobo, koboOfText } from '#shared/money.ts';

/** The columns of the shop's product spreadsheet, in their order. */
export const CSV_COLUMNS = ['name', 'description', 'price', 'category', 'featured'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** One row of the spreadsheet, understood. */
export interface CsvProduct {
  name: string;
  description: string;
  /** Null when the cell is empty or no amount of money. */
  price: Kobo | null;
  category: string;
  featured: boolean;
}

const FEATURED = new Set(['true', 'TRUE', '1']);

function priceOf(cell: string): Kobo | null {
  try {
    return koboOfText(cell);
  } catch {
    return null;
  }
}

/** A record of cells by column → the product it means. Cells are trimmed; a missing one is empty. Never throws. */
export function csvProductOf(record: Partial<Record<CsvColumn, string>>): CsvProduct {
  const cell = (column: CsvColumn) => (record[column] ?? '').trim();
  return {
    name: cell('name'),
    description: cell('description'),
    price: priceOf(cell('price')),
    category: cell('category'),
    featured: FEATURED.has(cell('featured')),
  };
}
