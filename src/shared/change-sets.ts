/**
 * The response header of an operation of the staff with the change sets that it made, oldest first, separated by
 * commas. There is one for each transaction that changed something.
 */
export const CHANGE_SETS_HEADER = 'x-change-sets';

/** By the output of the operation: two operations at the same time cannot be confused. */
const setsOf = new WeakMap<object, readonly string[]>();

/** Remembers the change sets of an operation that answered with this object or array. */
export function noteChangeSets(output: unknown, sets: readonly string[]): void {
  if (typeof output === 'object' && output !== null && sets.length > 0) setsOf.set(output, sets);
}

/** The change sets that an operation made, oldest first; none for an output that is a copy. */
export const changeSetsOf = (output: unknown): readonly string[] =>
  (typeof output === 'object' && output !== null && setsOf.get(output)) || [];
