import { templateRows } from '#brand/copy/admin.ts';
import { TEMPLATE_COLUMNS } from './product-csv.ts';

// Writes CSV files to download: the template and the rows with errors.

/** Matches cells that a spreadsheet executes as formulas on opening. */
const FORMULA = /^'*[=+\-@\t\r]/;
const ESCAPED_FORMULA = /^''*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",;\t\r\n|]|^\s|\s$/;

const escapeCell = (text: string): string => {
  const escaped = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
};

/** Removes the apostrophe that `formatCsv` puts before a formula. */
export const unescapeFormula = (cell: string): string => (ESCAPED_FORMULA.test(cell) ? cell.slice(1) : cell);

/** Formats rows as CSV. Formulas are escaped; `unescapeFormula` reverts that. */
export const formatCsv = (rows: readonly (readonly string[])[], lineEnd = '\r\n'): string =>
  rows.map((cells) => cells.map(escapeCell).join(',')).join(lineEnd);

export const TEMPLATE_NAME = 'product_template.csv';
export const TEMPLATE = formatCsv([TEMPLATE_COLUMNS, ...templateRows], '\n');
