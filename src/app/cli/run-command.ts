import { type ParseArgsConfig, parseArgs } from 'node:util';
import { NewerDatabaseError } from '#db/apply-migrations.ts';
import { MigrationBlockedError, migrate } from '#db/migrate.ts';
import { BackupError } from '#platform/backup/backup-error.ts';
import { ConfigError, type Settings } from '#platform/config.ts';
import { PostgresError } from '#platform/postgres/postgres-error.ts';
import { SecretError } from '#platform/secret.ts';
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts';
import { dataFolderOf, readConfiguration } from './configuration.ts';
import type { Installed } from './demo-store.ts';
import { settingsOfInstallation } from './shop-mode.ts';
import { DataFolderError, startDatabase } from './start-database.ts';

/** A command cannot be run as requested; the message is printed on the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}

/** The words of a command line, as `parseArgs` reads them. Throws CommandError with `usage` for others. */
export function readArguments<const T extends ParseArgsConfig>(usage: string, config: T) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${usage}`);
  }
}

/** Runs a command. Errors that the user can fix are printed as one message, and the process exits with 1. */
export async function printingErrors(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    const known = [
      BackupError,
      CommandError,
      ConfigError,
      DataFolderError,
      MigrationBlockedError,
      NewerDatabaseError,
      PostgresError,
      SecretError,
      StorageUnavailable,
    ].some((kind) => error instanceof kind);
    console.error(known ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

/**
 * Runs a command on the built-in database, which is started or joined, or on DATABASE_URL. Migrates first unless
 * `asItIs` is set. Errors are handled as by `printingErrors`.
 */
export const atDatabase = (
  command: (shop: Installed) => Promise<void>,
  { asItIs = false }: { asItIs?: boolean } = {},
): Promise<void> =>
  printingErrors(() =>
    withDatabase(readConfiguration(), async ({ config, ...database }) => {
      if (!asItIs) await migrate(database.databaseUrl);
      const settings = asItIs ? config : await settingsOfInstallation(database.databaseUrl, process.env);
      await command({ config: settings, ...database });
    }),
  );

/** Runs `work` on the database of these settings, which is started or joined. Throws what it throws. */
export async function withDatabase(
  config: Settings,
  work: (shop: Installed) => Promise<void>,
): Promise<void> {
  const { dataDir } = dataFolderOf(config);
  const postgres = await startDatabase(config, dataDir, console.log);
  try {
    await work({ config, dataDir, databaseUrl: postgres.url });
  } finally {
    await postgres.stop();
  }
}
