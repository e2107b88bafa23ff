import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '#db/migrate.ts';
import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import { type Config, readSettings, type Settings, withEveryFact } from '#platform/config.ts';
import { listen } from '#platform/http/listen.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLog } from '#platform/log.ts';
import { defaultDataDir } from '#platform/postgres/data-folder.ts';
import { serverNotices } from '#platform/postgres/server-notices.ts';
import { claimServing } from '#platform/postgres/serving.ts';
import { writeEverythingTo, writeLinesFromTheStart } from '#platform/process-log.ts';
import { renamedSettings } from '#platform/renamed-settings.ts';
import { storedSecret } from '#platform/secret.ts';
import type { Installation } from '../server/installation.ts';
import type { Boot } from '../server/server.ts';
import { PROJECT, readEnvFile } from './env-file.ts';
import { isSeeded, seedInChildProcess } from './is-seeded.ts';
import { prepareRequestUrls } from './request-database-urls.ts';
import { settingsOfInstallation } from './shop-mode.ts';
import { createShutdown, type Shutdown, shutdownOnSignals } from './shutdown.ts';
import { startDatabase } from './start-database.ts';

/**
 * Starts the shop: configuration, database, schema, demo store, then the built server. Resolves when it listens.
 * Throws ConfigError, PostgresError and similar with a message for the terminal; then, as after a signal, everything
 * that was started is stopped.
 */
export async function main({ buildDir }: { buildDir: string }): Promise<void> {
  const shutdown = createShutdown();
  const started = start(buildDir, shutdown);
  shutdownOnSignals(shutdown, started);
  try {
    await started;
  } catch (error) {
    await shutdown.run();
    // A requested shutdown is not an error.
    if (!shutdown.signal.aborted) throw error;
  }
}

const print = (text: string) => console.log(text);

/** Plain text on a terminal, otherwise a log line with level warn. */
const warn = (text: string) =>
  process.stdout.isTTY ? print(`  WARNING: ${text}`) : console.warn(`WARNING: ${text}`);

async function start(buildDir: string, shutdown: Shutdown): Promise<void> {
  readEnvFile();
  writeLinesFromTheStart(process.env);
  const settings = readConfiguration();
  for (const notice of renamedSettings(process.env)) warn(notice);
  const given = withEveryFact(settings);
  const { dataDir, note } = dataFolderOf(given);
  if (note) print(note);

  // The import takes half a second and runs while the database starts. Its errors are handled where it is awaited.
  const server = import(pathToFileURL(join(buildDir, 'server', 'server.js')).href) as Promise<{ boot: Boot }>;
  server.catch(() => {});

  // Not aborted half-way: a started database must be known before it can be stopped.
  const { url, stop, builtIn } = await startDatabase(given, dataDir, print);
  shutdown.add(stop);
  await Promise.race([
    open(url, { given, dataDir, buildDir, server, shutdown, builtIn }),
    endOf(shutdown.signal),
  ]);
}

function endOf(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

async function open(
  databaseUrl: string,
  {
    given,
    dataDir,
    buildDir,
    server,
    shutdown,
    builtIn,
  }: {
    given: Config;
    dataDir: string;
    buildDir: string;
    server: Promise<{ boot: Boot }>;
    shutdown: Shutdown;
    /** The request roles of the built-in database. */
    builtIn?: RequestDatabaseUrls;
  },
): Promise<void> {
  // With the built-in database a second server would use the same folder; with DATABASE_URL several servers are
  // allowed.
  if (!given.DATABASE_URL) {
    const serving = await claimServing(databaseUrl, addressOf(given));
    if (serving.servedAt !== undefined) {
      print(`The shop is served already: ${serving.servedAt}`);
      return shutdown.run();
    }
    shutdown.add(serving.release);
  }
  const secret = given.AUTH_SECRET ?? (await storedSecret(dataDir));
  const { webUrl, authUrl } = builtIn ?? (await prepareRequestUrls(databaseUrl, given, secret));
  await migrate(databaseUrl);
  await installJobs(databaseUrl);
  const config = withEveryFact(await settingsOfInstallation(databaseUrl, process.env));
  if (!(await isSeeded(config, dataDir, databaseUrl, warn))) await seedInChildProcess();

  const installation: Installation = {
    config,
    dataDir,
    ...{ databaseUrl, webUrl, authUrl },
    secret,
  };
  const log = createLog(config.LOG_LEVEL);
  // The mode comes from the database and stdout is a terminal: only from here on, output of libraries goes to the
  // log.
  if (config.SHOP_MODE === 'live' && given.SHOP_MODE !== 'live') writeEverythingTo(log);
  if (config.SHOP_MODE === 'live') {
    for (const notice of await serverNotices(databaseUrl)) warn(notice);
  }
  const { boot } = await server;
  const shop = await boot(installation, log);
  shutdown.add(() => shop.close());
  const listener = await listen({
    fetch: shop.fetch,
    host: config.HOST,
    port: config.PORT,
    clientDir: join(buildDir, 'client'),
  });
  shutdown.add(() => listener.close());
  shutdown.add(() => {
    log.info('stopping');
    shop.drain();
  });
  if (shutdown.signal.aborted) return;
  announce(config, listener.port);
  await shop.started();
}

/** From the environment and the project's .env file; the environment takes precedence. */
export function readConfiguration(): Settings {
  readEnvFile();
  return readSettings(process.env);
}

export function dataFolderOf(config: Settings): { dataDir: string; note?: string } {
  if (config.DATA_DIR) return { dataDir: resolve(PROJECT, config.DATA_DIR) };
  if (config.DATABASE_URL) return { dataDir: join(PROJECT, 'data') };
  const { dir, note } = defaultDataDir(PROJECT);
  return { dataDir: dir, note };
}

const addressOf = (config: Config): string => config.PUBLIC_URL;

function announce(config: Config, port: number): void {
  const lines = [
    `${config.SHOP_NAME} is open: ${config.PORT === 0 ? `http://localhost:${port}` : addressOf(config)}`,
  ];
  if (config.SHOP_MODE === 'demo') {
    lines.push(
      '  Accounts: customer@demo.shop, admin@demo.shop, super@demo.shop, password demo-password',
      config.SMTP_URL ? '  Mail goes to SMTP_URL.' : `  Mail is kept: ${addressOf(config)}/dev/mailbox`,
    );
  }
  for (const line of lines) print(line);
  if (config.SHOP_MODE === 'live') {
    if (!config.SMTP_URL)
      warn('SMTP_URL is not set, so no mail leaves the shop and nobody can confirm an account.');
  } else if (config.HOST !== '127.0.0.1' && config.HOST !== 'localhost') {
    warn('this is the demonstration, its passwords are known, and HOST opens it to others.');
  }
}
