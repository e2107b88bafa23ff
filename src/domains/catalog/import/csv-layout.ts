import { categoryPath, categoryText } from '../categories/category-path.ts';
import { decodedText } from './csv-html.ts';
import { columnKey } from './csv-mapping.ts';
import type { CsvRecord } from './csv-records.ts';

// What other shops' exports say beside the cells we take: which rows are one product, which products are not on
// offer, how categories are written.

/** Why a product is not offered in the shop the file comes from. */
export type NotOffered = 'draft' | 'archived' | 'hidden';

export interface Layout {
  /** The rows that are one product (its sizes, colours and images), the one with its name first. */
  products(records: readonly CsvRecord[]): CsvRecord[][];
  /** Why the product of this row is not on offer there. */
  notOffered(record: CsvRecord): NotOffered | undefined;
  /** Whether prices are in hundredths of the currency's unit. */
  inHundredths: boolean;
  /** Whether line breaks in texts are written as a backslash and an 'n'. */
  escapesLines: boolean;
}

/** Reads a row's cell by the key of its column; '' where the file has no such column. */
type Read = (record: CsvRecord, key: string) => string;

const HANDLES = ['handle', 'url handle', 'product handle'];

const OFFERS: { columns: readonly string[]; reasons: Record<string, NotOffered> }[] = [
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
  {
    columns: ['visibility in catalog', 'visibility'],
    reasons: { hidden: 'hidden', 'not visible individually': 'hidden' },
  },
];

/** Rows of these types belong to the product above them. */
const PARTS = new Set(['variant', 'sku', 'rule', 'image', 'video']);

export function layoutOf(header: readonly string[], nameAt: number | null): Layout {
  const columns = new Map(header.map((name, at) => [columnKey(name), at]));
  const has = (key: string) => columns.has(key);
  const read: Read = ({ cells }, key) => (cells[columns.get(key) ?? -1] ?? '').trim();
  const handle = HANDLES.find(has);
  const isPart = (record: CsvRecord) =>
    PARTS.has((read(record, 'item') || read(record, 'item type')).toLowerCase()) ||
    (has('variant id non editable') && nameAt !== null && (record.cells[nameAt] ?? '').trim() === '');

  return {
    products(records) {
      const parentOf = parents(records, read);
      const groups = new Map<string, CsvRecord[]>();
      let above = '';
      for (const record of records) {
        const own = (handle && read(record, handle)) || rowKey(record);
        const parent = parentOf(record);
        const key = parent ?? (isPart(record) && above !== '' ? above : own);
        above = key;
        const group = groups.get(key);
        if (!group) groups.set(key, [record]);
        // A parent may stand below its variants.
        else if (key === rowKey(record)) group.unshift(record);
        else group.push(record);
      }
      return [...groups.values()];
    },
    notOffered(record) {
      for (const { columns, reasons } of OFFERS) {
        for (const column of columns) {
          const reason = reasons[read(record, column).toLowerCase()];
          if (reason) return reason;
        }
      }
      return undefined;
    },
    // Medusa 1 exports amounts as it stores them.
    inHundredths:
      has('product profile name') && ![...columns.keys()].some((key) => key.startsWith('variant price')),
    // WooCommerce.
    escapesLines: has('visibility in catalog'),
  };
}

const rowKey = ({ row }: CsvRecord) => `row ${row}`;

/**
 * Finds the product of a row that names it elsewhere in the file: WooCommerce's variations by the SKU or id of their
 * parent, Magento's simple products by the list in the configurable one.
 */
function parents(records: readonly CsvRecord[], read: Read): (record: CsvRecord) => string | undefined {
  const bySku = new Map<string, string>();
  const childOf = new Map<string, string>();
  for (const record of records) {
    if (read(record, 'parent') === '') {
      const [sku, id] = [read(record, 'sku'), read(record, 'id')];
      if (sku !== '') bySku.set(sku, rowKey(record));
      if (id !== '') bySku.set(`id:${id}`, rowKey(record));
    }
    for (const [, sku] of read(record, 'configurable variations').matchAll(/sku=([^,|]+)/g)) {
      childOf.set(sku!.trim(), rowKey(record));
    }
  }
  return (record) => {
    const parent = read(record, 'parent');
    return parent === '' ? childOf.get(read(record, 'sku')) : bySku.get(parent);
  };
}

const MAGENTO_ROOT = 'Default Category';
const BIGCOMMERCE_PATH = /Category Path:\s*([^,;|"]+)/g;

/**
 * A category cell as 'A > B'. Of several categories the most precise one counts, the first among equals: a product
 * has one here. `key` is that of the column: only 'categories' holds lists.
 */
export function categoryOfCell(cell: string, key: string): string {
  const text = decodedText(cell).trim();
  const paths = [...text.matchAll(BIGCOMMERCE_PATH)].map(([, path]) => path!.split('/'));
  if (paths.length === 0 && key === 'categories') {
    for (const one of text.split(/(?<!\\)[,;]/)) paths.push(pathOf(one.replaceAll('\\,', ',').trim()));
  }
  const trimmed = paths.map((path) => categoryPath(path.join('>'))).filter((path) => path.length > 0);
  if (trimmed.length === 0) return categoryText(categoryPath(text));
  return categoryText(trimmed.reduce((best, path) => (path.length > best.length ? path : best)));
}

function pathOf(text: string): string[] {
  if (text.startsWith('/') || text.startsWith(`${MAGENTO_ROOT}/`)) {
    return text.split('/').filter((name) => name !== '' && name !== MAGENTO_ROOT);
  }
  return text.split('>');
}
