import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../log.ts';
import { writeWhole } from '../write-whole.ts';

/** The file of the spool that says what fails. */
const FAILURE = '.failure.json';

/** The log, or a base backup. */
type Failing = 'log' | 'base';

/** What the spool tells of the archive to other processes. */
export interface SpoolState {
  waiting: number;
  /** When the oldest waiting file was written. */
  since?: Date;
  failure?: { of: Failing; reason: string; since: Date };
}

/** The files of the log that wait to be archived, oldest first. */
export const waitingIn = async (spool: string): Promise<string[]> =>
  (await readdir(spool)).filter((name) => /^[0-9A-F][^/]*\.gz$/.test(name)).sort();

/** Throws if the folder cannot be read. */
export async function readSpool(spool: string): Promise<SpoolState> {
  const names = await waitingIn(spool);
  const [oldest] = names;
  // Undefined also for a file that was taken in the meantime.
  const found = oldest === undefined ? undefined : await stat(join(spool, oldest)).catch(() => undefined);
  const text = await readFile(join(spool, FAILURE), 'utf8').catch(() => null);
  const failure = text === null ? undefined : JSON.parse(text);
  return {
    waiting: names.length,
    ...(found && { since: found.mtime }),
    ...(failure && { failure: { ...failure, since: new Date(failure.since) } }),
  };
}

/** Logs what begins to fail and what works again, and writes it into the spool. */
export function spoolFailures(spool: string, log: Pick<Log, 'info' | 'error'>) {
  const path = join(spool, FAILURE);
  let failing: Failing | undefined;

  /** Removes what an earlier process left. */
  const removeFailure = () => rm(path, { force: true }).catch(() => {});

  return {
    removeFailure,
    async noteFailure(of: Failing, error: unknown): Promise<void> {
      if (failing === of) return;
      failing = of;
      log.error({ err: error }, of === 'log' ? 'the archive takes no log' : 'no base backup could be made');
      const failure = { of, reason: (error as Error).message, since: new Date() };
      await writeWhole(path, JSON.stringify(failure), 0o640).catch(() => {});
    },
    async noteSuccess(of: Failing): Promise<void> {
      if (failing !== of) return;
      failing = undefined;
      log.info(of === 'log' ? 'the archive takes the log again' : 'a base backup was made again');
      await removeFailure();
    },
  };
}
