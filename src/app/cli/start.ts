import type { Archiver } from '#platform/archive/archiver.ts';
import { type Config, withEveryFact } from '#platform/config.ts';
import type { Listener, ListenOptions } from '#platform/http/listen.ts';
import { createLog } from '#platform/log.ts';
import { claimServing } from '#platform/postgres/serving.ts';
import { writeLinesFromTheStart } from '#platform/process-log.ts';
import { renamedSettings } from '#platform/renamed-settings.ts';
import { archiverOf } from '../server/archive-plan.ts';
import { dataFolderOf, readConfiguration } from './configuration.ts';
import { readEnvFile } from './env-file.ts';
import type { OpenedShop, ServedDatabase } from './open-shop.ts';
import { createShutdown, type Shutdown, shutdownOnSignals } from './shutdown.ts';
import { startDatabase } from './start-database.ts';
import { print, warn } from './terminal.ts';

/** The code that is started: a build (built-server.ts), or with `npm run dev` the source (tools/dev). */
export interface ShopCode {
  open(database: ServedDatabase): Promise<OpenedShop>;
  listen(options: Pick<ListenOptions, 'fetch' | 'host' | 'port'>): Promise<Listener>;
}

/**
 * Starts the shop: configuration, database, schema, demo store, then the server. Resolves when it listens.
 * Throws ConfigError, PostgresError and similar with a message for the terminal; then, as after a signal, everything
 * that was started is stopped.
 */
export async function main(code: ShopCode): Promise<void> {
  const shutdown = createShutdown();
  const started = start(code, shutdown);
  shutdownOnSignals(shutdown, started);
  try {
    await started;
  } catch (error) {
    await shutdown.run();
    // A requested shutdown is not an error.
    if (!shutdown.signal.aborted) throw error;
  }
}

async function start(code: ShopCode, shutdown: Shutdown): Promise<void> {
  readEnvFile();
  writeLinesFromTheStart(process.env);
  const settings = readConfiguration();
  for (const notice of renamedSettings(process.env)) warn(notice);
  const given = withEveryFact(settings);
  const { dataDir, note } = dataFolderOf(given);
  if (note) print(note);
  // Not aborted half-way: a started database must be known before it can be stopped.
  const { url, stop, builtIn } = await startDatabase(given, dataDir, print);
  const database = { given, dataDir, databaseUrl: url, builtIn };
  const archiver = await archiverOf({ ...database, config: given }, createLog(given.LOG_LEVEL));
  // After the database has stopped, which then archives the last of its log.
  if (archiver) shutdown.add(archiver.stop);
  shutdown.add(stop);
  await Promise.race([serve(code, database, shutdown, archiver), endOf(shutdown.signal)]);
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

async function serve(
  code: ShopCode,
  database: ServedDatabase,
  shutdown: Shutdown,
  archiver: Archiver | undefined,
): Promise<void> {
  const { given, databaseUrl } = database;
  // With the built-in database a second server would use the same folder; with DATABASE_URL several servers are
  // allowed.
  if (!given.DATABASE_URL) {
    const serving = await claimServing(databaseUrl, given.PUBLIC_URL);
    if (serving.servedAt !== undefined) {
      print(`The shop is served already: ${serving.servedAt}`);
      return shutdown.run();
    }
    shutdown.add(serving.release);
  }
  const { shop, config, log } = await code.open(database);
  shutdown.add(() => shop.close());
  const listener = await code.listen({ fetch: shop.fetch, host: config.HOST, port: config.PORT });
  shutdown.add(() => listener.close());
  shutdown.add(() => {
    log.info('stopping');
    shop.drain();
  });
  if (shutdown.signal.aborted) return;
  announce(config, listener.port);
  archiver?.start();
  await shop.started();
}

function announce(config: Config, port: number): void {
  const url = config.PORT === 0 ? `http://localhost:${port}` : config.PUBLIC_URL;
  print(`${config.SHOP_NAME} is open: ${url}`);
  if (config.SHOP_MODE === 'demo') {
    print('  Accounts: customer@demo.shop, admin@demo.shop, super@demo.shop, password demo-password');
    print(config.SMTP_URL ? '  Mail goes to SMTP_URL.' : `  Mail is kept: ${config.PUBLIC_URL}/dev/mailbox`);
  }
  if (config.SHOP_MODE === 'live') {
    if (!config.SMTP_URL)
      warn('SMTP_URL is not set, so no mail leaves the shop and nobody can confirm an account.');
  } else if (config.HOST !== '127.0.0.1' && config.HOST !== 'localhost') {
    warn('this is the demonstration, its passwords are known, and HOST opens it to others.');
  }
}
