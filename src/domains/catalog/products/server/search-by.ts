import type { Queryable } from '#db/client.ts';
import type { Caller } from '#shared/caller.ts';
import type { WordSearch } from '../../server/catalog-deps.ts';
import { limitScan } from './listing.repository.ts';

/** Runs a search. One that no index serves scans the table: for 2 s at most, and with limited concurrency. */
export const searchBy = <T>(
  { database, scans }: WordSearch,
  isIndexed: boolean,
  work: (db: Queryable) => Promise<T>,
  caller: Caller = null,
): Promise<T> => {
  if (isIndexed) return caller ? database.asCaller(caller, work) : work(database.reads);
  return scans(() =>
    database.asCaller(caller, async (tx) => {
      await limitScan(tx);
      return work(tx);
    }),
  );
};
