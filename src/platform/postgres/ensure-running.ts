import { realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { prepareArchive } from './archive-command.ts';
import type { PostgresBinaries } from './binaries.ts';
import { superuser, writeForServer } from './cluster.ts';
import type { Layout } from './data-folder.ts';
import type { DatabaseUser } from './database-user.ts';
import { freePort } from './free-port.ts';
import { PostgresError } from './postgres-error.ts';
import { launchPostmaster, processState, readPostmasterFile } from './postmaster.ts';
import { postgresConf } from './settings.ts';

/** A cluster and what is needed to run it. */
export type Server = {
  layout: Layout;
  binaries: PostgresBinaries;
  user: DatabaseUser | undefined;
  password: string;
  durable: boolean;
  /** Its write-ahead log is archived, at the latest after this many seconds. */
  archive?: { seconds: number } | undefined;
  log: (text: string) => void;
};

/** Recovery after a crash replays at most max_wal_size, which takes seconds; on a full disk it never ends. */
const patienceMs = 180_000;

/** A connection as superuser; `database` defaults to the maintenance database. */
export function connectionTo(
  server: Server,
  port: number,
  database = 'postgres',
  name = 'aso-house',
): Client {
  return new Client({
    host: '127.0.0.1',
    port,
    database,
    user: superuser,
    password: server.password,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
}

/** The same as a URL. */
export const urlForSuperuser = (
  { password }: Pick<Server, 'password'>,
  port: number,
  database: string,
): string => `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`;

/**
 * Finds the running server or starts it, and returns its port. `samePort` is for a restart: the pools already use
 * URLs with that port. Call under the lock.
 */
export async function ensureRunning(server: Server, samePort?: number): Promise<number> {
  const found = await findRunning(server);
  if (found.port) return found.port;
  const deadline = Date.now() + patienceMs;
  const archive = server.archive && {
    ...server.archive,
    command: await prepareArchive(server.layout, server.user),
  };
  let port = samePort ?? (await freePort(await portBefore(server)));
  for (;;) {
    await writeForServer(
      join(server.layout.cluster, 'postgresql.conf'),
      postgresConf(port, server.durable, archive),
      server.user,
    );
    const launched = launchPostmaster(server.layout, server.binaries, server.user, found.strangerPid);
    const failure = await untilReady(server, port, launched, deadline);
    if (failure === undefined) break;
    if (Date.now() > deadline || !isTransient(failure)) {
      throw new PostgresError(
        `PostgreSQL did not start; ${server.layout.log} ends with:\n${failure.trim().slice(-1500)}`,
      );
    }
    if (isPortTaken(failure) && !samePort) port = await freePort();
    await sleep(100);
  }
  await writeFile(server.layout.port, `${port}\n`);
  return port;
}

/**
 * Adopts the server named in postmaster.pid if its data_directory shows that it is this one. Waits for one that does
 * not respond. An empty result: no server runs.
 */
async function findRunning(server: Server): Promise<{ port?: number; strangerPid?: number }> {
  const deadline = Date.now() + patienceMs;
  let isReported = false;
  for (;;) {
    const file = readPostmasterFile(server.layout);
    if (!file) return {};
    const problem = file.port ? await whyNotOurs(server, file.port) : 'it has no port yet';
    if (!problem) return { port: file.port };
    const state = processState(file.pid);
    if (state === 'gone') return {};
    if (state === 'stranger') return { strangerPid: file.pid };
    if (Date.now() > deadline) {
      throw new PostgresError(
        `The process ${file.pid} holds the database in ${server.layout.cluster}, but it cannot be used: ${problem}. End that process and start again.`,
      );
    }
    if (!isReported && Date.now() > deadline - patienceMs + 3_000) {
      server.log(`Waiting for the database process ${file.pid} (${problem}).`);
      isReported = true;
    }
    await sleep(40);
  }
}

async function whyNotOurs(server: Server, port: number): Promise<string | undefined> {
  const client = connectionTo(server, port);
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ dir: string }>(`select current_setting('data_directory') as dir`);
    const theirs = rows[0]?.dir ?? '';
    if (realpathSync(theirs) === realpathSync(server.layout.cluster)) return undefined;
    return `port ${port} belongs to the database in ${theirs}`;
  } catch (error) {
    return error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Polls until the new server responds; otherwise returns its last output. */
async function untilReady(
  server: Server,
  port: number,
  launched: { exited?: string },
  deadline: number,
): Promise<string | undefined> {
  for (;;) {
    if (launched.exited !== undefined) return launched.exited;
    const problem = await whyNotOurs(server, port);
    if (!problem) return undefined;
    if (Date.now() > deadline) return `it did not answer: ${problem}`;
    await sleep(15);
  }
}

async function portBefore(server: Server): Promise<number | undefined> {
  return Number(await readFile(server.layout.port, 'utf8').catch(() => '')) || undefined;
}

/** The remains of a killed server (a zombie, its last children) need a moment; so does a port. */
function isTransient(output: string): boolean {
  return (
    /postmaster\.pid" already exists|shared memory block|still in use/.test(output) || isPortTaken(output)
  );
}

function isPortTaken(output: string): boolean {
  return /could not bind|could not create any TCP\/IP sockets|Address already in use/.test(output);
}
