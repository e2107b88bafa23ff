import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '#db/migrate.ts';
import type { ShopDatabaseUrls } from '#platform/postgres/cluster-roles.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { type RunningPostgres, startPostgres } from '#platform/postgres/start-postgres.ts';
import type { Target } from './load.ts';
import type { Frame } from './profiler.ts';
import { generate } from './seed/generate.ts';
import type { Counts, ServerOptions } from './server-process.ts';
import type { Statement } from './statements.ts';

export interface Recorded {
  status: number;
  cookies: string[];
  text: string;
  statements: Statement[];
}

/** A running shop under measurement. */
export interface Server {
  port: number;
  databaseUrl: string;
  /** Sends one request and returns its statements. */
  record(target: Target): Promise<Recorded>;
  /** After a garbage collection. */
  counts(): Promise<Counts>;
  /** Records which functions use the processor, until `stopProfile`. */
  startProfile(): Promise<void>;
  stopProfile(): Promise<Frame[]>;
  stop(): Promise<void>;
}

/** Row counts of a generated database. */
export interface Filling {
  products: number;
  users?: number;
  orders?: number;
}

/** A shop in its first week, and one a hundred times as big. All comparisons of sizes use these two. */
export const SMALL_SHOP: Filling = { products: 1_000, users: 1_000, orders: 1_000 };
export const bigShop = (many: number): Filling => ({ products: many, users: many, orders: many });

/** The temporary environment of all measurements. */
export interface Stage {
  buildDir: string;
  /** Also the shop's data folder: `npm start` with it finds the demo store. */
  dataDir: string;
  log(text: string): void;
  /** Starts the shop on the demo database, which `npm start` has seeded; with `release`, a later build in its place. */
  demoStore(release?: Pick<ServerOptions, 'buildDir' | 'earlierBuildDir' | 'port'>): Promise<Server>;
  /** Creates an empty database. */
  createDatabase(name: string): Promise<ShopDatabaseUrls>;
  /** Creates and fills the database of a shop with these row counts, once. */
  fill(filling: Filling): Promise<ShopDatabaseUrls>;
  /** Starts a shop on its own database with these row counts, filled at first use. */
  shopWith(filling: Filling): Promise<Server>;
  close(): Promise<void>;
}

export async function openStage(buildDir: string, log: (text: string) => void): Promise<Stage> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-bench-'));
  // PostgreSQL does not run as root and must be able to enter the folder.
  await chmod(dataDir, 0o755);
  let postgres: Promise<RunningPostgres> | undefined;
  const filled = new Map<string, Promise<ShopDatabaseUrls>>();
  const running = new Set<Server>();

  const database = async (): Promise<RunningPostgres> => {
    postgres ??= startPostgres({ dataDir, log });
    return postgres;
  };
  async function createDatabase(name: string): Promise<ShopDatabaseUrls> {
    const { url, webUrl, authUrl } = await database();
    await withClient(url, (client) => client.query(`CREATE DATABASE ${name}`));
    const there = (roleUrl: string) => Object.assign(new URL(roleUrl), { pathname: `/${name}` }).href;
    return { url: there(url), webUrl: there(webUrl), authUrl: there(authUrl) };
  }
  async function createFilled(name: string, filling: Filling): Promise<ShopDatabaseUrls> {
    const urls = await createDatabase(name);
    await migrate(urls.url);
    const started = performance.now();
    await generate({ databaseUrl: urls.url, users: 0, orders: 0, ...filling, log: () => {} });
    log(`${filling.products} products written in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    return urls;
  }
  function fill(filling: Filling): Promise<ShopDatabaseUrls> {
    const name = nameOf(filling);
    const urls = filled.get(name) ?? createFilled(name, filling);
    filled.set(name, urls);
    return urls;
  }
  async function start(
    { url, webUrl, authUrl }: ShopDatabaseUrls,
    folder: string,
    release?: Partial<ServerOptions>,
  ): Promise<Server> {
    await mkdir(folder, { recursive: true });
    const server = await startServer({
      ...{ buildDir, databaseUrl: url, webUrl, authUrl },
      ...{ dataDir: folder, port: release?.port ?? (await freePort()) },
      ...release,
    });
    running.add(server);
    return server;
  }

  return {
    buildDir,
    dataDir,
    log,
    createDatabase,
    demoStore: async (release) => start(await database(), dataDir, release),
    fill,
    shopWith: async (filling) => start(await fill(filling), join(dataDir, nameOf(filling))),
    async close() {
      await Promise.all([...running].map((server) => server.stop()));
      await (await postgres)?.stop();
      // A server that was told to end may still write.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

const nameOf = ({ products, users = 0, orders = 0 }: Filling) => `bench_${products}_${users}_${orders}`;

/** Opens a connection for the duration of `work`. */
export async function withClient<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  options?: pg.ClientConfig,
): Promise<T> {
  const client = new pg.Client({ connectionString: url, ...options });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Forks a module of this folder with its options as JSON and the Node options of `npm start`, whose memory limit is part of
 * the measurement. Resolves once it sends a message; throws if it ends before.
 */
export async function forkServer(module: string, options: object): Promise<ChildProcess> {
  const child = fork(new URL(module, import.meta.url), [JSON.stringify(options)], {
    env: { ...process.env, NODE_ENV: 'production' },
    execArgv: startFlags(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${module} exited with ${code}`);
  });
  await Promise.race<unknown>([once(child, 'message'), ended]);
  ended.catch(() => {});
  return child;
}

function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

async function startServer(options: ServerOptions): Promise<Server> {
  const { port, databaseUrl } = options;
  const child = await forkServer('./server-process.ts', options);
  const ended = once(child, 'exit');
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: body ? 'POST' : 'GET',
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return response.json();
  };
  return {
    port,
    databaseUrl,
    async record(target) {
      const recorded = (await ask('/__record', target)) as Recorded;
      if (recorded.status !== 200) {
        throw new Error(`${target.path} answered ${recorded.status}: ${recorded.text.slice(0, 300)}`);
      }
      return recorded;
    },
    counts: async () => (await ask('/__counts')) as Counts,
    startProfile: async () => void (await ask('/__profile/start')),
    stopProfile: async () => (await ask('/__profile/stop')) as Frame[],
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
