import { type ParseArgsConfig, parseArgs } from 'node:util';
import { NewerDatabaseError } from '#db/apply-migrations.ts';
import { MigrationBlockedError, migrate } from '#db/migrate.ts';
import { BackupError } from '#platform/backup/backup-error.ts';
import { ConfigError } from '#platform/config.ts';
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

/**
 * Runs a command on the built-in database, which is started or joined, or on DATABASE_URL. Migrates first unless
 * `asItIs` is set. Errors that the user can fix are printed as one message, and the process exits with 1.
 */
export async function atDatabase(
  command: (shop: Installed) => Promise<void>,
  { asItIs = false }: { asItIs?: boolean } = {},
): Promise<void> {
  try {
    const given = readConfiguration();
    const { dataDir } = dataFolderOf(given);
    const postgres = await startDatabase(given, dataDir, console.log);
    try {
      if (!asItIs) await migrate(postgres.url);
      const config = asItIs ? given : await settingsOfInstallation(postgres.url, process.env);
      await command({ config, dataDir, databaseUrl: postgres.url });
    } finally {
      await postgres.stop();
    }
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
