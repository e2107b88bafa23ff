import { textOfKobo } from '#shared/money.ts';
import { escapeFormula } from '#shared/spreadsheet-formula.ts';
import { localTime, type Sheet, type SheetColumn } from './sheet.ts';

/** Excel needs a byte order mark to detect UTF-8. */
const BOM = '\uFEFF';

/** A text cell: quoted, and after an apostrophe where a spreadsheet would take it for a formula. */
export const csvText = (text: string): string => `"${escapeFormula(text).replaceAll('"', '""')}"`;

function cellOf<Row>(column: SheetColumn<Row>, row: Row, timeZone: string): string {
  if (column.kind === 'text') return csvText(column.cell(row) ?? '');
  if (column.kind === 'number') return String(column.cell(row) ?? '');
  if (column.kind === 'money') {
    const amount = column.cell(row);
    return amount === null ? '' : textOfKobo(amount);
  }
  const instant = column.cell(row);
  return instant === null ? '' : localTime(instant, timeZone);
}

/** A table as CSV (RFC 4180) in UTF-8 with a byte order mark, one piece for each batch of rows. */
export async function* csvOf<Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(BOM);
  yield* plainCsvOf(sheet);
}

/** The same without a byte order mark, for programs: many take it for a part of the first header. */
export async function* plainCsvOf<Row>({ columns, rows, timeZone }: Sheet<Row>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ header }) => csvText(header)).join(',')}\r\n`);
  for await (const batch of rows) {
    const lines = batch.map((row) => columns.map((column) => cellOf(column, row, timeZone)).join(','));
    yield encoder.encode(lines.map((line) => `${line}\r\n`).join(''));
  }
}
