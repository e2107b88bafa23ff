import { Zip, ZipDeflate } from 'fflate';
import { textOfKobo } from '#shared/money.ts';
import { unescapeFormula } from '#shared/spreadsheet-formula.ts';
import { localTime, type Sheet, type SheetColumn } from './sheet.ts';

/** Excel's limits. */
const MAX_ROWS = 1_048_576;
const MAX_CELL = 32_767;

/** Indices of `cellXfs` below. A text is marked as one, so that editing '=1+1' does not make a formula of it. */
const STYLE = { number: 0, text: 1, money: 2, instant: 3, header: 4 } as const;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf/><xf quotePrefix="1"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1" quotePrefix="1"/></cellXfs></styleSheet>`;

/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return (
    text
      .slice(0, MAX_CELL)
      .toWellFormed()
      .replace(NOT_XML, '')
      // Excel reads _x003D_ as '='.
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replace(/[&<>"]/g, (sign) => ENTITIES[sign]!)
  );
}

const textCell = (text: string, style: number): string =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** Days since 30 December 1899, without a time zone. */
const serialOf = (instant: Date, timeZone: string): number =>
  Date.parse(`${localTime(instant, timeZone).replace(' ', 'T')}Z`) / 86_400_000 + 25_569;

/** Text of which an upload would remove an apostrophe gets another one. */
const readBack = (text: string): string => (unescapeFormula(text) === text ? text : `'${text}`);

function cellOf<Row>(column: SheetColumn<Row>, row: Row, timeZone: string): string {
  const valueCell = (value: number | string) => `<c s="${STYLE[column.kind]}"><v>${value}</v></c>`;
  const value = column.cell(row);
  if (value === null || value === '') return '<c/>';
  if (column.kind === 'text') return textCell(readBack(String(value)), STYLE.text);
  if (value instanceof Date) return valueCell(serialOf(value, timeZone));
  return valueCell(column.kind === 'money' ? textOfKobo(value as never) : String(value));
}

function sheetStart<Row>(columns: readonly SheetColumn<Row>[]): string {
  const widths = columns.map(
    ({ width = 16 }, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  const headers = columns.map(({ header }) => textCell(header, STYLE.header));
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row>${headers.join('')}</row>`;
}

/** What names the sheets; known last, and a ZIP file may have it last. */
function workbookFiles(sheets: readonly string[]): Record<string, string> {
  const each = (text: (sheet: string, number: number) => string) =>
    sheets.map((sheet, at) => text(sheet, at + 1)).join('');
  const styles = sheets.length + 1;
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/>${each((_, n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each((sheet, n) => `<sheet name="${escaped(sheet)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}">${each((_, n) => `<Relationship Id="rId${n}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${styles}" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

/**
 * A table as an Excel workbook, piece by piece: each batch of rows is compressed at once. `name` is that of the sheet;
 * after `maxRows` rows, Excel's limit, another sheet begins.
 */
export async function* xlsxOf<Row>(
  { columns, rows, timeZone }: Sheet<Row>,
  name: string,
  maxRows = MAX_ROWS,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const addFile = (path: string) => {
    const file = new ZipDeflate(path, { level: 4 });
    zip.add(file);
    return (text: string, isLast = false) => file.push(encoder.encode(text), isLast);
  };
  const sheets: string[] = [];
  let write: ReturnType<typeof addFile> = () => {};
  let rowCount = 0;
  const beginSheet = () => {
    sheets.push(sheets.length === 0 ? name : `${name} ${sheets.length + 1}`);
    write = addFile(`xl/worksheets/sheet${sheets.length}.xml`);
    write(sheetStart(columns));
    rowCount = 1;
  };
  const endSheet = () => write('</sheetData></worksheet>', true);

  beginSheet();
  for await (const batch of rows) {
    let lines = '';
    for (const row of batch) {
      if (rowCount === maxRows) {
        write(lines);
        lines = '';
        endSheet();
        beginSheet();
      }
      rowCount += 1;
      lines += `<row>${columns.map((column) => cellOf(column, row, timeZone)).join('')}</row>`;
    }
    write(lines);
    yield* pieces.splice(0);
  }
  endSheet();
  for (const [path, text] of Object.entries(workbookFiles(sheets))) addFile(path)(text, true);
  zip.end();
  yield* pieces.splice(0);
}
