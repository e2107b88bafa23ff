const KEY = 'admin-folded-categories';

/** The ids of the categories collapsed in this browser. */
export function readFoldedCategories(): ReadonlySet<string> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return new Set(Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []);
  } catch {
    return new Set();
  }
}

/** Does nothing if the browser has no storage. */
export function saveFoldedCategories(ids: ReadonlySet<string>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...ids]));
  } catch {
    // Collapsed only until the screen is left.
  }
}
