import type { ChangedBy } from './shapes.ts';

/** Who changed something, and when. Unknown for changes by SQL or by a deleted account. */
export const changedByOf = (name: string | null | undefined, at: Date): ChangedBy => ({
  name: name || 'Somebody else',
  at: at.toISOString(),
});
