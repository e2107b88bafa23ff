import type { Page } from './page.ts';

/** The gzip variant may be created later; it is about a fifth larger, and its size is reserved from the start. */
const GZIP_TOO = 2.3;
/** Memory of an entry besides its bodies: maps, header objects, strings. */
const ENTRY_OVERHEAD = 2_000;

interface Entry {
  page: Page;
  expires: number;
  /** The number of markAllStale calls when its render started. */
  staleMarks: number;
}

function bytesOf(key: string, { headers, tags }: Page, size: number): number {
  const headerBytes = [...headers].reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const tagBytes = tags.reduce((sum, tag) => sum + 2 * tag.length + 60, 0);
  return Math.ceil(GZIP_TOO * size) + headerBytes + tagBytes + 2 * key.length + ENTRY_OVERHEAD;
}

/** Pages by key and by tag, up to `maxBytes`: those not used for the longest time are removed first. */
export function createPageStore(maxBytes: number) {
  /** In order of use, least recent first. */
  const entries = new Map<string, Entry & { bytes: number }>();
  const keysOfTag = new Map<string, Set<string>>();
  let total = 0;

  function remove(key: string): boolean {
    const entry = entries.get(key);
    if (!entry) return false;
    entries.delete(key);
    total -= entry.bytes;
    for (const tag of entry.page.tags) {
      const keys = keysOfTag.get(tag);
      keys?.delete(key);
      if (keys?.size === 0) keysOfTag.delete(tag);
    }
    return true;
  }

  return {
    get entries() {
      return entries.size;
    },
    get bytes() {
      return total;
    },
    find: (key: string): Entry | undefined => entries.get(key),
    /** The entry of a key, marked as used. */
    use(key: string): Entry | undefined {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry;
    },
    /** Replaces the entry of a key. `size` of the body, bytes. */
    put(key: string, entry: Entry, size: number): void {
      const { tags } = entry.page;
      const bytes = bytesOf(key, entry.page, size);
      remove(key);
      if (bytes > maxBytes) return;
      entries.set(key, { ...entry, bytes });
      total += bytes;
      for (const tag of tags) {
        const keys = keysOfTag.get(tag) ?? new Set();
        keysOfTag.set(tag, keys.add(key));
      }
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
    },
    /** Removes the pages with one of these tags; returns how many. */
    removeTags(tags: readonly string[]): number {
      const keys = tags.flatMap((tag) => [...(keysOfTag.get(tag) ?? [])]);
      return keys.filter(remove).length;
    },
    clear(): void {
      entries.clear();
      keysOfTag.clear();
      total = 0;
    },
  };
}
