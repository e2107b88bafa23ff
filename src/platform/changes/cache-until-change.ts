import type { Changes } from './changes.ts';

export type ChangeFeed = Pick<Changes, 'subscribe' | 'isListening'>;

/**
 * Caches the result of `load` per key until one of the tables changes, at most `lifeMs`, and at most `most` keys, the one
 * not used for the longest evicted first. Without a change feed, or while its connection is lost, nothing is cached.
 */
export function cacheUntilTableChange(
  changes: ChangeFeed | undefined,
  tables: readonly string[],
  most: number,
  lifeMs = Number.POSITIVE_INFINITY,
) {
  const cached = new Map<string, { value: Promise<unknown>; until: number }>();
  changes?.subscribe(({ table }) => {
    // Loads in progress are dropped too: they may have been read before the change.
    if (table === '*' || tables.includes(table)) cached.clear();
  });
  return <T>(key: string, load: () => Promise<T>): Promise<T> => {
    if (!changes?.isListening()) return load();
    const known = cached.get(key);
    cached.delete(key);
    if (known && known.until > performance.now()) {
      cached.set(key, known);
      return known.value as Promise<T>;
    }
    // A query of the ORM runs again each time it is awaited.
    const value = Promise.resolve(load());
    const loading = { value, until: performance.now() + lifeMs };
    cached.set(key, loading);
    if (cached.size > most) cached.delete(cached.keys().next().value as string);
    value.catch(() => {
      if (cached.get(key) === loading) cached.delete(key);
    });
    return value;
  };
}

export type Cached = ReturnType<typeof cacheUntilTableChange>;
