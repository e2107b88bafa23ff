import { type CsvColumn, type CsvProduct, csvProductOf, MAX_CATEGORIES } from './product-csv.ts';

/** What is wrong with a cell, said to whoever wrote it. */
export interface Fault {
  column: CsvColumn;
  message: string;
}

/** Characters as a person and PostgreSQL count them, the same limits as the tables have. */
const LONGEST = { name: 200, description: 10_000, category: 100 } as const;
const MAX_PRICE = 999_999_999_999;
const SMALLER_THAN_A_KOBO = /^\d+\.\d{3,}$/;

const isLonger = (text: string, most: number) => text.length > most && [...text].length > most;

function textFault(product: CsvProduct, column: keyof typeof LONGEST, called: string): Fault[] {
  if (product[column] === '') return [{ column, message: `${called} is required` }];
  if (!isLonger(product[column], LONGEST[column])) return [];
  return [{ column, message: `${called} must be at most ${LONGEST[column]} characters` }];
}

function priceFault({ price }: CsvProduct, cell: string): Fault[] {
  const fault = (message: string): Fault[] => [{ column: 'price', message }];
  if (cell === '') return fault('Price is required');
  if (price === null && SMALLER_THAN_A_KOBO.test(cell)) return fault('Price has at most two decimals');
  if (price === null || price <= 0) return fault('Price must be positive');
  return price > MAX_PRICE ? fault('Price must be at most 9,999,999,999.99') : [];
}

/** A record of cells → the product it means, and what is wrong with it: nothing when it may be created. */
export function checkedProduct(record: Partial<Record<CsvColumn, string>>): {
  product: CsvProduct;
  faults: Fault[];
} {
  const product = csvProductOf(record);
  return {
    product,
    faults: [
      ...textFault(product, 'name', 'Name'),
      ...textFault(product, 'description', 'Description'),
      ...priceFault(product, (record.price ?? '').trim()),
      ...textFault(product, 'category', 'Category'),
    ],
  };
}

/** Whether a category would be one too many of those that one upload may name; without regard to case. */
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
