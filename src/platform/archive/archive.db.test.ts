import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#shared/test-eventually.ts';
import { folderPlace } from '../backup/backup-place.ts';
import { createLog } from '../log.ts';
import { debianPostgres } from '../postgres/binaries.ts';
import { layoutOf } from '../postgres/data-folder.ts';
import { databaseUser } from '../postgres/database-user.ts';
import { superuserUrlOf } from '../postgres/running-database.ts';
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { baseNameOf, factsOf, openArchive, partPath, walPath } from './archive.ts';
import { type Archiver, createArchiver } from './archiver.ts';
import { chooseBase, type Target } from './choose-base.ts';
import { identifyServer } from './make-base.ts';
import { removeOld } from './retention.ts';
import { readSpool } from './spool.ts';
import { restoreCluster } from './swap-cluster.ts';
import { readVerification, verifyArchive } from './verify-archive.ts';

const KEY = 'a key of more than twenty letters';
let dir = '';
let dataDir = '';
let server: RunningPostgres;
let archiver: Archiver;
const archiveDir = () => join(dir, 'elsewhere', 'archive');
const archive = () => openArchive(folderPlace(archiveDir()), KEY);
const spool = () => layoutOf(dataDir).spool;

async function start(): Promise<void> {
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  server = await startPostgres({ dataDir, log: () => {}, binaries, archive: { seconds: 1 } });
  archiver = makeArchiver();
  archiver.start();
}

const makeArchiver = () =>
  createArchiver({
    archive: archive(),
    database: { databaseUrl: server.url, replicationUrl: superuserUrlOf(dataDir, server.url), builtIn: true },
    spool: spool(),
    days: 7,
    room: async () => undefined,
    log: createLog('silent'),
  });

async function query<T>(sql: string, url = server.url): Promise<T[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat() as T[];
  } finally {
    await client.end();
  }
}

const untilBase = (more = 0) =>
  eventually(async () => expect((await archive().listBases()).length).toBeGreaterThan(more));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-archive-'));
  await chmod(dir, 0o711);
  dataDir = join(dir, "data of Ada's 100% shop");
  await start();
});
afterAll(async () => {
  await server?.stop();
  await archiver?.stop();
  await rm(dir, { recursive: true, force: true });
});

const user = () => databaseUser(layoutOf(dataDir).cluster);
const stopShop = async () => {
  await server.stop();
  await archiver.stop();
};
const restore = async (target: Target, into = dataDir, beforeCommit?: () => Promise<void>) =>
  restoreCluster({
    archive: archive(),
    course: await chooseBase(archive(), target),
    target,
    dataDir: into,
    isArchiving: into === dataDir,
    beforeCommit,
  });
/** A moment before and after which the clock of the server shows another. */
async function momentBetween(): Promise<Date> {
  await sleep(20);
  const now = new Date();
  await sleep(20);
  return now;
}

test('DOCTOR-02 a shop is restored to a time in its folder, to another one after that, and on another machine', async () => {
  await query('create table kept (n int)');
  const before = new Date();
  await untilBase();
  await query('insert into kept values (1)');
  const first = await momentBetween();
  await query('insert into kept values (2)');
  const second = await momentBetween();
  await query('drop table kept');
  await eventually(() => chooseBase(archive(), second));
  await expect(restore(second)).rejects.toThrow(`The shop in ${dataDir} runs. Stop it first`);
  await stopShop();

  await expect(restore(before)).rejects.toThrow('The archive begins at');
  await expect(restore(new Date(Date.now() + 60_000))).rejects.toThrow('is in the future');
  await expect(restore(new Date())).rejects.toThrow(/The archive ends (at|before) /);

  // As where the images of a backup are damaged.
  const beforeCommit = async () => {
    expect(await readdir(layoutOf(dataDir).home)).not.toContainEqual(expect.stringMatching(/^cluster-/));
    throw new Error('The images cannot be restored');
  };
  const identify = () => readFile(join(layoutOf(dataDir).cluster, 'global', 'pg_control'));
  const present = await identify();
  await expect(restore(first, dataDir, beforeCommit)).rejects.toThrow('The images cannot be restored');
  expect((await identify()).equals(present)).toBe(true);
  expect(await readdir(layoutOf(dataDir).home)).not.toContainEqual(
    expect.stringMatching(/^(cluster|restore)-/),
  );

  const { kept, lastChangeAt } = await restore(first);
  expect(lastChangeAt!.getTime()).toBeLessThanOrEqual(first.getTime());
  expect(await readFile(join(kept!, 'PG_VERSION'), 'utf8')).toMatch(/^1[58]\n$/);
  await start();
  expect(await query('select n from kept')).toEqual([1]);

  // The shop goes on, on a timeline of its own.
  await untilBase(1);
  await query('insert into kept values (3)');
  const third = await momentBetween();
  await query('truncate kept');
  await stopShop();

  const elsewhere = join(dir, 'another machine');
  await restore(third, elsewhere);
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  const restored = await startPostgres({ dataDir: elsewhere, log: () => {}, binaries });
  expect(await query('select n from kept order by n', restored.url)).toEqual([1, 3]);
  await restored.stop();
  await rm(elsewhere, { recursive: true });

  // What was undone is still there.
  await restore(second, elsewhere);
  const undone = await startPostgres({ dataDir: elsewhere, log: () => {}, binaries });
  expect(await query('select n from kept order by n', undone.url)).toEqual([1, 2]);
  await undone.stop();
  await start();
  expect(await query('select n from kept')).toEqual([]);
});

test('DOCTOR-02 a restore that ends before the old cluster is replaced is completed by the next start', async () => {
  await query('insert into kept values (4)');
  await stopShop();
  const { cluster, restored } = layoutOf(dataDir);
  await rename(cluster, restored);
  await start();
  expect(await query('select n from kept')).toEqual([4]);
});

test('DOCTOR-02 of two restores without a start between, the second is archived as if there had been no first', async () => {
  const countBases = async () => (await archive().listBases()).length;
  const switchSegment = async () =>
    (await query<string>('select pg_walfile_name(pg_switch_wal())', superuserUrlOf(dataDir, server.url)))[0]!;
  let bases = await countBases();
  await query('insert into kept values (5)');
  const first = await momentBetween();
  await query('insert into kept values (6)');
  await switchSegment();
  await query('insert into kept values (6)');
  await switchSegment();
  const second = await momentBetween();
  await query('truncate kept');
  await eventually(() => chooseBase(archive(), second));
  await stopShop();
  await restore(second);
  const unfinished = join(layoutOf(dataDir).home, 'restore-20261130T120000000Z');
  await mkdir(join(unfinished, 'cluster'), { recursive: true });
  await restore(first);
  expect(existsSync(unfinished)).toBe(false);
  await start();
  expect(await query('select n from kept order by n')).toEqual([4, 5]);
  await untilBase(bases);
  // The first one left a segment with the name of one of these.
  for (let n = 0; n < 5; n++) {
    await query('insert into kept values (7)');
    await switchSegment();
  }
  const third = await momentBetween();
  await query('truncate kept');
  const segment = await switchSegment();
  await eventually(async () =>
    expect(await readdir(archiveDir(), { recursive: true })).toContainEqual(expect.stringContaining(segment)),
  );
  expect((await readSpool(spool())).failure).toBeUndefined();
  await stopShop();
  bases = await countBases();
  await restore(third);
  await start();
  expect(await query('select n from kept order by n')).toEqual([4, 5, 7, 7, 7, 7, 7]);
  await query('delete from kept where n > 4');
  await untilBase(bases);
});

test('DOCTOR-02 the archive is verified by a restore to a moment of now', async () => {
  const verify = () =>
    verifyArchive({ archive: archive(), databaseUrl: server.url, dir: layoutOf(dataDir).home, user: user() });
  // Segments begin meanwhile, as after each timeout: one of them between the marks and the wait for them.
  const begin = async () => {
    for (let n = 0; n < 40; n++) await query('select pg_switch_wal()', superuserUrlOf(dataDir, server.url));
  };
  const [verified] = await Promise.all([verify(), begin()]);
  expect(verified.rows).toBe(1);
  expect(await readVerification(archive())).toMatchObject({ error: null });

  const [base] = (await archive().listBases()).slice(-1);
  const part = join(archiveDir(), 'parts', `${base}.00001.sealed`);
  await truncate(part, 1_000);
  await expect(verify()).rejects.toThrow(`parts/${base}.00001 of the archive is damaged`);
  expect((await readVerification(archive()))?.error).toContain('is damaged');
  expect(await readdir(layoutOf(dataDir).home)).not.toContainEqual(expect.stringContaining('verification'));
  await rm(join(archiveDir(), 'bases', `${base}.json.sealed`));
});

test('DOCTOR-02 without the place of the archive the log waits, and the spool names the reason', async () => {
  await rename(archiveDir(), `${archiveDir()}-away`);
  await writeFile(archiveDir(), 'a file in its place');
  await query('insert into kept values (5)');
  await eventually(async () => {
    const { waiting, failure } = await readSpool(spool());
    expect([waiting > 0, failure]).toEqual([true, expect.objectContaining({ of: 'log' })]);
  });
  await rm(archiveDir());
  await rename(`${archiveDir()}-away`, archiveDir());
  await eventually(async () => expect(await readSpool(spool())).toEqual({ waiting: 0 }));
});

test('DOCTOR-02 a gap in the log begins a new base backup; a moment within it is refused', async () => {
  const bases = (await archive().listBases()).length;
  await archiver.stop();
  const inSpool = async () => (await readdir(spool())).filter((name) => name.endsWith('.gz')).sort();
  let moment = new Date();
  for (let n = 1; n <= 3; n++) {
    const waiting = (await inSpool()).length;
    await query(`insert into kept values (${10 + n})`);
    if (n === 2) moment = await momentBetween();
    await eventually(async () => expect((await inSpool()).length).toBeGreaterThan(waiting));
  }
  // As archive-segment.sh leaves them out when too much waits.
  for (const name of (await inSpool()).slice(1, -1)) await rm(join(spool(), name));
  archiver = makeArchiver();
  archiver.start();
  await untilBase(bases);
  await query('insert into kept values (20)');
  await stopShop();
  await expect(restore(moment)).rejects.toThrow(/The archive (ends before|has a gap after) /);
  await restore('latest');
  await start();
  expect(await query('select max(n) from kept')).toEqual([20]);
});

test('DOCTOR-02 two processes: one archives at a time, and the other one takes over', async () => {
  const second = makeArchiver();
  second.start();
  await query('insert into kept values (21)');
  const isWaiting = async () => (await readSpool(spool())).waiting > 0;
  await eventually(async () => expect(await isWaiting()).toBe(false));
  await archiver.stop();
  archiver = second;
  await query('insert into kept values (22)');
  const { names, system } = await segments();
  await eventually(async () => expect((await segments()).names.length).toBeGreaterThan(names.length));
  expect(await archive().has(walPath(system, names.at(-1)!))).toBe(true);
});

test('DOCTOR-02 another database with the same name of a segment does not overwrite it', async () => {
  const { names, system } = await segments();
  const path = walPath(system, names.at(-1)!);
  const bytes = await archive().get(path);
  await writeFile(join(spool(), `${names.at(-1)}.gz`), gzipSync('of a copy of the server'));
  await eventually(async () =>
    expect((await readSpool(spool())).failure?.reason).toContain('a copy of this database'),
  );
  expect(await archive().get(path)).toEqual(bytes);
  await rm(join(spool(), `${names.at(-1)}.gz`));
});

test('DOCTOR-02 an interrupted base backup is none, and is deleted with what is older than the days to keep', async () => {
  const { names, system } = await segments();
  const old = baseNameOf({ system, startedAt: new Date('2026-01-01'), start: names[0]! });
  await archive().put(partPath(old, 0), Buffer.from('cut off'));
  const bases = await archive().listBases();
  expect(bases).not.toContain(old);
  await removeOld(archive(), 0, new Date(Date.now() + 8 * 24 * 60 * 60_000));
  expect(await archive().listBases()).toEqual(bases.slice(-1));
  const left = await archive().list('parts');
  expect(left.every(({ name }) => name.startsWith(bases.at(-1)!))).toBe(true);
  expect((await segments()).names[0]).toBe(factsOf(bases.at(-1)!).start);
});

async function segments(): Promise<{ system: string; names: string[] }> {
  const { system } = await identifyServer({ databaseUrl: server.url });
  const wal = await archive().listWal(system);
  return { system, names: wal.map(({ name }) => name).filter((name) => name.length === 24) };
}
