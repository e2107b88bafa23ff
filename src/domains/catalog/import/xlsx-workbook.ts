import { createSheetReader, MAX_COLUMNS, type Sheet } from './csv-records.ts';
import type { Unusable } from './csv-text.ts';
import { attributeOf, createXmlScanner, type XmlHandler } from './xml-scanner.ts';
import { inflateEntry, readDirectory, UnreadableArchive, type ZipEntry } from './zip-archive.ts';

// Reads the first sheet of a workbook (.xlsx) as rows of text, in memory for its rows and texts alone.

/** Inflated bytes of a part: a sheet of 50,000 rows with long descriptions has 60 MB. */
const MAX_SHEET_BYTES = 100_000_000;
const MAX_TEXTS_BYTES = 100_000_000;
const MAX_SMALL_BYTES = 5_000_000;

export interface WorkbookSheet extends Sheet {
  /** The name of the sheet, if the workbook has others too. */
  sheetName?: string;
  /** Whether cells have formulas, whose last results were read. */
  hasFormulas: boolean;
}

type Parts = { archive: Blob; entries: Map<string, ZipEntry> };

/** Scans one part; false if there is none. */
async function scanPart(
  { archive, entries }: Parts,
  name: string,
  maxBytes: number,
  handler: XmlHandler,
  onProgress: (fraction: number) => void = () => {},
): Promise<boolean> {
  const entry = entries.get(name);
  if (!entry) return false;
  const scan = createXmlScanner(handler);
  const decoder = new TextDecoder('utf-8');
  let read = 0;
  for await (const chunk of inflateEntry(archive, entry, maxBytes)) {
    read += chunk.length;
    scan(decoder.decode(chunk, { stream: true }));
    onProgress(Math.min(1, read / Math.max(1, entry.size)));
  }
  return true;
}

const NOTHING: XmlHandler = { open: () => {}, close: () => {}, text: () => {} };

/** The targets of a relationship part by id, and the first of a type. */
async function relationships(parts: Parts, name: string) {
  const byId = new Map<string, string>();
  let document: string | undefined;
  let texts: string | undefined;
  const folder = name.split('/_rels/')[0]!.replace(/^_rels\/.*/, '');
  await scanPart(parts, name, MAX_SMALL_BYTES, {
    ...NOTHING,
    open(tag, attributes) {
      if (tag !== 'Relationship' || attributeOf(attributes, 'TargetMode') === 'External') return;
      const target = attributeOf(attributes, 'Target') ?? '';
      const path = target.startsWith('/') ? target.slice(1) : [folder, target].filter(Boolean).join('/');
      const type = attributeOf(attributes, 'Type') ?? '';
      byId.set(attributeOf(attributes, 'Id') ?? '', path);
      if (type.endsWith('/officeDocument')) document ??= path;
      if (type.endsWith('/sharedStrings')) texts ??= path;
    },
  });
  return { byId, document, texts };
}

/** Excel writes characters that XML does not have as _x000D_. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;

async function readTexts(parts: Parts, name: string | undefined): Promise<string[]> {
  const texts: string[] = [];
  if (!name) return texts;
  let current = '';
  let isText = false;
  let isPhonetic = false;
  await scanPart(parts, name, MAX_TEXTS_BYTES, {
    open(tag) {
      if (tag === 'si') current = '';
      if (tag === 'rPh') isPhonetic = true;
      isText = tag === 't' && !isPhonetic;
    },
    close(tag) {
      if (tag === 'si') texts.push(decodeEscapes(current));
      if (tag === 'rPh') isPhonetic = false;
      isText = false;
    },
    text(text) {
      if (isText) current += text;
    },
  });
  return texts;
}

/** 'AB12' → 27. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const character of reference.toUpperCase()) {
    const value = character.charCodeAt(0) - 64;
    if (value < 1 || value > 26) break;
    index = index * 26 + value;
  }
  return index - 1;
}

/** A number as it is shown without a format: 0.1 + 0.2 is 0.3. */
function numberText(value: string): string {
  const number = Number(value);
  return value === '' || !Number.isFinite(number) ? value : String(Number(number.toPrecision(15)));
}

function cellText(type: string, value: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type === 'inlineStr' || type === 'str') return decodeEscapes(value);
  return type === 'e' ? value : numberText(value.trim());
}

function createRowHandler(texts: readonly string[], onRow: (row: number, cells: string[]) => void) {
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = '';
  let value: string | undefined;
  let isValue = false;
  const state = { hasFormulas: false };
  const handler: XmlHandler = {
    open(tag, attributes) {
      if (tag === 'row') {
        row = Number(attributeOf(attributes, 'r') ?? row + 1);
        cells = [];
        column = -1;
      } else if (tag === 'c') {
        const reference = attributeOf(attributes, 'r');
        column = reference ? columnIndex(reference) : column + 1;
        type = attributeOf(attributes, 't') ?? '';
        value = undefined;
      }
      if (tag === 'f') state.hasFormulas = true;
      isValue = tag === 'v' || (tag === 't' && type === 'inlineStr');
      if (isValue) value ??= '';
    },
    close(tag) {
      isValue = false;
      if (tag === 'c' && value !== undefined && column >= 0 && column <= MAX_COLUMNS) {
        while (cells.length < column) cells.push('');
        cells[column] = cellText(type, value, texts);
      } else if (tag === 'row') onRow(row, cells);
    },
    text(text) {
      if (isValue) value += text;
    },
  };
  return { handler, state };
}

/** The first visible sheet of a workbook. `onProgress` receives the read fraction, from 0 to 1, and the number of rows. */
export async function readWorkbook(
  bytes: Uint8Array<ArrayBuffer>,
  onProgress: (fraction: number, rows: number) => void = () => {},
): Promise<WorkbookSheet | Unusable> {
  try {
    const archive = new Blob([bytes]);
    const parts = { archive, entries: await readDirectory(archive) };
    const { document } = await relationships(parts, '_rels/.rels');
    if (!document?.endsWith('.xml')) return { reason: 'This is not an Excel workbook (.xlsx).' };
    const { byId, texts } = await relationships(parts, document.replace(/([^/]+)$/, '_rels/$1.rels'));
    const sheets: { name: string; id: string }[] = [];
    await scanPart(parts, document, MAX_SMALL_BYTES, {
      ...NOTHING,
      open(tag, attributes) {
        if (tag !== 'sheet' || (attributeOf(attributes, 'state') ?? 'visible') !== 'visible') return;
        sheets.push({ name: attributeOf(attributes, 'name') ?? '', id: attributeOf(attributes, 'id') ?? '' });
      },
    });
    const [first] = sheets;
    if (!first) return { reason: 'The workbook has no sheet.' };
    const reader = createSheetReader();
    const { handler, state } = createRowHandler(await readTexts(parts, texts), reader.add);
    const path = byId.get(first.id) ?? '';
    const isThere = await scanPart(parts, path, MAX_SHEET_BYTES, handler, (fraction) =>
      onProgress(fraction, reader.count()),
    );
    if (!isThere) return { reason: 'The first sheet of the workbook has no rows.' };
    const sheet = reader.finish();
    if ('reason' in sheet) return sheet;
    return { ...sheet, ...state, ...(sheets.length > 1 && { sheetName: first.name }) };
  } catch (error) {
    if (error instanceof UnreadableArchive) return { reason: error.message };
    throw error;
  }
}
