import { v7 as uuidv7 } from 'uuid';
import { allowSeconds, type Transaction } from '#db/client.ts';
import { changedByOf } from '#shared/changed-by.ts';
import type { Errors } from '#shared/errors.ts';
import type { Operation } from '../../server/catalog-deps.ts';
import type { ImportChange, ImportRow, StaleRow, UnchangedRow } from '../import.contract.ts';
import { type ImportKey, rowNumber } from '../product-csv.ts';
import {
  findImport,
  findProgress,
  insertImport,
  insertProducts,
  listOutdated,
  lockCategories,
  lockVersions,
  publishProgress,
  updateImport,
  updateProducts,
  violatedConstraint,
} from './import.repository.ts';
import { ensureCategories } from './import-categories.ts';
import { matchRows } from './match-rows.ts';
import { type Batch, prepareRows } from './prepare-rows.ts';

/** Maximum number of reported rows; the user has the file. */
const MAX_REPORTED = 100;
/** Writing 10,000 products takes longer than a statement usually may. */
const IMPORT_SECONDS = 60;
/** Stored instead of the hash of a cancelled import: no rows have it. */
const CANCELLED = 'cancelled';

/** An aborted request needs no response: the error only rolls back the transaction. */
function stopIfAborted(errors: Errors<'BUSY'>, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw errors.BUSY();
}

type StaleErrors = Errors<never, { ROWS_CHANGED: { stale: StaleRow[]; rows: number } }>;

/** Refuses an import whose preview the shop no longer fits. Locks the products that it changes, not those that stay as they are. */
async function assertFresh(
  tx: Transaction,
  errors: StaleErrors,
  {
    key,
    rows,
    changes,
    unchanged,
  }: {
    key?: ImportKey;
    rows: readonly ImportRow[];
    changes: readonly ImportChange[];
    unchanged: readonly UnchangedRow[];
  },
): Promise<void> {
  const stale: StaleRow[] = [];
  const stored = new Map(
    changes.length > 0
      ? (
          await lockVersions(
            tx,
            changes.map(({ id }) => id),
          )
        ).map((one) => [one.id, one])
      : [],
  );
  const { taken } = await matchRows(tx, undefined, changes);
  for (const [at, { id, version, name = '' }] of changes.entries()) {
    const found = stored.get(id);
    if (found?.version === version && !taken.has(at)) continue;
    stale.push({
      row: rowNumber(rows.length + at),
      name: found?.name ?? name,
      reason: !found ? 'deleted' : taken.has(at) ? 'exists' : 'changed',
      changedBy: found && found.version !== version ? changedByOf(found.updated_by, found.updated_at) : null,
    });
  }
  // After the locks, so that what they waited for is seen.
  const outdated = unchanged.length > 0 ? await listOutdated(tx, unchanged) : [];
  for (const { at, name, updated_by, updated_at } of outdated) {
    stale.push({
      row: rowNumber(rows.length + changes.length + at),
      name: name ?? '',
      reason: updated_at ? 'changed' : 'deleted',
      changedBy: updated_at && changedByOf(updated_by, updated_at),
    });
  }
  const found = await matchRows(tx, key, rows);
  const known = [...found.known].filter((at) => !rows[at]!.sharesName);
  const existing = new Set([...found.products.keys(), ...found.several, ...known, ...found.taken]);
  for (const at of existing) {
    stale.push({ row: rowNumber(at), name: rows[at]!.name, reason: 'exists', changedBy: null });
  }
  if (stale.length > 0) {
    throw errors.ROWS_CHANGED({ data: { stale: stale.slice(0, MAX_REPORTED), rows: stale.length } });
  }
}

/**
 * Creates a product of every row, changes those of `changes` and creates the categories they name, in one transaction,
 * once per key. Raises BUSY if a category is renamed or deleted concurrently. If `signal` is aborted, nothing is written.
 */
export const importProducts: Operation<'importProducts'> = async (
  { database },
  { idempotencyKey, key, rows, changes, unchanged, status },
  { user, errors, signal },
) => {
  const prepared = await prepareRows(errors, { rows, changes });
  const record = {
    id: uuidv7(),
    userId: user.userId,
    idempotencyKey,
    bodyHash: status === 'published' ? prepared.hash : `${status} ${prepared.hash}`,
    productCount: rows.length + changes.length,
    changedCount: changes.length,
  };
  try {
    return await database.asCaller(user, async (tx) => {
      await allowSeconds(tx, IMPORT_SECONDS);
      if (!(await insertImport(tx, record))) return await findEarlierResult(tx, errors, record);
      const { created, idOf } = await ensureCategories(tx, prepared.categories);
      if (!(await lockCategories(tx, [...new Set(idOf.values())]))) throw errors.BUSY();
      await assertFresh(tx, errors, { key, rows, changes, unchanged });
      let written = 0;
      const write = async (batches: Batch[], writeBatch: (batch: Batch) => Promise<number>) => {
        for (const batch of batches) {
          stopIfAborted(errors, signal);
          written += await writeBatch(batch);
          const progress = { written, total: record.productCount };
          await publishProgress(tx, { userId: user.userId, key: idempotencyKey }, progress);
        }
      };
      await write(prepared.changes, ({ json }) => updateProducts(tx, json, idOf));
      await write(prepared.rows, ({ json, count }) => {
        const ids = Array.from({ length: count }, () => uuidv7());
        return insertProducts(tx, json, { ids, categoryIds: idOf, status });
      });
      stopIfAborted(errors, signal);
      const changeSet = await updateImport(tx, record.id, created);
      return { created: rows.length, changed: changes.length, categories: created, changeSet };
    });
  } catch (error) {
    const constraint = violatedConstraint(error);
    if (constraint?.startsWith('categories_') || constraint === 'products_sku_key') throw errors.BUSY();
    throw error;
  }
};

const resultOf = (found: Awaited<ReturnType<typeof findImport>>) => ({
  created: (found?.productCount ?? 0) - (found?.changedCount ?? 0),
  changed: found?.changedCount ?? 0,
  categories: found?.categoryCount ?? 0,
  changeSet: found?.changeSetId ?? null,
});

/** What the import with this key did. */
async function findEarlierResult(
  tx: Transaction,
  errors: Errors<'KEY_REUSED'>,
  key: { userId: string; idempotencyKey: string; bodyHash: string },
) {
  const found = await findImport(tx, key);
  if (found?.bodyHash !== key.bodyHash) throw errors.KEY_REUSED();
  return resultOf(found);
}

/** How many products of an import are written so far, in whichever process: all of them once it is finished. */
export const getImportProgress: Operation<'getImportProgress'> = (
  { database },
  { idempotencyKey },
  { user },
) =>
  database.asCaller(user, async (tx) => {
    const { userId } = user;
    const { written } = await findProgress(tx, { userId, key: idempotencyKey });
    // Asked in this order: one that ends in between is found.
    return { written: written || ((await findImport(tx, { userId, idempotencyKey }))?.productCount ?? 0) };
  });

/**
 * Cancels an import permanently: rows in progress, or arriving later, write nothing. Waits for one that is
 * being written, and returns what it did if it was finished before.
 */
export const cancelImport: Operation<'cancelImport'> = ({ database }, { idempotencyKey }, { user }) =>
  database.asCaller(user, async (tx) => {
    const key = { userId: user.userId, idempotencyKey };
    const nothing = { id: uuidv7(), ...key, bodyHash: CANCELLED, productCount: 0 };
    return resultOf((await insertImport(tx, nothing)) ? null : await findImport(tx, key));
  });
