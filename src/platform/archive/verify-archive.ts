import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { withConnection } from '#db/connection.ts';
import { BackupError } from '../backup/backup-error.ts';
import { copyOut } from '../backup/copy-stream.ts';
import { isInFuture } from '../backup/in-future.ts';
import { contentOf, listShopTables, withCopyConnection } from '../backup/shop-tables.ts';
import { type VerificationSchedule, WEEKLY_HOURS } from '../backup/verification-schedule.ts';
import type { DatabaseUser } from '../postgres/database-user.ts';
import type { Archive } from './archive.ts';
import { type Course, chooseBase } from './choose-base.ts';
import { recover } from './recover.ts';
import { recoveryIn, withScratchFolder } from './scratch-folder.ts';
import { programsFor } from './server-programs.ts';

/** How long the log of the marks may take into the archive, ms; it takes a minute. */
const PATIENCE_MS = 5 * 60_000;
const POLL_MS = 1_000;
const RESULT = 'verified.json';

const verification = z.object({
  /** When it was verified, and the moment that was restored. */
  at: z.iso.datetime(),
  restoredTo: z.iso.datetime(),
  /** Why it could not be restored. */
  error: z.string().nullable(),
});
export type Verification = z.infer<typeof verification>;

/** The result of the last verification; null before the first. */
export async function readVerification(archive: Archive): Promise<Verification | null> {
  const bytes = await archive.get(RESULT);
  return bytes && verification.parse(JSON.parse(bytes.toString('utf8')));
}

/** Whether the archive must be verified now: weekly if its last verification failed or is a week old, was never made or cannot be read. */
export async function isArchiveVerificationDue(
  archive: Archive,
  plan: VerificationSchedule,
): Promise<boolean> {
  if (plan !== 'weekly') return plan === 'after-each';
  // A result that cannot be read is written anew.
  const last = await readVerification(archive).catch(() => null);
  if (!last || last.error !== null || isInFuture(new Date(last.at))) return true;
  return Date.now() - Date.parse(last.at) >= WEEKLY_HOURS * 3_600_000;
}

export interface VerifyArchiveOptions {
  archive: Archive;
  databaseUrl: string;
  /** A folder that the account of the database may enter. */
  dir: string;
  user: DatabaseUser | undefined;
  /** Whether this many bytes may be written there. */
  roomFor?(bytes: number): Promise<boolean>;
  patienceMs?: number;
}

/**
 * Restores the running shop from the archive to a moment of now: what was committed before it must be there, what was
 * committed after it must not, and every row can be read. Records the result. Throws BackupError.
 */
export async function verifyArchive(
  options: VerifyArchiveOptions,
): Promise<{ restoredTo: Date; rows: number }> {
  const { archive } = options;
  let restoredTo = new Date();
  const note = (error: string | null) => {
    const result: Verification = {
      at: new Date().toISOString(),
      restoredTo: restoredTo.toISOString(),
      error,
    };
    return archive.put(RESULT, Buffer.from(JSON.stringify(result)));
  };
  try {
    const marks = await commitMarks(options.databaseUrl);
    restoredTo = marks.between;
    const rows = await restoreMarks(options, marks);
    await note(null);
    return { restoredTo, rows };
  } catch (error) {
    await note((error as Error).message).catch(() => {});
    throw error;
  }
}

interface Marks {
  /** Transactions before and after the moment. */
  before: string;
  after: string;
  between: Date;
}

/** Two transactions that change nothing, and a moment between them. */
const commitMarks = (databaseUrl: string): Promise<Marks> =>
  withConnection(databaseUrl, 'archive', async (client) => {
    const commit = async () =>
      (await client.query<{ id: string }>('select pg_current_xact_id()::text as id')).rows[0]!.id;
    const before = await commit();
    await sleep(5);
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    await sleep(5);
    return { before, after: await commit(), between: rows[0]!.now };
  });

async function restoreMarks(options: VerifyArchiveOptions, marks: Marks): Promise<number> {
  await untilArchived(options.archive, options.databaseUrl, options.patienceMs ?? PATIENCE_MS);
  const course = await chooseBase(options.archive, marks.between);
  // Before the room is measured: what a killed verification left is deleted.
  return withScratchFolder(options.dir, 'archive-verification-', (scratch) =>
    restoreInto(recoveryIn(scratch), course, options, marks),
  );
}

async function restoreInto(
  dir: string,
  course: Course,
  { archive, user, roomFor }: VerifyArchiveOptions,
  { before, after, between }: Marks,
): Promise<number> {
  if (roomFor && !(await roomFor(course.base.bytes))) {
    throw new BackupError('The disk has no room for a second copy of the database.');
  }
  const binaries = await programsFor(course.base, user);
  const recovered = await recover({ archive, course, target: between, dir, binaries, user });
  try {
    const url = recovered.urlFor(course.base.owner);
    await withConnection(url, 'archive', async (client) => {
      const isCommitted = async (id: string) => {
        const { rows } = await client
          .query<{ status: string }>('select pg_xact_status($1::text::xid8) as status', [id])
          // It is in the future of this database.
          .catch(() => ({ rows: [] }));
        return rows[0]?.status === 'committed';
      };
      if (!(await isCommitted(before)) || (await isCommitted(after))) {
        throw new BackupError(`The archive was not restored to ${between.toISOString()} exactly.`);
      }
    });
    return await readEveryRow(url);
  } finally {
    await recovered.stop();
  }
}

/**
 * Waits until everything that was committed before the call is in the archive: the segment of a message that is written
 * after it. The current segment may have been begun a moment ago, and an empty one is not archived.
 */
async function untilArchived(archive: Archive, databaseUrl: string, patienceMs: number): Promise<void> {
  const [system, segment] = await withConnection(databaseUrl, 'archive', async (client) => {
    const { rows } = await client.query<{ system: string; segment: string }>(
      `select (select system_identifier from pg_control_system())::text as system,
         pg_walfile_name(pg_logical_emit_message(false, 'archive', '') - 1) as segment`,
    );
    return [rows[0]!.system, rows[0]!.segment];
  });
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(POLL_MS)) {
    if (await archive.has(`wal/${system}/${segment}.gz`)) return;
  }
  throw new BackupError(`The archive did not take ${segment} within ${patienceMs / 60_000} min.`);
}

/** Returns the number of rows. */
const readEveryRow = (databaseUrl: string): Promise<number> =>
  withCopyConnection(databaseUrl, async (client) => {
    let rows = 0;
    for (const table of await listShopTables(client)) {
      for await (const chunk of copyOut(client, `copy ${contentOf(table)} to stdout`)) {
        for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows++;
      }
    }
    return rows;
  });
