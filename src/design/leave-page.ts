type Guard = (leave: () => void) => void;

const guards = new Set<Guard>();

/** Adds a guard of the page, which runs `leave` at once or after its question. Returns the function that removes it. */
export function addGuard(guard: Guard): () => void {
  guards.add(guard);
  return () => {
    guards.delete(guard);
  };
}

/** Runs `leave` when no guard of the page objects: for what is not a navigation and loses unsaved input all the same. */
export const leavePage: Guard = (leave) =>
  [...guards].reduceRight<() => void>((next, guard) => () => guard(next), leave)();
