import type { Change, Changes } from '#platform/changes/changes.ts';

export type ChangeFeed = Pick<Changes, 'subscribe' | 'isListening'>;
export type { Change };

/**
 * Keeps what `load` gave per key until one of the tables changes, at most `most` keys, the oldest first
 * out. Without a feed of changes, or while its connection is lost, nothing is kept.
 */
export function cacheUntilTableChange(
  changes: ChangeFeed | undefined,
  tables: readonly string[],
  most: number,
) {
  const kept = new Map<string, Promise<unknown>>();
  changes?.subscribe(({ table }) => {
    // What is being loaded right now goes too: it may have been read before the change.
    if (table === '*' || tables.includes(table)) kept.clear();
  });
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    if (!changes?.isListening()) return load();
    const known = kept.get(key) as Promise<T> | undefined;
    if (known) return known;
    // A query of the ORM asks the database again whenever it is awaited.
    const loading = Promise.resolve(load());
    kept.set(key, loading);
    if (kept.size > most) kept.delete(kept.keys().next().value as string);
    loading.catch(() => {
      if (kept.get(key) === loading) kept.delete(key);
    });
    return loading;
  };
}

export type Cached = ReturnType<typeof cacheUntilTableChange>;
