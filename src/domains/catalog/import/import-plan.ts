import { formatMoney, koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { isId } from '#shared/random-id.ts';
import { unescapeFormula } from '#shared/spreadsheet-formula.ts';
import { fold } from '#shared/words.ts';
import { createCategoryLimit } from './csv-faults.ts';
import type { ParsedRow } from './csv-products.ts';
import type { ImportRow, ProductMatch } from './import.contract.ts';
import { CSV_COLUMNS, type CsvColumn, type ImportKey } from './product-csv.ts';

// What the rows of a file do to the products of the shop, cell by cell.

/** Whether an import adds products, changes those that exist, or both. */
export const IMPORT_MODES = ['create', 'update', 'both'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportChoice {
  mode: ImportMode;
  key: ImportKey;
  /** Whether rows with the name of an existing product become another product. */
  includesExisting: boolean;
}

/** What the shop answered about the rows, by their positions. */
export interface ComparedRows {
  matches: Map<number, ProductMatch>;
  several: Set<number>;
  known: Set<number>;
  taken: Set<number>;
  newCategories: string[];
}

export const noComparedRows = (): ComparedRows => ({
  matches: new Map(),
  several: new Set(),
  known: new Set(),
  taken: new Set(),
  newCategories: [],
});

export const ROW_KINDS = ['new', 'changed', 'same', 'wrong', 'left'] as const;
/** `left`: left out, because it exists already or because nothing in the shop fits. */
export type RowKind = (typeof ROW_KINDS)[number];
/** Rows of a kind, or those of any kind with an empty cell for which the product has something. */
export type RowFilter = RowKind | 'all' | 'emptied';

/** The columns with values of a product. */
export const VALUE_COLUMNS = ['name', 'description', 'price', 'category', 'featured', 'sku'] as const;
const TEXT_COLUMNS = ['sku', 'name', 'description', 'category'] as const;
export type ValueColumn = (typeof VALUE_COLUMNS)[number];

export interface PlannedCell {
  /** `kept`: empty in the file, which leaves what the product has. */
  kind: 'new' | 'changed' | 'same' | 'wrong' | 'kept';
  /** As shown: a formatted amount, 'Yes'. Of a wrong cell, as it is in the file. */
  text: string;
  before?: string;
  message?: string;
  hint?: string;
}

export interface PlannedRow {
  /** Its position among the file's products, from 0. */
  at: number;
  /** Its number in the spreadsheet. */
  row: number;
  name: string;
  kind: RowKind;
  /** Whether it becomes a product although another one has its name, because products are recognised by id or code. */
  sharesName?: true;
  /** Why it is left out, or what is wrong with the whole row. */
  message?: string;
  cells: Partial<Record<CsvColumn, PlannedCell>>;
}

/** No text of a product is longer, in UTF-16 units: what a missing quotation mark joins is not sent. */
const MAX_COMPARED = 20_000;

/**
 * The cells of a row to compare with the shop: without those that are too long or no amount. An empty one is a text
 * that differs from any other.
 */
export function comparedCells({ product, values, columns }: ParsedRow): Partial<ImportRow> & { id?: string } {
  const { id, price, featured } = product;
  const texts = TEXT_COLUMNS.filter(
    // A column that the file lacks may have a value for all rows.
    (column) => (product[column] ? product[column].length <= MAX_COMPARED : columns.includes(column)),
  );
  return {
    ...(isId(id) && { id }),
    ...Object.fromEntries(texts.map((column) => [column, product[column]])),
    ...(price !== null && { price: nairaOfKobo(price) }),
    ...(values.featured.trim() && { featured }),
  };
}

const KEY_LABELS: Record<ImportKey, string> = { id: 'product id', sku: 'code', name: 'name' };

/** The rows that have the same of something as others, by it. */
function doubles(keys: ReadonlyMap<number, string>): Map<number, number[]> {
  const groups = new Map<string, number[]>();
  for (const [at, key] of keys) {
    if (key !== '') groups.set(key, [...(groups.get(key) ?? []), at]);
  }
  const found = new Map<number, number[]>();
  for (const group of groups.values()) {
    if (group.length > 1) for (const at of group) found.set(at, group);
  }
  return found;
}

/** Plans every row of a file. Nothing depends on the order in which its cells were corrected. */
export function planRows(
  rows: readonly ParsedRow[],
  compared: ComparedRows,
  { mode, key, includesExisting }: ImportChoice,
  currency?: string,
): PlannedRow[] {
  const { matches, several, known, taken } = compared;
  const categoryFaults = createCategoryLimit();
  const keyed = (of: (row: ParsedRow) => string) => new Map(rows.map((row, at) => [at, of(row)]));
  const sameProduct = doubles(new Map([...matches].map(([at, { id }]) => [at, id])));
  const sameSku = doubles(keyed(({ product }) => product.sku));
  // As the shop compares names.
  const sameName = doubles(keyed(({ product }) => fold(product.name)));
  // A row without a code is recognised by its name alone.
  const isByName = (at: number) => key === 'name' || (key === 'sku' && rows[at]!.product.sku === '');
  const rowsOf = (group: readonly number[]) =>
    `Rows ${group
      .slice(0, 4)
      .map((at) => rows[at]!.row)
      .join(', ')}${group.length > 4 ? ' and more' : ''}`;

  const sharesName = (at: number) => known.has(at) && mode !== 'update' && !isByName(at);
  const leftOut = (at: number): string | undefined => {
    const match = matches.get(at);
    if (mode === 'create' && (match || several.has(at))) {
      return includesExisting && key === 'name'
        ? undefined
        : `A product with this ${KEY_LABELS[key]} exists already`;
    }
    if (match || several.has(at)) return undefined;
    if (key === 'id' && rows[at]!.product.id !== '') return 'This product is no longer in the shop';
    if (mode === 'update') return `No product has this ${KEY_LABELS[key]}`;
    if (!known.has(at) || sharesName(at)) return undefined;
    return 'A product with this name exists already: with a code of its own this row becomes another one';
  };

  return rows.map((row, at): PlannedRow => {
    const { product, values, faults } = row;
    const match = mode === 'create' ? undefined : matches.get(at);
    const message = leftOut(at);
    const base = {
      at,
      row: row.row,
      name: product.name || match?.before.name || `Row ${row.row}`,
      ...(sharesName(at) && { sharesName: true as const }),
    };
    const sent = comparedCells(row);
    const cells: PlannedRow['cells'] = {};
    for (const column of VALUE_COLUMNS) {
      const cell = cellOf(column, row, match, currency);
      if (cell) cells[column] = cell;
    }
    if (message) return { ...base, kind: 'left', message, cells: mapCells(cells, 'same') };

    const wrong = (column: CsvColumn, fault: string, hint?: string) => {
      if (cells[column]?.kind === 'wrong') return;
      cells[column] = { kind: 'wrong', text: values[column].trim(), message: fault, ...(hint && { hint }) };
    };
    for (const fault of faults) {
      if (fault.column === 'row') continue;
      // What the shop has already is not checked again; what is no amount was not compared.
      const isSame = match && fault.column in sent && cells[fault.column]?.kind === 'same';
      const isKept = match && values[fault.column].trim() === '';
      if (!isSame && !isKept) wrong(fault.column, fault.message, fault.hint);
    }
    if (several.has(at) && mode !== 'create') wrong(key, `Several products have this ${KEY_LABELS[key]}`);
    const codes = sameSku.get(at);
    // Where names recognise nothing, two products may have one name.
    const group = (isByName(at) && sameName.get(at)) || sameProduct.get(at);
    // By code, a product without one is recognised by its name.
    const by = key === 'sku' && !codes ? 'name' : key;
    if (group && mode !== 'create') wrong(by, `${rowsOf(group)} have the same ${KEY_LABELS[by]}`);
    if (codes) wrong('sku', `${rowsOf(codes)} have the same code`);
    if (taken.has(at)) wrong('sku', 'Another product has this code');
    if (cells.category && cells.category.kind !== 'same') {
      for (const { message: fault } of categoryFaults(product.category)) wrong('category', fault);
    }
    const rowFault = faults.find(({ column }) => column === 'row')?.message;
    const kinds = Object.values(cells).map((cell) => cell.kind);
    const kind =
      rowFault || kinds.includes('wrong')
        ? 'wrong'
        : !match
          ? 'new'
          : kinds.includes('changed')
            ? 'changed'
            : 'same';
    return { ...base, kind, ...(rowFault && { message: rowFault }), cells };
  });
}

const mapCells = (cells: PlannedRow['cells'], kind: PlannedCell['kind']): PlannedRow['cells'] =>
  Object.fromEntries(
    Object.entries(cells).map(([column, cell]) => [column, { text: cell.text, kind }]),
  ) as PlannedRow['cells'];

const yesOrNo = (isSet: boolean) => (isSet ? 'Yes' : 'No');

/** A cell before its faults are known; undefined if the file has nothing for it. */
function cellOf(
  column: ValueColumn,
  { product, values, columns }: ParsedRow,
  match: ProductMatch | undefined,
  currency?: string,
): PlannedCell | undefined {
  const isEmpty = values[column].trim() === '';
  if (isEmpty && match) return keptCell(column, columns, match);
  if (isEmpty && (column === 'sku' || column === 'featured')) return undefined;
  const text =
    column === 'price'
      ? product.price === null
        ? values.price.trim()
        : formatMoney(product.price, currency)
      : column === 'featured'
        ? yesOrNo(product.featured)
        : product[column];
  if (!match) return { kind: 'new', text };
  const before = match.before[column];
  if (before === undefined) return { kind: 'same', text };
  return {
    kind: 'changed',
    text,
    before:
      typeof before === 'number'
        ? formatMoney(koboOfNaira(before), currency)
        : typeof before === 'boolean'
          ? yesOrNo(before)
          : before,
  };
}

/** An empty cell of an existing product: undefined if the product has nothing either, or the file no such column. */
function keptCell(
  column: ValueColumn,
  columns: ParsedRow['columns'],
  { before }: ProductMatch,
): PlannedCell | undefined {
  // A product always has a price, and is or is not featured.
  if (column === 'price') return columns.includes(column) ? { kind: 'kept', text: '' } : undefined;
  const text = column === 'featured' ? undefined : before[column];
  return text === undefined ? undefined : { kind: 'kept', text: '', before: text };
}

/** Whether a row has an empty cell for which the product has something. */
export const hasEmptied = ({ cells }: PlannedRow): boolean =>
  Object.values(cells).some(({ kind }) => kind === 'kept');

/** The numbers of a plan. */
export interface PlanCounts extends Record<RowKind, number> {
  /** Changed cells. */
  cells: number;
  /** Rows with an empty cell for which the product has something. */
  emptied: number;
}

export function countPlan(plan: readonly PlannedRow[]): PlanCounts {
  const counts: PlanCounts = { new: 0, changed: 0, same: 0, wrong: 0, left: 0, cells: 0, emptied: 0 };
  for (const row of plan) {
    const { kind, cells } = row;
    counts[kind]++;
    if (hasEmptied(row)) counts.emptied++;
    if (kind !== 'changed') continue;
    for (const column of CSV_COLUMNS) if (cells[column]?.kind === 'changed') counts.cells++;
  }
  return counts;
}

/** The bad rows with their numbers and errors, as a table to download, correct and upload again. */
export const badRowsTable = (
  header: readonly string[],
  bad: readonly PlannedRow[],
  rows: readonly Pick<ParsedRow, 'cells'>[],
): string[][] => [
  [...header, 'row', 'errors'],
  ...bad.map(({ at, row, message, cells }) => [
    ...header.map((_, index) => unescapeFormula(rows[at]!.cells[index] ?? '')),
    String(row),
    [
      message,
      ...Object.values(cells).map(
        (cell) => cell.message && `${cell.message}${cell.hint ? ` (${cell.hint})` : ''}`,
      ),
    ]
      .filter((part) => part !== undefined)
      .join('; '),
  ]),
];
