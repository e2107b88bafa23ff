/** Where something stands in a list that people order. */
export interface Placed {
  id: string;
  displayOrder: number;
}

/**
 * Ids in a new order, with the values their list already had: sorted and made distinct, so that a move by one
 * exchanges exactly two.
 */
export function reordered(ids: readonly string[], values: readonly number[]): Placed[] {
  let last = Number.NEGATIVE_INFINITY;
  const distinct = [...values]
    .sort((a, b) => a - b)
    .map((value) => {
      last = Math.max(value, last + 1);
      return last;
    });
  return ids.map((id, place) => ({ id, displayOrder: distinct[place]! }));
}
