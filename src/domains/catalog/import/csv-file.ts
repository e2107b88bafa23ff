import { templateRows } from '#brand/copy/admin.ts';
import { escapeFormula } from '#shared/spreadsheet-formula.ts';
import { TEMPLATE_COLUMNS } from './product-csv.ts';

// Writes CSV files to download: the template and the rows with errors.

const NEEDS_QUOTES = /[",;\t\r\n|]|^\s|\s$/;

const escapeCell = (text: string): string => {
  const escaped = escapeFormula(text);
  return NEEDS_QUOTES.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
};

/** Formats rows as CSV. Formulas are escaped; `unescapeFormula` reverts that. */
export const formatCsv = (rows: readonly (readonly string[])[], lineEnd = '\r\n'): string =>
  rows.map((cells) => cells.map(escapeCell).join(',')).join(lineEnd);

export const TEMPLATE_NAME = 'product_template.csv';
export const TEMPLATE = formatCsv([TEMPLATE_COLUMNS, ...templateRows], '\n');
