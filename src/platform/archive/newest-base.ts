import { isInFuture } from '../backup/in-future.ts';
import { type Archive, factsOf, reachOf, skipUnreadable } from './archive.ts';
import { newestOf, segmentOf } from './segments.ts';

/** The newest base backup, as long as a restore reaches the present from it. */
export function createNewestBase(archive: Archive) {
  /** Whether it has to be looked at: at first, and after a segment that does not follow the last. */
  let isInDoubt = true;
  let newest: string | undefined;
  /** The last segment of the newest base backup, until a later one was archived. */
  let openStop: number | undefined;
  let previous: string | undefined;

  async function reachesPresent(name: string): Promise<boolean> {
    const manifest = await archive.readBase(name);
    const wal = await archive.listWal(manifest.system);
    const stop = segmentOf(manifest.stop, manifest.segmentSize)!;
    const present = newestOf(
      wal.map((file) => file.name),
      manifest.segmentSize,
    );
    // Its own last segments may still be on their way: looked at again with the first one after them.
    const isOpen = !present || present.number <= stop.number;
    openStop = isOpen ? stop.number : undefined;
    if (isOpen) return !present || present.timeline <= manifest.timeline;
    return present.timeline === manifest.timeline && reachOf(manifest, wal).last?.number === present.number;
  }

  return {
    /** Its name; undefined if there is none from which a restore reaches the present. */
    async find(system: string): Promise<string | undefined> {
      if (!isInDoubt) return newest;
      // First: files are archived meanwhile, and a gap among them is a new doubt.
      isInDoubt = false;
      try {
        // One of a clock that was ahead would be the newest until then.
        newest = (await archive.listBases()).findLast((name) => {
          const facts = factsOf(name);
          return facts.system === system && !isInFuture(facts.startedAt);
        });
        if (newest !== undefined && !(await reachesPresent(newest).catch(skipUnreadable))) newest = undefined;
      } catch (error) {
        isInDoubt = true;
        throw error;
      }
      return newest;
    },
    noteMade(name: string): void {
      newest = name;
      // What was archived during the backup may have a gap.
      isInDoubt = true;
    },
    /** A file of the log was archived. */
    noteShipped(name: string, segmentSize: number): void {
      const found = segmentOf(name, segmentSize);
      if (!found) return;
      const last = previous && segmentOf(previous, segmentSize);
      if (last && (found.number !== last.number + 1 || found.timeline !== last.timeline)) isInDoubt = true;
      if (openStop !== undefined && found.number > openStop) isInDoubt = true;
      previous = name;
    },
  };
}
