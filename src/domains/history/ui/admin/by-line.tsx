import { Badge } from '#design/badge.tsx';
import { RelativeTime } from '#design/relative-time.tsx';
import type { ChangeSet } from '../../contract.ts';

/** Who made a change: their name at that time. */
export const actorOf = ({ actorName }: Pick<ChangeSet, 'actorName'>): string =>
  actorName === 'database' ? 'The database' : actorName;

/** Whether nothing of a set is left to undo. */
export const isUndone = ({ undoneBy, isUndoPartial }: ChangeSet): boolean =>
  undoneBy !== null && !isUndoPartial;

/** Who made a change, when, and whether it was undone. */
export function ByLine({ set }: { set: ChangeSet }) {
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1 font-normal text-muted-foreground text-sm">
      <span className="[overflow-wrap:anywhere]">{actorOf(set)},</span>
      <RelativeTime iso={set.at} />
      {set.undoneBy ? <Badge variant="outline">{isUndone(set) ? 'Undone' : 'Undone in part'}</Badge> : null}
    </span>
  );
}
