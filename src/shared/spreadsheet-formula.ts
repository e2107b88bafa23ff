/** What a spreadsheet takes for a formula, also after blanks and in full width (OWASP); apostrophes may precede it. */
const FORMULA = /^'*(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/;

/** A cell of a text file with an apostrophe in front where a spreadsheet would take it for a formula. */
export const escapeFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormula` puts before a formula. */
export const unescapeFormula = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell) ? cell.slice(1) : cell;
