/** Newest first; equal ones by id, so that the order is always the same. */
export const newestFirst = <P extends { id: string; createdAt: string }>(promotions: readonly P[]): P[] =>
  promotions.toSorted((a, b) =>
    a.createdAt === b.createdAt ? (a.id < b.id ? 1 : -1) : a.createdAt < b.createdAt ? 1 : -1,
  );

/**
 * The promotion of a visit, chosen from those active today; undefined if there is none. `random` is in [0,
 * 1).
 */
export function chooseOne<P extends { id: string; createdAt: string }>(
  active: readonly P[],
  random: () => number = Math.random,
): P | undefined {
  return newestFirst(active)[Math.floor(random() * active.length)];
}
