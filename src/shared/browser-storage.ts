/** The browser's storage, which may be full, blocked or missing: it reads as empty then, and a write does nothing. */
const tolerant = (storage: () => Storage) => ({
  read(key: string): string | null {
    try {
      return storage().getItem(key);
    } catch {
      return null;
    }
  },
  /** The stored array; empty if there is none, or another version has stored something else. */
  readList(key: string): unknown[] {
    try {
      const list: unknown = JSON.parse(storage().getItem(key) ?? '');
      return Array.isArray(list) ? list : [];
    } catch {
      return [];
    }
  },
  write(key: string, value: string): void {
    try {
      storage().setItem(key, value);
    } catch {
      // Kept by nothing.
    }
  },
});

export const localStore = tolerant(() => localStorage);
/** Until the tab is closed. */
export const sessionStore = tolerant(() => sessionStorage);
