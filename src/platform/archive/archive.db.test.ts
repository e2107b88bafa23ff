import { chmod, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createLog } from '../log.ts';
import { debianPostgres } from '../postgres/binaries.ts';
import { layoutOf } from '../postgres/data-folder.ts';
import { superuserUrlOf } from '../postgres/running-database.ts';
import { type RunningPostgres, startPostgres } from '../postgres/start-postgres.ts';
import { openArchive } from './archive.ts';
import { folderStore } from './archive-store.ts';
import { type Archiver, createArchiver, readSpool } from './archiver.ts';
import { chooseBase } from './choose-base.ts';
import { restoreCluster } from './swap-cluster.ts';
import { verifyArchive } from './verify-archive.ts';

const KEY = 'a key of more than twenty letters';
let dir = '';
let dataDir = '';
let server: RunningPostgres;
let archiver: Archiver;
const archiveDir = () => join(dir, 'elsewhere', 'archive');
const archive = () => openArchive(folderStore(archiveDir()), KEY);
const spool = () => layoutOf(dataDir).spool;

async function start(): Promise<void> {
  const binaries = process.env.TEST_POSTGRES === '15' ? debianPostgres()! : undefined;
  server = await startPostgres({ dataDir, log: () => {}, binaries, archive: { seconds: 1 } });
  archiver = createArchiver({
    archive: archive(),
    database: { databaseUrl: server.url, replicationUrl: superuserUrlOf(dataDir, server.url), builtIn: true },
    spool: spool(),
    days: 7,
    room: async () => undefined,
    log: createLog('silent'),
  });
  archiver.start();
}

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
  vi.waitFor(async () => expect((await archive().listBases()).length).toBeGreaterThan(more), {
    timeout: 30_000,
    interval: 100,
  });

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

test('DOCTOR-02 a shop is restored to a time, in its own folder and on another machine', async () => {
  await query('create table kept (n int)');
  await query('insert into kept values (1)');
  await untilBase();
  await query('insert into kept values (2)');
  await sleep(50);
  const between = new Date();
  await sleep(50);
  await query('drop table kept');
  await verifyArchive({ archive: archive(), databaseUrl: server.url, dir, user: undefined });
}, 120_000);
