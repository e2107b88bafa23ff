import { cleanText } from '#shared/clean-text.ts';
import { type Kobo, koboOfText } from '#shared/money.ts';
import { plainAmount } from '#shared/typed-amount.ts';

/** The columns of the shop's product spreadsheet, in their order. */
export const CSV_COLUMNS = ['name', 'description', 'price', 'category', 'featured'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The columns without which no product can be made. Where 'featured' is missing, nothing is featured. */
export const REQUIRED_COLUMNS = ['name', 'description', 'price', 'category'] as const;

/** Products of one upload, and categories they may name: beyond it more likely the wrong column was chosen. */
export const MAX_PRODUCTS = 10_000;
export const MAX_CATEGORIES = 200;

/** Bytes of all their rows as JSON: ten thousand products have 800 each. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

/** The number of a row as a spreadsheet shows it: the header is row 1. `index` counts rows of data from 0. */
export const rowNumber = (index: number): number => index + 2;

/** One row of the spreadsheet, understood. */
export interface CsvProduct {
  name: string;
  description: string;
  /** Null when the cell is empty or no amount of money. */
  price: Kobo | null;
  category: string;
  featured: boolean;
}

const FEATURED_VALUES = new Set(['true', 'TRUE', '1']);

function parsePrice(cell: string, currency?: string): Kobo | null {
  try {
    return koboOfText(plainAmount(cell, currency));
  } catch {
    return null;
  }
}

/** A record of cells by column → the product it means; prices may have the sign of `currency`. Cells are trimmed; a missing one is empty. Never throws. */
export function parseCsvProduct(record: Partial<Record<CsvColumn, string>>, currency?: string): CsvProduct {
  const cell = (column: CsvColumn) => cleanText(record[column] ?? '').trim();
  return {
    name: cell('name'),
    description: cell('description'),
    price: parsePrice(cell('price'), currency),
    category: cell('category'),
    featured: FEATURED_VALUES.has(cell('featured')),
  };
}
