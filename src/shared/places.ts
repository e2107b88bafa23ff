/** The position of an item in an ordered list. */
export interface Placed {
  id: string;
  displayOrder: number;
}

/**
 * Assigns ids in a new order the existing position values: sorted and made distinct, so that a move by one swaps
 * exactly two.
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
