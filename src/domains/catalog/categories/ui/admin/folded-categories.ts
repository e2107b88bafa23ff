const KEY = 'admin-folded-categories';

/** The ids of the categories whose subcategories are folded in this browser. */
export function readFoldedCategories(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Does nothing where the browser has no storage. */
export function saveFoldedCategories(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids]));
  } catch {
    // They are folded until the screen is left.
  }
}
