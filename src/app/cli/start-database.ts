import { access, constants, mkdir } from 'node:fs/promises';
import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import type { Settings } from '#platform/config.ts';
import { assertReachable } from '#platform/postgres/assert-reachable.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { archivePlanOf } from '../server/archive-plan.ts';

/** DATA_DIR cannot be used. */
export class DataFolderError extends Error {
  override readonly name = 'DataFolderError';
}

export interface StartedDatabase {
  /** Connection URL of the owner. */
  url: string;
  /** The request roles of the built-in database; for DATABASE_URL prepareRequestUrls creates them. */
  builtIn?: RequestDatabaseUrls;
  stop(): Promise<void>;
}

/**
 * Creates the data folder, then starts or joins the built-in database in it, or connects to DATABASE_URL. Throws
 * DataFolderError and PostgresError with a message for the terminal.
 */
export async function startDatabase(
  settings: Settings,
  dataDir: string,
  log: (text: string) => void,
): Promise<StartedDatabase> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new DataFolderError(
      `DATA_DIR ${dataDir} cannot be used: ${reasonOf(error as NodeJS.ErrnoException)}. Choose a folder that the shop's account may write in.`,
      { cause: error },
    );
  }
  const { DATABASE_URL } = settings;
  if (!DATABASE_URL) {
    const isArchived = archivePlanOf(settings, dataDir).spool !== undefined;
    const archive = isArchived ? { seconds: settings.ARCHIVE_TIMEOUT } : undefined;
    const { url, stop, ...builtIn } = await startPostgres({ dataDir, log, archive });
    return { url, stop, builtIn };
  }
  await assertReachable('DATABASE_URL', DATABASE_URL);
  return { url: DATABASE_URL, stop: async () => {} };
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case 'EROFS':
      return 'its disk is mounted read-only';
    case 'EACCES':
    case 'EPERM':
      return 'the account that runs the shop may not write there';
    case 'EEXIST':
    case 'ENOTDIR':
      return 'a file is in the way';
    case 'ENOSPC':
      return 'its disk is full';
    default:
      return error.message;
  }
}
