import type { Changes } from './changes.ts';

export type ChangeFeed = Pick<Changes, 'subscribe' | 'isListening'>;

/**
 * Caches the result of `load` per key until one of the tables changes, at most `most` keys, oldest evicted
 * first. Without a change feed, or while its connection is lost, nothing is cached.
 */
export function cacheUntilTableChange(
  changes: ChangeFeed | undefined,
  tables: readonly string[],
  most: number,
) {
  const cached = new Map<string, Promise<unknown>>();
  changes?.subscribe(({ table }) => {
    // Loads in progress are dropped too: they may have been read before the change.
    if (table === '*' || tables.includes(table)) cached.clear();
  });
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    if (!changes?.isListening()) return load();
    const known = cached.get(key) as Promise<T> | undefined;
    if (known) return known;
    // A query of the ORM runs again each time it is awaited.
    const loading = Promise.resolve(load());
    cached.set(key, loading);
    if (cached.size > most) cached.delete(cached.keys().next().value as string);
    loading.catch(() => {
      if (cached.get(key) === loading) cached.delete(key);
    });
    return loading;
  };
}

export type Cached = ReturnType<typeof cacheUntilTableChange>;
