import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createDiskReserve } from '#platform/disk/disk-reserve.ts';
import { type DoctorDatabase, openDoctorDatabase } from '#platform/doctor/database-checks.ts';
import { createDoctor } from '#platform/doctor/examine.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLog } from '#platform/log.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { doctorChecks } from './doctor-checks.ts';

let base: TestDatabase;
let database: DoctorDatabase;
let owner: pg.Client;
let dataDir = '';
beforeAll(async () => {
  base = await createTestDatabase();
  await installJobs(base.url);
  database = openDoctorDatabase(base.url);
  owner = await connectOwner(base.url);
  dataDir = await mkdtemp(join(tmpdir(), 'aso-doctor-'));
});
afterAll(async () => {
  await owner.end();
  await database.close();
  await base.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const disk = createDiskReserve({ dir: '/', reserve: 0, log: createLog('silent'), freshMs: 0 });
const examine = (env: Record<string, string> = {}) =>
  createDoctor(
    doctorChecks({
      config: readConfig({ DISK_RESERVE: '0', ...env }),
      ...{ dataDir, database, disk, databaseUrl: base.url, webUrl: base.webUrl },
    }),
  ).examine();
const LIVE = { SHOP_MODE: 'live', ...LIVE_FACTS };
const lineOf = async (what: string, env?: Record<string, string>) =>
  (await examine(env)).find((one) => one.what === what);

test('DOCTOR-01 the lines of a demo store, of which none needs action', async () => {
  const findings = await examine();
  expect(findings.map(({ what }) => what)).toEqual([
    ...[
      'Backup',
      'Backup place',
      'Archive',
      'Data disk',
      'Database',
      'Updates',
      'Clock',
      'Migrations',
      'Roles',
    ],
    ...['Row security', 'Jobs', 'Emails', 'Webhooks', 'Access, tried', 'Mail', 'Certificate'],
    ...['Slides', 'Product images', 'Prices', 'Promotions', 'Share images'],
  ]);
  expect(findings.filter(({ state }) => state === 'problem')).toEqual([]);
});

test('DOCTOR-01 a live shop has a line for each recommended setting, with the line of .env', async () => {
  expect(await lineOf('Back up every day', LIVE)).toMatchObject({
    state: 'warning',
    action: { copy: 'BACKUP_AT=03:00' },
  });
  expect(await lineOf('Say when you are open', LIVE)).toMatchObject({ state: 'warning' });
  expect(await lineOf('Say when you are open', { ...LIVE, SHOP_HOURS: 'Every day' })).toMatchObject({
    state: 'ok',
    found: 'done',
  });
});

test('DOCTOR-01 the last backup, its verification, its age and its place', async () => {
  expect(await lineOf('Backup', LIVE)).toMatchObject({ state: 'problem', found: 'there is none' });
  const add = (name: string, made: string, verified: string, error = 'null') =>
    owner.query(
      `insert into backups (name, made_at, verified_at, verification_error) values ('${name}', now() - interval '${made}', ${verified}, ${error})`,
    );
  await add('first', '3 days', `now() - interval '2 days'`);
  expect(await lineOf('Backup', LIVE)).toMatchObject({
    state: 'ok',
    found: 'last made 3 days ago, last verified 2 days ago',
    action: { copy: 'npm run backup -- verify' },
  });
  expect(await lineOf('Backup', { ...LIVE, BACKUP_AT: '3' })).toMatchObject({
    state: 'warning',
    fix: expect.stringContaining('older than two days'),
  });
  await add('second', '5 hours', 'null', `'tables/orders.copy.gz is damaged.'`);
  expect(await lineOf('Backup', LIVE)).toMatchObject({
    state: 'problem',
    fix: expect.stringContaining('orders.copy.gz is damaged'),
    since: expect.any(Date),
  });
  expect(await lineOf('Backup place', LIVE)).toMatchObject({
    state: 'warning',
    found: `0 backups in ${dataDir}/backups, on the disk of the data, and would be lost with it`,
  });
});

test('DOCTOR-03 a second copy of the backups is asked for until it exists, then while it fails or is on the same disk', async () => {
  await owner.query('truncate backups');
  const copyLine = (env: Record<string, string> = {}) => lineOf('Backup copy', { ...LIVE, ...env });
  expect(await copyLine()).toMatchObject({
    state: 'warning',
    found: 'there is no second copy of the backups',
    action: { copy: 'BACKUP_COPY=/path/on/another/disk' },
  });
  const elsewhere = { BACKUP_COPY: '/dev/aso-copies' };
  expect(await copyLine(elsewhere)).toMatchObject({
    state: 'warning',
    found: 'there is none in /dev/aso-copies yet',
    action: { copy: 'npm run backup -- copy' },
  });
  await owner.query(
    `insert into backups (name, made_at, copied_at, copied_to)
     select 'b' || d, now() - d * interval '1 day', now(), '/dev/aso-copies' from generate_series(2, 3) d`,
  );
  expect(await copyLine(elsewhere)).toMatchObject({
    state: 'ok',
    found: 'the backup of 2 days ago is in /dev/aso-copies',
  });
  expect(await lineOf('Backup place', { ...LIVE, ...elsewhere })).toMatchObject({ state: 'ok' });
  await owner.query(
    `insert into backups (name, made_at, copy_error) values ('c', now(), 'the disk is gone')`,
  );
  const failing = await copyLine(elsewhere);
  expect(failing).toMatchObject({ state: 'problem', fix: 'The last attempt failed: the disk is gone' });
  expect(Date.now() - failing!.since!.getTime()).toBeGreaterThan(47 * 60 * 60_000);
  const here = { BACKUP_COPY: `${dataDir}/copies` };
  await owner.query(`update backups set copied_at = now(), copied_to = $1, copy_error = null`, [
    here.BACKUP_COPY,
  ]);
  expect(await copyLine(here)).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('on the same disk as the backups'),
  });
  expect(await lineOf('Backup place', { ...LIVE, ...here })).toMatchObject({ state: 'warning' });
  // A demo store is not asked.
  expect(await lineOf('Backup copy')).toBeUndefined();
});

test('DOCTOR-01 share images above 300 kB are counted', async () => {
  const dir = join(dataDir, 'derived', 'share', 'ab');
  await mkdir(dir, { recursive: true });
  await writeFile(join(dir, 'abc.jpg'), 'x');
  expect(await lineOf('Share images')).toMatchObject({ state: 'ok', found: 'the largest of 1 has 1 kB' });
  await truncate(join(dir, 'abc.jpg'), 300_001);
  expect(await lineOf('Share images')).toMatchObject({
    state: 'warning',
    found: expect.stringMatching(/^1 of 1 are above 300 kB, the largest has 301 kB/),
  });
});

test('DOCTOR-01 a write that was refused for want of space needs action, also with room on this disk', async () => {
  expect(await lineOf('Data disk')).toMatchObject({ state: 'ok' });
  disk.noteFull();
  expect(await lineOf('Data disk')).toMatchObject({
    state: 'problem',
    found: expect.stringContaining('refused'),
  });
});

test('DOCTOR-02 which changes would be lost with the disk, and what to do about it', async () => {
  expect(await lineOf('Archive')).toMatchObject({ state: 'ok', found: 'none: BACKUP_DIR is not set' });
  expect(await lineOf('Archive', LIVE)).toMatchObject({
    state: 'warning',
    action: { copy: 'BACKUP_DIR=/path/on/another/disk' },
  });
  const own = { ...LIVE, BACKUP_DIR: dataDir };
  expect(await lineOf('Archive', { ...own, ARCHIVE: 'off' })).toMatchObject({
    state: 'warning',
    found: expect.stringContaining('switched off'),
  });
  // Of the tests: started without it.
  expect(await lineOf('Archive', own)).toMatchObject({
    state: 'problem',
    found: 'the database was started without it',
  });
  const elsewhere = { ...own, DATABASE_URL: base.url, AUTH_SECRET: 'x'.repeat(32) };
  expect(await lineOf('Archive', elsewhere)).toMatchObject({
    state: 'warning',
    action: { copy: 'ARCHIVE=provider' },
  });
  expect(await lineOf('Archive', { ...elsewhere, ARCHIVE: 'provider' })).toMatchObject({
    state: 'ok',
    found: expect.stringContaining('provider'),
  });
});
