import type { ChangedBy } from './shapes.ts';

/** Who changed something, and when. Nobody is known where it was done by SQL, or the account is gone. */
export const changedByOf = (who: string | null | undefined, at: Date): ChangedBy => ({
  who: who || 'Somebody else',
  at: at.toISOString(),
});
