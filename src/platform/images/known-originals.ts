import type { Storage, StoredFile } from '#platform/storage/storage.ts';

export interface KnownOriginals {
  /** As `storage.stat`, but what was answered within the last moments is believed. */
  stat(path: string): Promise<StoredFile | null>;
  /** Ask anew: of this path, or of all. */
  forget(path?: string): void;
}

const MAX_KNOWN = 20_000;

/**
 * Asks the storage for an original once in `metadataMs`; each time where that is 0. Those outside the buckets may be
 * exchanged by hand and are always asked for, and so is what was not there. One question serves all who ask it
 * meanwhile.
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
      const kept = known.get(path);
      if (kept && now() < kept.until) return kept.found;
      known.delete(path);
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value!);
      // What is forgotten while it is being asked is asked again by whoever comes then.
      const asked = { found: storage.stat(path), until: now() + metadataMs };
      known.set(path, asked);
      const forget = () => {
        if (known.get(path) === asked) known.delete(path);
      };
      asked.found.then((file) => file ?? forget(), forget);
      return asked.found;
    },
    forget(path) {
      if (path === undefined) known.clear();
      else known.delete(path);
    },
  };
}
