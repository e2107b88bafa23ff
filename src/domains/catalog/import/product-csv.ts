import { cleanText } from '#shared/clean-text.ts';
import { type Kobo, koboOfText } from '#shared/money.ts';
import { plainAmount } from '#shared/typed-amount.ts';

/** The columns of the template, in their order. */
export const TEMPLATE_COLUMNS = ['name', 'description', 'price', 'category', 'featured'] as const;

/**
 * The columns that an import reads. `sku` is the product's own code: a SKU, or its handle in another shop. `id` is the
 * shop's id of the product, in its own export.
 */
export const CSV_COLUMNS = [...TEMPLATE_COLUMNS, 'sku', 'id'] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];

/** The columns a new product requires. Without 'featured' no product is featured. */
export const REQUIRED_COLUMNS = ['name', 'description', 'price', 'category'] as const;

/** What a product is recognised by, the most certain first. */
export const IMPORT_KEYS = ['id', 'sku', 'name'] as const;
export type ImportKey = (typeof IMPORT_KEYS)[number];

/** Limits of one upload. More categories probably mean that the wrong column was selected. */
export const MAX_PRODUCTS = 10_000;
export const MAX_CATEGORIES = 200;

/** Maximum size in bytes of what an import writes, as JSON. */
export const MAX_IMPORT_BYTES = 8 * 1024 * 1024;

/** The row number that a spreadsheet shows: the header is row 1. `index` counts data rows from 0. */
export const rowNumber = (index: number): number => index + 2;

/** A row of the spreadsheet, parsed. */
export interface CsvProduct {
  name: string;
  description: string;
  /** Null if the cell is empty or not an amount. */
  price: Kobo | null;
  category: string;
  featured: boolean;
  sku: string;
  id: string;
}

const FEATURED_VALUES = new Set(['true', 'TRUE', '1']);

function parsePrice(cell: string, currency?: string): Kobo | null {
  try {
    return koboOfText(plainAmount(cell, currency));
  } catch {
    return null;
  }
}

/** Parses the cells of a product, by column. Cells are trimmed; a missing one is empty. Never throws. */
export function parseCsvProduct(record: Partial<Record<CsvColumn, string>>, currency?: string): CsvProduct {
  const cell = (column: CsvColumn) => cleanText(record[column] ?? '').trim();
  return {
    name: cell('name'),
    description: cell('description'),
    price: parsePrice(cell('price'), currency),
    category: cell('category'),
    featured: FEATURED_VALUES.has(cell('featured')),
    sku: cell('sku'),
    id: cell('id').toLowerCase(),
  };
}
