import { templateRows } from '#brand/copy/admin.ts';
import { CSV_COLUMNS } from './product-csv.ts';

// Files that are handed out: the template, and the rows that were not good.

/** A cell that starts like this is a formula in a spreadsheet, and would be executed on opening. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED_FORMULA = /^''*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\t\r\n|]|^\s|\s$/;

const escapeCell = (text: string): string => {
  const escaped = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
};

/** A cell as our own files contain it: without the apostrophe that protects from formulas. */
export const unescapeFormula = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell);

/** Formats rows as CSV, every cell safe in a spreadsheet. `unguarded` reverts it. */
export const formatCsv = (rows: readonly (readonly string[])[], lineEnd = '\r\n'): string =>
  rows.map((cells) => cells.map(escapeCell).join(',')).join(lineEnd);

export const TEMPLATE_NAME = 'product_template.csv';
export const TEMPLATE = formatCsv([CSV_COLUMNS, ...templateRows], '\n');
