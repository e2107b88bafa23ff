import { textOfKobo } from '#shared/money.ts';
import { escapeFormula } from '#shared/spreadsheet-formula.ts';
import { localTime, type Sheet, type SheetColumn } from './sheet.ts';

/** Excel needs a byte order mark to detect UTF-8. */
const BOM = '\uFEFF';

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text cell for people: after an apostrophe where a spreadsheet would take it for a formula. */
const harmless = (text: string): string => quoted(escapeFormula(text));

type TextCell = (text: string) => string;

function cellOf<Row>(column: SheetColumn<Row>, row: Row, timeZone: string, textCell: TextCell): string {
  if (column.kind === 'text') return textCell(column.cell(row) ?? '');
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
  yield* linesOf(sheet, harmless);
}

/**
 * The same for programs: without a byte order mark, which many take for a part of the first header, and with every text
 * as it is, because a program reads the apostrophe before a formula as part of the text.
 */
export const plainCsvOf = <Row>(sheet: Sheet<Row>): AsyncGenerator<Uint8Array> => linesOf(sheet, quoted);

async function* linesOf<Row>(
  { columns, rows, timeZone }: Sheet<Row>,
  textCell: TextCell,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(`${columns.map(({ header }) => textCell(header)).join(',')}\r\n`);
  for await (const batch of rows) {
    const lines = batch.map((row) =>
      columns.map((column) => cellOf(column, row, timeZone, textCell)).join(','),
    );
    yield encoder.encode(lines.map((line) => `${line}\r\n`).join(''));
  }
}
