import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#shared/test-eventually.ts';
import { debianPostgres } from './binaries.ts';
import { layoutOf } from './data-folder.ts';
import { databaseUser } from './database-user.ts';
import { processState, readPostmasterFile } from './postmaster.ts';
import { runningDatabaseUrl } from './running-database.ts';
import { type RunningPostgres, type StartOptions, startPostgres } from './start-postgres.ts';
import { copyDataFolder } from './test-copy-data-folder.ts';

/** A folder with a created and stopped cluster: creating one takes seconds, and most tests do not need it. */
let made = '';
let dataDir = '';
const running: RunningPostgres[] = [];
const children: ChildProcess[] = [];

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'aso-supervisor-'));
  await chmod(folder, 0o711);
  return folder;
}

async function leaveAll(): Promise<void> {
  for (const child of children.splice(0)) await leave(child);
  for (const server of running.splice(0)) await server.stop();
}

beforeAll(async () => {
  made = dataDir = await emptyFolder();
  await start();
  await leaveAll();
});

afterAll(() => rm(made, { recursive: true, force: true }));

beforeEach(async () => {
  dataDir = await emptyFolder();
});

afterEach(async () => {
  await leaveAll();
  await rm(dataDir, { recursive: true, force: true });
});

async function withCluster(): Promise<void> {
  await copyDataFolder(layoutOf(made).home, layoutOf(dataDir).home);
}

async function start(more: Partial<StartOptions> = {}): Promise<RunningPostgres> {
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  const server = await startPostgres({ dataDir, log: () => {}, binaries, ...more });
  running.push(server);
  return server;
}

/** A second shop process on the same data folder, and its URL. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(join(import.meta.dirname, 'test-second-process.ts'), [dataDir], {
    env: { PATH: process.env.PATH, TEST_POSTGRES: process.env.TEST_POSTGRES },
  });
  children.push(child);
  const [url] = await once(child, 'message');
  return { child, url };
}

async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode) return;
  const left = once(child, 'exit');
  child.send('stop');
  await left;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

function postmasterPid(): number | undefined {
  return readPostmasterFile(layoutOf(dataDir))?.pid;
}

test('a read-only lookup finds the URL while the server runs, and none before and after', async () => {
  expect(runningDatabaseUrl(dataDir)).toBeUndefined();
  const server = await start();
  expect(runningDatabaseUrl(dataDir)).toBe(server.url);
  expect(await query(runningDatabaseUrl(dataDir) ?? '', 'select 1')).toEqual([1]);
  await server.stop();
  expect(runningDatabaseUrl(dataDir)).toBeUndefined();
});

test('the first start creates the cluster, a later one finds the rows on the same port', async () => {
  const first = await start();
  await query(first.url, 'create table kept as select 7 as n');
  expect(new URL(first.url).pathname).toBe('/aso_house');
  await first.stop();
  expect(postmasterPid()).toBeUndefined();
  await expect(query(first.url, 'select 1')).rejects.toThrow();

  const second = await start();
  expect(second.url).toBe(first.url);
  expect(await query(second.url, 'select n from kept')).toEqual([7]);
});

test('the server is durable, listens only on this machine and requires the password', async () => {
  await withCluster();
  const { url } = await start();
  expect(await query(url, `select current_setting('fsync'), current_setting('listen_addresses')`)).toEqual([
    'on',
    '127.0.0.1',
  ]);
  const stranger = new URL(url);
  stranger.password = 'guess';
  await expect(query(stranger.href, 'select 1')).rejects.toThrow(/password authentication failed/);
});

test('text sorts by bytes and folds case by Unicode, on every PostgreSQL version', async () => {
  await withCluster();
  const { url } = await start();
  expect(await query(url, `select lower('ẸWÀ ỌṢUN'), 'Z' < 'a'`)).toEqual(['ẹwà ọṣun', true]);
});

test('two processes share one server, and only the last one stops it', async () => {
  const [one, two] = await Promise.all([startElsewhere(), startElsewhere()]);
  expect(one.url).toBe(two.url);
  const pid = postmasterPid();
  const three = await start();
  expect(three.url).toBe(one.url);
  expect(postmasterPid()).toBe(pid);

  await leave(one.child);
  await three.stop();
  expect(await query(two.url, 'select 1')).toEqual([1]);
  await leave(two.child);
  await expect(query(two.url, 'select 1')).rejects.toThrow();
});

test('a killed server is restarted on the same URL by its holders', async () => {
  await withCluster();
  const messages: string[] = [];
  const server = await start({ log: (text) => messages.push(text) });
  const other = await startElsewhere();
  await query(server.url, 'create table kept as select 7 as n');
  const pid = postmasterPid()!;
  process.kill(pid, 'SIGKILL');
  await eventually(async () => expect(await query(server.url, 'select n from kept')).toEqual([7]));
  expect(postmasterPid()).not.toBe(pid);
  await eventually(() => expect(messages).toContain('The database is back.'));
  // Both holders are connected again: the server outlives the first to stop.
  await sleep(500);
  await server.stop();
  expect(await query(other.url, 'select 1')).toEqual([1]);
});

test('a start just after a kill of all processes waits for the remains and recovers', async () => {
  await withCluster();
  const { child, url } = await startElsewhere();
  await query(url, 'create table kept (n int)');
  for (let n = 1; n <= 20; n++) await query(url, `insert into kept values (${n})`);
  const pid = postmasterPid()!;
  child.kill('SIGKILL');
  await once(child, 'exit');
  process.kill(pid, 'SIGKILL');
  const server = await start();
  expect(await query(server.url, 'select count(*)::int from kept')).toEqual([20]);
});

test('a server left behind by a killed process is adopted', async () => {
  await withCluster();
  const { child, url } = await startElsewhere();
  const pid = postmasterPid();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const server = await start();
  expect(server.url).toBe(url);
  expect(postmasterPid()).toBe(pid);
  await server.stop();
  expect(postmasterPid()).toBeUndefined();
});

test('a left-over postmaster.pid with the number of another program is ignored', async () => {
  // Only Linux can tell which program has the number.
  if (process.platform !== 'linux') return;
  await withCluster();
  const { child, url } = await startElsewhere();
  await query(url, 'create table kept as select 7 as n');
  const file = join(layoutOf(dataDir).cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const pid = postmasterPid()!;
  process.kill(pid, 'SIGKILL');
  await eventually(() => expect(processState(pid)).toBe('gone'));

  const { uid, gid } = databaseUser(layoutOf(dataDir).cluster) ?? {};
  const stranger = spawn('sleep', ['60'], { uid, gid, cwd: '/' });
  try {
    await writeFile(file, text.replace(/^\d+/, `${stranger.pid}`));
    const server = await start();
    expect(await query(server.url, 'select n from kept')).toEqual([7]);
  } finally {
    stranger.kill();
  }
});

test('a cluster of another version or without its password is refused with a message', async () => {
  await withCluster();
  const server = await start();
  await server.stop();
  const { cluster, password } = layoutOf(dataDir);
  await rm(password);
  await expect(start()).rejects.toThrow(`${password} is missing`);
  await writeFile(join(cluster, 'PG_VERSION'), '9\n');
  await expect(start()).rejects.toThrow('was written by PostgreSQL 9');
});
