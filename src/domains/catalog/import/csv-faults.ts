import { visibleLength } from '#shared/clean-text.ts';
import { categoryPath, MAX_CATEGORY_DEPTH } from '../categories/category-path.ts';
import { type CsvColumn, type CsvProduct, csvProductOf, MAX_CATEGORIES } from './product-csv.ts';

/** An error in a cell, with the message for the user. */
export interface Fault {
  column: CsvColumn;
  message: string;
  /** The expected notation, if the message does not state it. */
  hint?: string;
}

/** Limits in characters (code points), equal to the tables' limits. */
const LONGEST = { name: 200, description: 10_000, category: 100 } as const;
const MAX_PRICE = 999_999_999_999;
const NEGATIVE = /^-\d+(\.\d+)?$/;
const SMALLER_THAN_A_KOBO = /^\d+\.\d{3,}$/;

const isLonger = (text: string, most: number) => text.length > most && [...text].length > most;

function textFault(product: CsvProduct, column: 'name' | 'description', called: string): Fault[] {
  if (visibleLength(product[column]) === 0) return [{ column, message: `${called} is required` }];
  if (!isLonger(product[column], LONGEST[column])) return [];
  return [{ column, message: `${called} must be at most ${LONGEST[column]} characters` }];
}

/** Each name of a category path is a category's name. */
function categoryFault({ category }: CsvProduct): Fault[] {
  const path = categoryPath(category);
  const message =
    path.length === 0
      ? 'Category is required'
      : path.length > MAX_CATEGORY_DEPTH
        ? `Category can have at most ${MAX_CATEGORY_DEPTH} levels`
        : path.some((name) => isLonger(name, LONGEST.category))
          ? `Category must be at most ${LONGEST.category} characters`
          : undefined;
  return message ? [{ column: 'category', message }] : [];
}

function priceFault({ price }: CsvProduct, cell: string): Fault[] {
  const fault = (message: string, hint?: string): Fault[] => [
    { column: 'price', message, ...(hint && { hint }) },
  ];
  if (cell === '') return fault('Price is required');
  if (price === null && SMALLER_THAN_A_KOBO.test(cell)) return fault('Price has at most two decimals');
  if (price === null) {
    return fault(
      'Price must be positive',
      NEGATIVE.test(cell) ? undefined : 'Write it as 12500 or 12,500.00',
    );
  }
  if (price <= 0) return fault('Price must be positive');
  return price > MAX_PRICE ? fault('Price must be at most 9,999,999,999.99') : [];
}

/** Converts a record of cells to a product, with its errors: none if it may be created. */
export function checkedProduct(
  record: Partial<Record<CsvColumn, string>>,
  currency?: string,
): {
  product: CsvProduct;
  faults: Fault[];
} {
  const product = csvProductOf(record, currency);
  return {
    product,
    faults: [
      ...textFault(product, 'name', 'Name'),
      ...textFault(product, 'description', 'Description'),
      ...priceFault(product, (record.price ?? '').trim()),
      ...categoryFault(product),
    ],
  };
}

/** Whether a category exceeds the number that one upload may name; ignores case. */
export function categoryCounter(most = MAX_CATEGORIES): (category: string) => Fault[] {
  const seen = new Set<string>();
  return (category) => {
    const key = category.toLowerCase();
    if (category === '' || seen.has(key)) return [];
    if (seen.size < most) {
      seen.add(key);
      return [];
    }
    return [{ column: 'category', message: `One file can name at most ${most} categories` }];
  };
}
