import { isInFuture } from '../backup/in-future.ts';
import { type Archive, basePath, factsOf, walPath } from './archive.ts';
import { removeParts } from './make-base.ts';
import { historyOf } from './segments.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A base backup without a description after this time was interrupted. */
const ABANDONED_MS = DAY_MS;

/**
 * The base backups without which no moment of the last `days` is lost: the newest older one, and all after it; and the
 * last `days` and one, because the clock may be ahead. Those of a clock that was ahead remain as long as those before them.
 */
export function basesToKeep(names: readonly string[], days: number, now: Date): readonly string[] {
  const since = now.getTime() - days * DAY_MS;
  const dated = names.filter((name) => !isInFuture(factsOf(name).startedAt, now));
  const oldest = dated.findLastIndex((name) => factsOf(name).startedAt.getTime() <= since);
  const keep = dated.slice(Math.max(0, Math.min(oldest, dated.length - days - 1)));
  return names.filter((name) => {
    if (dated.includes(name)) return keep.includes(name);
    const { system, start } = factsOf(name);
    const first = keep.find((one) => factsOf(one).system === system);
    return first === undefined || factsOf(first).start < start;
  });
}

/**
 * Deletes what is not needed to restore any moment of the last `days`: base backups, and the log before the oldest
 * one of each server. A base backup loses its description first, so a half-deleted one is none.
 */
export async function removeOld(archive: Archive, days: number, now = new Date()): Promise<void> {
  const names = await archive.listBases();
  const keep = basesToKeep(names, days, now);
  for (const name of names) if (!keep.includes(name)) await archive.remove(basePath(name));
  for (const system of new Set(names.map((name) => factsOf(name).system))) {
    const starts = keep.filter((name) => factsOf(name).system === system).map((name) => factsOf(name).start);
    const first = starts.map(position).sort()[0];
    for (const { name } of await archive.listWal(system)) {
      // Without a base backup of its server all of the log is of no use.
      const isOld = first === undefined || (historyOf(name) === null && position(name) < first);
      if (isOld) await archive.remove(walPath(system, name));
    }
  }
  await removeParts(archive, (base) => {
    if (keep.includes(base)) return false;
    return names.includes(base) || now.getTime() - factsOf(base).startedAt.getTime() > ABANDONED_MS;
  });
}

/** The part of a segment's name that is the same on every timeline. */
const position = (segment: string): string => segment.slice(8);
