import { visibleLength } from '#shared/clean-text.ts';
import { isId } from '#shared/random-id.ts';
import { categoryPath, MAX_CATEGORY_DEPTH } from '../categories/category-path.ts';
import { type CsvColumn, type CsvProduct, MAX_CATEGORIES, parseCsvProduct } from './product-csv.ts';

/** A validation error of a cell, with the message for the user. */
export interface Fault {
  column: CsvColumn;
  message: string;
  /** The expected format, if the message does not state it. */
  hint?: string;
}

/** Limits in characters (code points), as in the tables. */
const MAX_LENGTH = { name: 200, description: 10_000, category: 100, sku: 200 } as const;
const MAX_PRICE = 999_999_999_999;
const NEGATIVE = /^-\d+(\.\d+)?$/;
const KOBO_FRACTION = /^\d+\.\d{3,}$/;

const isLongerThan = (text: string, max: number) => text.length > max && [...text].length > max;

function textFaults(product: CsvProduct, column: 'name' | 'description', label: string): Fault[] {
  if (visibleLength(product[column]) === 0) return [{ column, message: `${label} is required` }];
  if (!isLongerThan(product[column], MAX_LENGTH[column])) return [];
  return [{ column, message: `${label} must be at most ${MAX_LENGTH[column]} characters` }];
}

/** Applies the limit to each name of a category path. */
function categoryFaults({ category }: CsvProduct): Fault[] {
  const path = categoryPath(category);
  const message =
    path.length === 0
      ? 'Category is required'
      : path.length > MAX_CATEGORY_DEPTH
        ? `Category can have at most ${MAX_CATEGORY_DEPTH} levels`
        : path.some((name) => isLongerThan(name, MAX_LENGTH.category))
          ? `Category must be at most ${MAX_LENGTH.category} characters`
          : undefined;
  return message ? [{ column: 'category', message }] : [];
}

function priceFaults({ price }: CsvProduct, cell: string): Fault[] {
  const fault = (message: string, hint?: string): Fault[] => [
    { column: 'price', message, ...(hint && { hint }) },
  ];
  if (cell === '') return fault('Price is required');
  if (price === null && KOBO_FRACTION.test(cell)) return fault('Price has at most two decimals');
  if (price === null) {
    return fault(
      'Price must be positive',
      NEGATIVE.test(cell) ? undefined : 'Write it as 12500 or 12,500.00',
    );
  }
  if (price <= 0) return fault('Price must be positive');
  return price > MAX_PRICE ? fault('Price must be at most 9,999,999,999.99') : [];
}

function keyFaults({ sku, id }: CsvProduct): Fault[] {
  const faults: Fault[] = [];
  if (isLongerThan(sku, MAX_LENGTH.sku))
    faults.push({ column: 'sku', message: `Code must be at most ${MAX_LENGTH.sku} characters` });
  if (id !== '' && !isId(id)) faults.push({ column: 'id', message: 'This is not the id of a product' });
  return faults;
}

/** Parses and validates the cells of a product. Without faults it may be created. */
export function checkProduct(
  record: Partial<Record<CsvColumn, string>>,
  currency?: string,
): {
  product: CsvProduct;
  faults: Fault[];
} {
  const product = parseCsvProduct(record, currency);
  return {
    product,
    faults: [
      ...textFaults(product, 'name', 'Name'),
      ...textFaults(product, 'description', 'Description'),
      ...priceFaults(product, (record.price ?? '').trim()),
      ...categoryFaults(product),
      ...keyFaults(product),
    ],
  };
}

/** Counts the distinct categories of an upload, ignoring case. The returned function reports those above the limit. */
export function createCategoryLimit(max = MAX_CATEGORIES): (category: string) => Fault[] {
  const seen = new Set<string>();
  return (category) => {
    const key = category.toLowerCase();
    if (category === '' || seen.has(key)) return [];
    if (seen.size < max) {
      seen.add(key);
      return [];
    }
    return [{ column: 'category', message: `One file can name at most ${max} categories` }];
  };
}
