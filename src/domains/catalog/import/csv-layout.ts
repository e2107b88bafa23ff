import { categoryPath, categoryText } from '../categories/category-path.ts';
import { columnKey } from './column-key.ts';
import { decodeEntities } from './csv-html.ts';
import type { CsvRecord } from './csv-records.ts';
import { TEMPLATE_COLUMNS } from './product-csv.ts';

// Formats of other shops' exports: the rows of one product, unpublished products, the notation of categories.

/** The reason why a product is unpublished in the shop the file comes from. */
export type UnpublishedReason = 'draft' | 'archived' | 'hidden';

export interface Layout {
  /** Groups the rows of each product (sizes, colours, images), the row with its name first. */
  groupRows(records: readonly CsvRecord[]): CsvRecord[][];
  /** The sizes and colours of a product's rows; empty unless there are several. */
  variantsOf(rows: readonly CsvRecord[]): Variant[];
  /** Undefined if the row's product is published; `part`: if this size or colour of a published product is. */
  unpublishedReason(record: CsvRecord, part?: 'part'): UnpublishedReason | undefined;
  /** Whether prices are in minor units: cents, kobo. */
  pricesInHundredths: boolean;
  /** Whether it is the shop's own export or template: its cells are as the shop has them. */
  isOwn: boolean;
  /** Whether line breaks are written as '\n', a backslash and a letter. */
  escapesLineBreaks: boolean;
}

/** One size or colour of a product. */
export interface Variant {
  record: CsvRecord;
  /** 'S / Red'. */
  label: string;
  /** Its own code; '' without one. */
  sku: string;
}

/** Reads a trimmed cell by the key of its column; '' without such a column. */
type CellReader = (record: CsvRecord, key: string) => string;

const HANDLE_COLUMNS = ['handle', 'url handle', 'product handle', 'reference handle'];

interface Status {
  columns: readonly string[];
  reasons: Record<string, UnpublishedReason>;
}

const STATUSES: Status[] = [
  {
    columns: ['status', 'product status'],
    reasons: {
      draft: 'draft',
      proposed: 'draft',
      rejected: 'draft',
      archived: 'archived',
      unlisted: 'hidden',
    },
  },
  { columns: ['published'], reasons: { false: 'hidden', no: 'hidden', '0': 'hidden', '-1': 'draft' } },
  {
    columns: ['published on online store', 'visible', 'is visible', 'product visible'],
    reasons: { false: 'hidden', no: 'hidden', n: 'hidden', '0': 'hidden' },
  },
  { columns: ['product online'], reasons: { '0': 'hidden', '2': 'hidden' } },
  { columns: ['archived'], reasons: { y: 'archived', yes: 'archived', true: 'archived' } },
];
/** Where a product is listed. Its sizes are sold there too, although Magento calls them 'Not Visible Individually'. */
const LISTING: Status = {
  columns: ['visibility in catalog', 'visibility'],
  reasons: { hidden: 'hidden', 'not visible individually': 'hidden' },
};

/** The value of an option: 'Option1 Value', 'Variant Option 1 Value', 'Option Value 1', 'Attribute 1 value(s)'. */
const OPTION_VALUE = /^(?:variant )?(?:option ?\d value|option value \d|attribute \d value s)$/;
/** Names of a variant, where a file has no options. */
const VARIANT_NAMES = ['variant title', 'variation name'];
/** What an option without a choice is called. */
const NO_CHOICE = /^(default( title| variant)?|regular)$/i;

/** Types of rows that belong to the product above them. */
const PART_TYPES = new Set(['variant', 'sku', 'rule', 'image', 'video']);

export function detectLayout(header: readonly string[], nameIndex: number | null): Layout {
  const columns = new Map(header.map((name, index) => [columnKey(name), index]));
  const hasColumn = (key: string) => columns.has(key);
  const readCell: CellReader = ({ cells }, key) => (cells[columns.get(key) ?? -1] ?? '').trim();
  const handle = HANDLE_COLUMNS.find(hasColumn);
  const optionColumns = [...columns].filter(([key]) => OPTION_VALUE.test(key)).map(([, index]) => index);
  const priceColumns = [...columns].filter(([key]) => key.includes('price')).map(([, index]) => index);
  const isOwn = TEMPLATE_COLUMNS.every(hasColumn);
  const hasContent = ({ cells }: CsvRecord, index: number) => (cells[index] ?? '').trim() !== '';
  const nameOf = ({ cells }: CsvRecord) => (nameIndex === null ? '' : (cells[nameIndex] ?? '').trim());
  const labelOf = (record: CsvRecord) => {
    const values = optionColumns.map((index) => (record.cells[index] ?? '').trim());
    const named = values.some((value) => value !== '')
      ? values
      : VARIANT_NAMES.map((key) => readCell(record, key));
    return named.filter((value) => value !== '' && !NO_CHOICE.test(value)).join(' / ');
  };
  const isPart = (record: CsvRecord, previous: CsvRecord | undefined) =>
    // Square repeats the item's name in each of its variations.
    (hasColumn('token') &&
      hasColumn('variation name') &&
      previous !== undefined &&
      nameOf(previous) === nameOf(record)) ||
    PART_TYPES.has((readCell(record, 'item') || readCell(record, 'item type')).toLowerCase()) ||
    (hasColumn('variant id non editable') && nameIndex !== null && nameOf(record) === '');

  return {
    groupRows(records) {
      const parentOf = createParentLookup(records, readCell);
      const groups = new Map<string, CsvRecord[]>();
      let previousKey = '';
      let previous: CsvRecord | undefined;
      for (const record of records) {
        const ownKey = (handle && readCell(record, handle)) || rowKey(record);
        const parent = parentOf(record);
        const key = parent ?? (isPart(record, previous) && previousKey !== '' ? previousKey : ownKey);
        previousKey = key;
        previous = record;
        const group = groups.get(key);
        if (!group) groups.set(key, [record]);
        // A parent may follow its variants.
        else if (key === rowKey(record)) group.unshift(record);
        else group.push(record);
      }
      return [...groups.values()];
    },
    variantsOf(rows) {
      // The row of the product itself has no price where its variants have one.
      const priced = rows.filter((row) => priceColumns.some((index) => hasContent(row, index)));
      const variants = (priced.length > 0 ? priced : rows)
        .map((record) => ({
          record,
          label: labelOf(record),
          sku: readCell(record, 'variant sku') || readCell(record, 'sku'),
        }))
        .filter(({ label }) => label !== '');
      return variants.length > 1 ? variants : [];
    },
    unpublishedReason(record, part) {
      if (isOwn && columns.has('id')) return undefined;
      for (const { columns, reasons } of part ? STATUSES : [...STATUSES, LISTING]) {
        for (const column of columns) {
          const reason = reasons[readCell(record, column).toLowerCase()];
          if (reason) return reason;
        }
      }
      return undefined;
    },
    // Medusa 1 exports amounts in minor units.
    pricesInHundredths:
      hasColumn('product profile name') &&
      ![...columns.keys()].some((key) => key.startsWith('variant price')),
    isOwn,
    // The column is WooCommerce's.
    escapesLineBreaks: hasColumn('visibility in catalog'),
  };
}

const rowKey = ({ row }: CsvRecord) => `row ${row}`;

/**
 * Finds the group of a row by references in the file: WooCommerce's variations name the SKU or id of their parent,
 * Magento's configurable products list their simple ones.
 */
function createParentLookup(
  records: readonly CsvRecord[],
  readCell: CellReader,
): (record: CsvRecord) => string | undefined {
  const bySku = new Map<string, string>();
  const childOf = new Map<string, string>();
  for (const record of records) {
    if (readCell(record, 'parent') === '') {
      const [sku, id] = [readCell(record, 'sku'), readCell(record, 'id')];
      if (sku !== '') bySku.set(sku, rowKey(record));
      if (id !== '') bySku.set(`id:${id}`, rowKey(record));
    }
    for (const [, sku] of readCell(record, 'configurable variations').matchAll(/sku=([^,|]+)/g)) {
      childOf.set(sku!.trim(), rowKey(record));
    }
  }
  return (record) => {
    const parent = readCell(record, 'parent');
    return parent === '' ? childOf.get(readCell(record, 'sku')) : bySku.get(parent);
  };
}

const MAGENTO_ROOT = 'Default Category';
const BIGCOMMERCE_PATH = /Category Path:\s*([^,;|"]+)/g;

/**
 * Converts a category cell to a path: 'A > B'. A product has one category here: of several the deepest is used, the
 * first of equals. `key` is the column's: only 'categories' contains lists.
 */
export function parseCategory(cell: string, key: string): string {
  const text = decodeEntities(cell).trim();
  const paths = [...text.matchAll(BIGCOMMERCE_PATH)].map(([, path]) => path!.split('/'));
  if (paths.length === 0 && key === 'categories') {
    for (const item of text.split(/(?<!\\)[,;]/)) paths.push(splitPath(item.replaceAll('\\,', ',').trim()));
  }
  const trimmed = paths.map((path) => categoryPath(path.join('>'))).filter((path) => path.length > 0);
  if (trimmed.length === 0) return categoryText(categoryPath(text));
  return categoryText(trimmed.reduce((best, path) => (path.length > best.length ? path : best)));
}

function splitPath(text: string): string[] {
  if (text.startsWith('/') || text.startsWith(`${MAGENTO_ROOT}/`)) {
    return text.split('/').filter((name) => name !== '' && name !== MAGENTO_ROOT);
  }
  return text.split('>');
}
