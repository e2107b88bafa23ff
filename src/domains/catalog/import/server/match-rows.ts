import { setImmediate as breathe } from 'node:timers/promises';
import type { Queryable } from '#db/client.ts';
import type { ImportKey } from '../product-csv.ts';
import { listMatches, type StoredProduct } from './import.repository.ts';

/** Rows compared per statement: other requests run in between. */
const BATCH_SIZE = 1_000;

export type KeyedRow = { [K in ImportKey]?: string | undefined };

/** The rows of a file in the shop, by their positions from 0. */
export interface Matches {
  products: Map<number, StoredProduct>;
  /** Rows that several products fit. */
  several: Set<number>;
  /** Rows of no product, whose name a product has. */
  known: Set<number>;
  /** Rows whose code another product has. */
  taken: Set<number>;
}

/** Finds the products of rows by a key. By `sku`, a product without one is recognised by its name, if it is the only one. */
export async function matchRows(
  db: Queryable,
  key: ImportKey | undefined,
  rows: readonly KeyedRow[],
): Promise<Matches> {
  const matches: Matches = { products: new Map(), several: new Set(), known: new Set(), taken: new Set() };
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    await matchBatch(db, key, { rows: rows.slice(start, start + BATCH_SIZE), start }, matches);
    await breathe();
  }
  return matches;
}

async function matchBatch(
  db: Queryable,
  key: ImportKey | undefined,
  { rows, start }: { rows: readonly KeyedRow[]; start: number },
  { products, several, known, taken }: Matches,
): Promise<void> {
  const find = async (by: ImportKey, isWanted: (at: number) => boolean) => {
    const keys = rows.map((row, index) => (isWanted(start + index) ? (row[by] ?? '') : ''));
    const found = new Map<number, StoredProduct[]>();
    if (keys.every((one) => one === '')) return found;
    for (const product of await listMatches(db, by, keys)) {
      const at = start + product.at;
      found.set(at, [...(found.get(at) ?? []), product]);
    }
    return found;
  };
  if (key) {
    for (const [at, [first, second]] of await find(key, () => true)) {
      if (second) several.add(at);
      else products.set(at, first!);
    }
  }
  if (key && key !== 'name') {
    const isUnknown = (at: number) => !products.has(at) && (key === 'sku' || !rows[at - start]!.id);
    for (const [at, [first, second]] of await find('name', isUnknown)) {
      if (key === 'sku' && !second && first!.sku === null) products.set(at, first!);
      else known.add(at);
    }
  }
  if (key !== 'sku') {
    for (const [at, [owner]] of await find('sku', () => true)) {
      if (owner!.id !== (products.get(at)?.id ?? rows[at - start]!.id)) taken.add(at);
    }
  }
}
