import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { embeddedPostgres, type PostgresBinaries } from './binaries.ts';
import { prepareCluster } from './cluster.ts';
import { database, prepareDatabase, type ShopDatabaseUrls } from './cluster-roles.ts';
import { layoutOf, prepareDataFolder } from './data-folder.ts';
import { databaseUser } from './database-user.ts';
import { connectionTo, ensureRunning, type Server } from './ensure-running.ts';
import { withFileLock } from './file-lock.ts';
import { stopPostmaster } from './postmaster.ts';

export type StartOptions = {
  /** The shop's data folder; the database is in `postgres` inside it. */
  dataDir: string;
  /** Receives messages about events: a copy, a wait, a restart. */
  log: (text: string) => void;
  /** Another PostgreSQL than the bundled one (tests use it for Debian's 15). */
  binaries?: PostgresBinaries;
  /** False, for tests only, trades safety against power failures for speed. */
  durable?: boolean;
  /** Archives the write-ahead log into the spool of the data folder; only a start of the server changes it. */
  archive?: { seconds: number };
};

/** URLs of the database aso_house. They stay valid over restarts of the server. */
export type RunningPostgres = ShopDatabaseUrls & {
  /** Releases the server; the last process that does so stops it. Close your own pools first. */
  stop(): Promise<void>;
};

/** Each process that uses the server keeps one connection with this name; these are counted. */
const holderName = 'aso-house-holder';

/**
 * Starts the built-in PostgreSQL on this data folder, or joins the running one. While it is held, a server that dies
 * is restarted on the same port. Throws PostgresError with a message for the terminal.
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const layout = layoutOf(options.dataDir);
  const user = databaseUser(layout.cluster);
  prepareDataFolder(layout, user);
  const durable = options.durable ?? true;
  const { server, port, urls, holder } = await withFileLock(layout.lock, async () => {
    const binaries = options.binaries ?? (await embeddedPostgres(user, options.log));
    const password = await prepareCluster(layout, binaries, user, durable);
    const server: Server = {
      layout,
      binaries,
      user,
      password,
      durable,
      archive: options.archive,
      log: options.log,
    };
    const port = await ensureRunning(server);
    const urls = await prepareDatabase(server, port);
    return { server, port, urls, holder: await hold(server, port) };
  });
  return { ...urls, stop: keepAlive(server, port, holder) };
}

/** Watches the named connection and restarts the server when it breaks; returns the function that releases it. */
function keepAlive(server: Server, port: number, first: Client): () => Promise<void> {
  let holder: Client | undefined = first;
  let stopped: Promise<void> | undefined;
  let reviving: Promise<void> | undefined;

  const watch = (client: Client) => {
    client.on('error', () => {});
    client.once('end', () => {
      holder = undefined;
      if (!stopped) reviving ??= revive();
    });
  };
  const revive = async () => {
    server.log('The database stopped; starting it again.');
    while (!stopped && !holder) {
      try {
        const client = await withFileLock(server.layout.lock, async () => {
          const now = await ensureRunning(server, port);
          if (now !== port)
            throw new Error(`it runs on port ${now} instead of ${port}: start the shop again`);
          return hold(server, port);
        });
        holder = client;
        watch(client);
        server.log('The database is back.');
      } catch (error) {
        server.log(`The database could not be started again: ${(error as Error).message}`);
        await sleep(1_000);
      }
    }
    reviving = undefined;
  };
  const letGo = async () => {
    await reviving;
    await withFileLock(server.layout.lock, async () => {
      if (!holder) return;
      const others = await countHolders(holder).catch(() => 1);
      await holder.end().catch(() => {});
      if (others === 0) await stopPostmaster(server.layout, server.binaries, server.user);
    });
  };
  watch(first);
  return () => {
    stopped ??= Promise.resolve().then(letGo);
    return stopped;
  };
}

async function hold(server: Server, port: number): Promise<Client> {
  const client = connectionTo(server, port, database, holderName);
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function countHolders(holder: Client): Promise<number> {
  const { rows } = await holder.query<{ n: number }>(
    'select count(*)::int as n from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [holderName],
  );
  return rows[0]?.n ?? 0;
}
