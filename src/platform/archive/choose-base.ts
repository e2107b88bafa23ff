import { BackupError } from '../backup/backup-error.ts';
import { isInFuture } from '../backup/in-future.ts';
import { type Archive, type BaseManifest, factsOf, reachOf, skipUnreadable, timelineAt } from './archive.ts';
import { type Segment, segmentOf } from './segments.ts';

/** A moment, or everything that is in the archive. */
export type Target = Date | 'latest';

/** A base backup and the files of the log that lead from it to the target. */
export interface Course {
  base: BaseManifest;
  wal: readonly string[];
  /** The timeline to follow. */
  timeline: number | 'latest';
  /** When the last file was archived. */
  until: Date;
}

const text = (moment: Date) => moment.toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * The newest base backup before the target that the log leads on from. Throws BackupError that says what can be
 * restored instead.
 */
export async function chooseBase(archive: Archive, target: Target): Promise<Course> {
  const names = await archive.listBases();
  if (names.length === 0) throw new BackupError(`There is no base backup in ${archive.address}.`);
  if (target !== 'latest' && target > new Date()) {
    throw new BackupError(`${text(target)} is in the future. Give a moment of the past, or --to latest.`);
  }
  let earliest: Date | undefined;
  /** The newest one that cannot be read; an earlier one may lead on over it. */
  let unreadable: { name: string; error: unknown } | undefined;
  // Those of a clock that was ahead last: there may be a gap after them.
  const isAhead = (name: string) => Number(isInFuture(factsOf(name).startedAt));
  for (const name of names.toReversed().sort((one, other) => isAhead(one) - isAhead(other))) {
    if (target !== 'latest' && factsOf(name).startedAt > target) continue;
    const base = await archive.readBase(name).catch((error: unknown) => {
      unreadable ??= { name, error };
      return skipUnreadable(error);
    });
    if (!base) continue;
    const wal = await archive.listWal(base.system);
    const { last, until } = reachOf(base, wal);
    // Not complete: its last segments were never archived.
    if (!last || !until) continue;
    const completedAt = new Date(base.completedAt);
    if (target !== 'latest' && completedAt > target) {
      earliest = completedAt;
      continue;
    }
    const isReached =
      target === 'latest' ? !unreadable || leadsTo(unreadable.name, base, last) : until >= target;
    if (!isReached && unreadable) throw unreadable.error;
    if (target !== 'latest' && until < target) throw outOfReach(target, until, names.at(-1) !== name);
    const timeline = target === 'latest' ? 'latest' : timelineAt(target, base, wal);
    const next = target === 'latest' ? undefined : names.find((one) => factsOf(one).startedAt > target);
    return { base, wal: filesOf(base, wal, next), timeline, until };
  }
  if (unreadable) throw unreadable.error;
  throw new BackupError(await tooEarly(archive, names, earliest));
}

/** Whether the log of a base backup, which is without a gap up to `last`, reaches the start of a later one. */
function leadsTo(later: string, { system, segmentSize }: BaseManifest, last: Segment): boolean {
  const { system: other, start } = factsOf(later);
  return other === system && segmentOf(start, segmentSize)!.number <= last.number;
}

/** The files from the base backup on; those after `next`, a base backup after the target, are not needed. */
function filesOf(
  { system, start, segmentSize }: BaseManifest,
  wal: readonly { name: string }[],
  next: string | undefined,
): string[] {
  const first = segmentOf(start, segmentSize)!.number;
  const isOfSystem = next !== undefined && factsOf(next).system === system;
  const last = isOfSystem ? segmentOf(factsOf(next).start, segmentSize)!.number : Number.POSITIVE_INFINITY;
  return wal.flatMap(({ name }) => {
    const found = segmentOf(name, segmentSize);
    return !found || (found.number >= first && found.number <= last) ? name : [];
  });
}

function outOfReach(target: Date, until: Date, isGap: boolean): BackupError {
  const begin = isGap ? 'The archive has a gap after' : 'The archive ends at';
  const more = isGap ? 'or a later one' : 'or --to latest';
  return new BackupError(
    `${begin} ${text(until)}, before ${text(target)}. Give that moment or an earlier one, ${more}.`,
  );
}

async function tooEarly(
  archive: Archive,
  names: readonly string[],
  earliest: Date | undefined,
): Promise<string> {
  const from = earliest ?? new Date((await archive.readBase(names[0]!)).completedAt);
  return `The archive begins at ${text(from)}. Give a later moment, or restore a backup of before: npm run restore -- <backup>`;
}

/** From when until when any moment can be restored. */
export interface Span {
  from: Date;
  until: Date;
  /** The last segment of the log without a gap. */
  last: Segment;
  segmentSize: number;
}

/** The moments of a server that `chooseBase` finds a way to, oldest first: more than one span if the log has gaps. */
export async function spansOf(
  archive: Archive,
  system: string,
  wal: readonly { name: string; modified: Date }[],
): Promise<Span[]> {
  const spans: Span[] = [];
  for (const name of await archive.listBases()) {
    const { system: own, start } = factsOf(name);
    if (own !== system) continue;
    const before = spans.at(-1);
    // The log of an earlier one leads on over it.
    if (before && segmentOf(start, before.segmentSize)!.number <= before.last.number) continue;
    const base = await archive.readBase(name).catch(skipUnreadable);
    const { last, until } = base ? reachOf(base, wal) : {};
    if (!base || !last || !until) continue;
    spans.push({ from: new Date(base.completedAt), until, last, segmentSize: base.segmentSize });
  }
  return spans;
}
