import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { migrate } from '#db/migrate.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { listen } from '#platform/http/listen.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLog } from '#platform/log.ts';
import { defaultDataDir } from '#platform/postgres/data-folder.ts';
import { claimServing } from '#platform/postgres/serving.ts';
import { startPostgres } from '#platform/postgres/start-postgres.ts';
import { keptSecret } from '#platform/secret.ts';
import { furnishInOwnProcess, isFurnished } from './furnished.ts';
import type { Installation } from './installation.ts';
import { configOfInstallation } from './installation-mode.ts';
import type { Boot } from './server.ts';

const PROJECT = dirname(dirname(import.meta.dirname));

/**
 * Starts the shop: configuration, database, schema, demonstration, then the built server. Answers when it
 * listens. Throws ConfigError, PostgresError and the like with a sentence for the person at the terminal.
 */
export async function main({ buildDir }: { buildDir: string }): Promise<void> {
  const given = readConfiguration();
  const say = (text: string) => console.log(text);
  const { dataDir, note } = dataFolderOf(given);
  if (note) say(note);
  await mkdir(dataDir, { recursive: true });
  const address = addressOf(given);

  const postgres = given.DATABASE_URL
    ? { url: given.DATABASE_URL, stop: async () => {} }
    : await startPostgres({ dataDir, log: say });
  // With a database of its own two servers would work on one folder; with DATABASE_URL several are meant.
  const serving = given.DATABASE_URL
    ? { release: async () => {} }
    : await claimServing(postgres.url, address);
  if ('servedAt' in serving && serving.servedAt !== undefined) {
    say(`The shop is served already: ${serving.servedAt}`);
    return postgres.stop();
  }
  await migrate(postgres.url);
  await installJobs(postgres.url);
  const config = await configOfInstallation(postgres.url, process.env);
  if (!(await isFurnished(config, dataDir, postgres.url))) await furnishInOwnProcess();

  const installation: Installation = {
    config,
    dataDir,
    databaseUrl: postgres.url,
    secret: config.AUTH_SECRET ?? (await keptSecret(dataDir)),
  };
  const log = createLog(config.LOG_LEVEL);
  const { boot } = (await import(pathToFileURL(join(buildDir, 'server', 'server.js')).href)) as {
    boot: Boot;
  };
  const shop = await boot(installation, log);
  const listener = await listen({
    fetch: shop.fetch,
    host: config.HOST,
    port: config.PORT,
    clientDir: join(buildDir, 'client'),
  });
  announce(config, listener.port, say);
  await shop.started();

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    // Whatever hangs, the process ends: a supervisor is waiting.
    setTimeout(() => process.exit(1), 15_000).unref();
    shop.drain();
    await listener.close();
    await shop.close();
    if ('release' in serving) await serving.release();
    await postgres.stop();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
}

/** From the environment and a .env file in the project, which does not outweigh it. */
export function readConfiguration(): Config {
  const file = join(PROJECT, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  return readConfig(process.env);
}

export function dataFolderOf(config: Config): { dataDir: string; note?: string } {
  if (config.DATA_DIR) return { dataDir: resolve(PROJECT, config.DATA_DIR) };
  if (config.DATABASE_URL) return { dataDir: join(PROJECT, 'data') };
  const { dir, note } = defaultDataDir(PROJECT);
  return { dataDir: dir, note };
}

const addressOf = (config: Config): string => config.PUBLIC_URL;

function announce(config: Config, port: number, say: (text: string) => void): void {
  const lines = [
    `${config.SHOP_NAME} is open: ${config.PORT === 0 ? `http://localhost:${port}` : addressOf(config)}`,
  ];
  if (config.SHOP_MODE === 'demo') {
    lines.push(
      '  Accounts: customer@demo.shop, admin@demo.shop, super@demo.shop, password demo-password',
      config.SMTP_URL ? '  Mail goes to SMTP_URL.' : `  Mail is kept: ${addressOf(config)}/dev/mailbox`,
    );
    if (config.HOST !== '127.0.0.1' && config.HOST !== 'localhost') {
      lines.push(
        '  WARNING: this is the demonstration, its passwords are known, and HOST opens it to others.',
      );
    }
  } else if (!config.SMTP_URL) {
    lines.push(
      '  WARNING: SMTP_URL is not set, so no mail leaves the shop and nobody can confirm an account.',
    );
  }
  for (const line of lines) say(line);
}
