/** What a tab knows of new orders. */
export interface Seen {
  /** The number of all orders that the tab knows. */
  total: number;
  /** Those that arrived while it was hidden. */
  unseen: number;
}

/** The next state for the number of all orders, and whether a new one arrived. Of the first number nothing is new. */
export function nextSeen(
  before: Seen | undefined,
  total: number,
  isVisible: boolean,
): { seen: Seen; isNew: boolean } {
  const arrived = before ? Math.max(0, total - before.total) : 0;
  const unseen = isVisible ? 0 : (before?.unseen ?? 0) + arrived;
  return { seen: { total, unseen }, isNew: arrived > 0 };
}

/** The title of a tab with a number in front; without, if it is 0. */
export const titleWith = (count: number, title: string): string => {
  const plain = title.replace(/^\(\d+\) /, '');
  return count > 0 ? `(${count}) ${plain}` : plain;
};
