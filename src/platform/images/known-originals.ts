import type { Storage, StoredFile } from '#platform/storage/storage.ts';

export interface KnownOriginals {
  /** Like `storage.stat`, with recent results cached. */
  stat(path: string): Promise<StoredFile | null>;
  /** Drops the cached metadata of this path, or all. */
  forget(path?: string): void;
}

const MAX_KNOWN = 20_000;

/**
 * Caches the metadata of originals for `metadataMs`; 0 disables the cache. Files outside the buckets may be replaced
 * by hand and are never cached, nor are missing files. Concurrent calls share one request.
 */
export function knownOriginals(
  storage: Pick<Storage, 'stat'>,
  metadataMs: number,
  now: () => number = () => performance.now(),
): KnownOriginals {
  const known = new Map<string, { found: Promise<StoredFile | null>; until: number }>();
  return {
    stat(path) {
      if (metadataMs === 0 || !path.includes('/')) return storage.stat(path);
      const cached = known.get(path);
      if (cached && now() < cached.until) return cached.found;
      known.delete(path);
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
      // Metadata forgotten during its read is read again by the next call.
      const entry = { found: storage.stat(path), until: now() + metadataMs };
      known.set(path, entry);
      const forget = () => {
        if (known.get(path) === entry) known.delete(path);
      };
      entry.found.then((file) => file ?? forget(), forget);
      return entry.found;
    },
    forget(path) {
      if (path === undefined) known.clear();
      else known.delete(path);
    },
  };
}
