import type { ChangedBy } from './shapes.ts';

/** Who changed something, and when. Unknown for changes by SQL or by a deleted account. */
export const changedByOf = (who: string | null | undefined, at: Date): ChangedBy => ({
  who: who || 'Somebody else',
  at: at.toISOString(),
});
