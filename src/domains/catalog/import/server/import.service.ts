import { createHash } from 'node:crypto';
import { setImmediate as breathe } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#db/client.ts';
import type { Errors } from '#shared/errors.ts';
import { textOfKobo } from '#shared/money.ts';
import { type CategoryPlan, namesInPlan, planCategories } from '../../categories/category-plan.ts';
import { categorySlugOf, freeSlug } from '../../categories/category-slug.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import { checkProduct, createCategoryLimit } from '../csv-faults.ts';
import type { ImportRow, RefusedCell } from '../import.contract.ts';
import { rowNumber } from '../product-csv.ts';
import {
  findImport,
  findImportProgress,
  insertCategories,
  insertImport,
  insertProducts,
  listCategoryKeys,
  listExistingNameIndexes,
  listKnownCategories,
  listUsedSlugs,
  lockCategories,
  lockOrdering,
  publishImportProgress,
  updateImport,
  violatedConstraint,
} from './import.repository.ts';

/** Rows checked, serialized and inserted per batch: other requests run in between. */
const BATCH_SIZE = 1_000;
/** Maximum number of reported cells; the user has the file. */
const MAX_REPORTED_CELLS = 100;
/** Stored instead of the hash of a cancelled import: no rows have it. */
const CANCELLED = 'cancelled';

interface PreparedRows {
  /** JSON of each part's rows, as the repository takes it, with how many they are. */
  batches: { json: string; count: number }[];
  categories: string[];
  hash: string;
}

type RowErrors = Errors<never, { ROWS_REFUSED: { cells: RefusedCell[]; rows: number } }>;

/** Validates every row with the browser's rules. */
async function prepareRows(errors: RowErrors, rows: readonly ImportRow[]): Promise<PreparedRows> {
  const hash = createHash('sha256');
  const batches: PreparedRows['batches'] = [];
  const categories = new Set<string>();
  const cells: RefusedCell[] = [];
  const categoryLimitFaults = createCategoryLimit();
  let badRows = 0;
  for (let start = 0; start < rows.length; start += BATCH_SIZE) {
    const products = rows.slice(start, start + BATCH_SIZE).map((row, index) => {
      const { product, faults } = checkProduct({
        ...row,
        price: String(row.price),
        featured: String(row.featured),
      });
      const all = [...faults, ...categoryLimitFaults(product.category)];
      if (all.length > 0) {
        badRows++;
        for (const fault of all) cells.push({ row: rowNumber(start + index), ...fault });
      }
      categories.add(product.category);
      return { ...product, price: product.price === null ? '' : textOfKobo(product.price) };
    });
    const json = JSON.stringify(products);
    hash.update(json);
    batches.push({ json, count: products.length });
    await breathe();
  }
  if (badRows > 0) {
    throw errors.ROWS_REFUSED({ data: { cells: cells.slice(0, MAX_REPORTED_CELLS), rows: badRows } });
  }
  return { batches, categories: [...categories], hash: hash.digest('hex') };
}

/** An aborted request needs no response: the error only rolls back the transaction. */
function stopIfAborted(errors: Errors<'BUSY'>, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw errors.BUSY();
}

/** Slugs that are free, one for each name: 'gele', 'gele-2'. */
function freeSlugs(names: readonly string[], taken: Set<string>): string[] {
  return names.map((name) => {
    const slug = freeSlug(categorySlugOf(name), [...taken]);
    taken.add(slug);
    return slug;
  });
}

/** The categories of these texts, and those that are missing. */
async function planMissingCategories(tx: Transaction, texts: readonly string[]): Promise<CategoryPlan> {
  const names = namesInPlan(texts);
  const keys = await listCategoryKeys(tx, names);
  const keyOf = new Map(names.map((name, at) => [name, keys[at]!]));
  return planCategories(await listKnownCategories(tx), texts, {
    keyOf: (name) => keyOf.get(name)!,
    newId: () => uuidv7(),
  });
}

/** Creates the missing categories. Returns their number, and the category id of each text. */
async function ensureCategories(
  tx: Transaction,
  texts: readonly string[],
): Promise<{ created: number; idOf: Map<string, string> }> {
  const found = await planMissingCategories(tx, texts);
  if (found.create.length === 0) return { created: 0, idOf: found.idOf };
  // Serializes concurrent imports and changes of the category tree.
  await lockOrdering(tx, 'categories');
  const { create, idOf } = await planMissingCategories(tx, texts);
  if (create.length > 0) {
    const slugs = freeSlugs(
      create.map(({ name }) => name),
      await listUsedSlugs(tx),
    );
    await insertCategories(
      tx,
      create.map(({ text: _, ...category }, index) => ({ ...category, slug: slugs[index]! })),
    );
  }
  return { created: create.length, idOf };
}

/**
 * Creates a product of every row and the categories they name, in one transaction, once per key.
 * Raises BUSY if a category is renamed or deleted concurrently. If `signal` is aborted, nothing is created.
 */
export const importProducts: Operation<'importProducts'> = async (
  { database },
  { idempotencyKey, rows, status },
  { user, errors, signal },
) => {
  const { batches, categories, hash } = await prepareRows(errors, rows);
  const record = {
    id: uuidv7(),
    userId: user.userId,
    idempotencyKey,
    bodyHash: status === 'published' ? hash : `${status} ${hash}`,
    productCount: rows.length,
  };
  try {
    return await database.asCaller(user, async (tx) => {
      if (!(await insertImport(tx, record))) return await findEarlierResult(tx, errors, record);
      const { created, idOf } = await ensureCategories(tx, categories);
      if (!(await lockCategories(tx, [...new Set(idOf.values())]))) throw errors.BUSY();
      let written = 0;
      for (const { json, count } of batches) {
        stopIfAborted(errors, signal);
        const ids = Array.from({ length: count }, () => uuidv7());
        written += await insertProducts(tx, json, { ids, categoryIds: idOf, status });
        await publishImportProgress(tx, record, written);
      }
      stopIfAborted(errors, signal);
      await updateImport(tx, record.id, created);
      return { created: rows.length, categories: created };
    });
  } catch (error) {
    if (violatedConstraint(error)?.startsWith('categories_')) throw errors.BUSY();
    throw error;
  }
};

/** What the import with this key created. */
async function findEarlierResult(
  tx: Transaction,
  errors: Errors<'KEY_REUSED'>,
  key: { userId: string; idempotencyKey: string; bodyHash: string },
): Promise<{ created: number; categories: number }> {
  const found = await findImport(tx, key);
  if (found?.bodyHash !== key.bodyHash) throw errors.KEY_REUSED();
  return { created: found.productCount, categories: found.categoryCount };
}

/** How many products of an import are written so far, in whichever process: all of them once it is finished. */
export const getImportProgress: Operation<'getImportProgress'> = (
  { database },
  { idempotencyKey },
  { user },
) =>
  database.asCaller(user, async (tx) => {
    const key = { userId: user.userId, idempotencyKey };
    const running = await findImportProgress(tx, key);
    // Asked in this order: one that ends in between is found.
    return { written: running || ((await findImport(tx, key))?.productCount ?? 0) };
  });

/**
 * Cancels an import permanently: rows in progress, or arriving later, create nothing. Waits for one that is
 * being written, and returns the number of products it created if it was finished before.
 */
export const cancelImport: Operation<'cancelImport'> = ({ database }, { idempotencyKey }, { user }) =>
  database.asCaller(user, async (tx) => {
    const key = { userId: user.userId, idempotencyKey };
    const nothing = { id: uuidv7(), ...key, bodyHash: CANCELLED, productCount: 0 };
    const found = (await insertImport(tx, nothing)) ? null : await findImport(tx, key);
    return { created: found?.productCount ?? 0, categories: found?.categoryCount ?? 0 };
  });

/** Which categories an import would create, and which product names exist already. */
export const previewImport: Operation<'previewImport'> = ({ database }, { categories, names }, { user }) =>
  database.asCaller(user, async (tx) => {
    const { create } = await planMissingCategories(tx, categories);
    return { newCategories: create.map(({ text }) => text), known: await listExistingNameIndexes(tx, names) };
  });
