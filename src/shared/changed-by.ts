import type { Errors } from './errors.ts';
import type { ChangedBy } from './shapes.ts';

/** Who changed something, and when. Unknown for changes by SQL or by a deleted account. */
export const changedByOf = (name: string | null | undefined, at: Date): ChangedBy => ({
  name: name || 'Somebody else',
  at: at.toISOString(),
});

/** Whether a caller who says what their screen displayed has seen another value than the stored one. */
export const isOvertaken = <T>(stored: T, shown: T | undefined) => shown !== undefined && shown !== stored;

export type StaleErrors<Current> = Errors<never, { STALE: ChangedBy & { current: Current } }>;

/**
 * Whether a row has the fields of a save that found no row of its version: the save is a retry after a lost response,
 * and not STALE.
 */
export const isStored = <Fields extends object>(row: { [K in keyof Fields]: unknown }, fields: Fields) =>
  (Object.keys(fields) as (keyof Fields)[]).every(
    (name) => JSON.stringify(row[name]) === JSON.stringify(fields[name]),
  );
