import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Client } from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArchive, walPath } from '#platform/archive/archive.ts';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { listBackups } from '#platform/backup/read-backup.ts';
import { isVerificationDue } from '#platform/backup/verification-due.ts';
import type { VerificationSchedule } from '#platform/backup/verification-schedule.ts';
import { readConfig } from '#platform/config.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import {
  connectOwner,
  createTestDatabase,
  superuserOf,
  type TestDatabase,
} from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { planBackups } from './daily-backup.ts';

let shop: TestDatabase;
let owner: Client;
let dir: string;
const logged: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-daily-'));
  shop = await createTestDatabase();
  owner = await connectOwner(shop.url);
});
afterAll(async () => {
  await owner?.end();
  await shop?.drop();
  await rm(dir, { recursive: true, force: true });
});

const disk = (free: number): DiskReserve => ({
  state: async () => ({ free, reserve: 1000, isShort: free < 1000, isFull: false }),
  noteFull: () => {},
});
const plan = (more: Record<string, string> = {}, free = Number.MAX_SAFE_INTEGER, databaseUrl = shop.url) =>
  planBackups({
    installation: {
      config: readConfig({ BACKUP_AT: '03:00', ...more }),
      dataDir: dir,
      databaseUrl,
      secret: 'a-secret-of-more-than-thirty-two-letters',
    },
    storage: localStorage(join(dir, 'uploads')),
    disk: disk(free),
    log,
  });

/** The recorded backups, oldest first: whether each was verified, or the error. */
async function noted() {
  const { rows } = await owner.query(
    'select verified_at is not null as verified, verification_error from backups order by made_at',
  );
  return rows.map(({ verified, verification_error }) => verification_error ?? verified);
}

test('a backup is verified each week, and again the next night after a failure', async () => {
  const { job, verifications } = await plan();
  expect([verifications, job?.at]).toEqual(['weekly', { hour: 3, minute: 0 }]);
  await job?.run();
  expect(await noted()).toEqual([true]);
  expect(logged.at(-1)?.msg).toBe('a backup was restored for a trial, and is the same');

  const due = (one: VerificationSchedule) => isVerificationDue(shop.url, one);
  expect([await due('weekly'), await due('after-each'), await due('off')]).toEqual([false, true, false]);
  await owner.query(`update backups set verified_at = now() - interval '6 days 23 hours'`);
  expect([await due('weekly'), await due('off')]).toEqual([true, false]);
  // By a clock that was ahead.
  await owner.query(`update backups set verified_at = now() + interval '30 days'`);
  expect(await due('weekly')).toBe(true);

  const full = await plan({}, 5_000_000);
  const why = 'The disk has no room for a second copy of the database.';
  await expect(full.job?.run()).rejects.toThrow(why);
  expect(await noted()).toEqual([true, why]);
  await owner.query(`update backups set verified_at = now() where verified_at is not null`);
  expect(await due('weekly')).toBe(true);
  await owner.query(
    `update backups set verified_at = now(), verification_error = null where verification_error is not null`,
  );
  expect(await due('weekly')).toBe(false);
});

test('a backup that would use the reserve for orders is not started, and the owner sees the reason', async () => {
  await owner.query('update backups set bytes = 1e15');
  const { job } = await plan();
  const why = /no room for a backup in .*: the last one took 953,674,317 MB, and [\d,]+ MB are left/;
  await expect(job?.run()).rejects.toThrow(why);
  const { rows } = await owner.query('select error from backups order by made_at desc limit 1');
  expect(rows[0].error).toMatch(why);
});

test('if the owner may not create databases this is logged once and no verification runs', async () => {
  const role = `aso_small_${process.pid}`;
  const superuser = await connectOwner(superuserOf(shop));
  await superuser.query(`create role ${role} login password 'small'`);
  try {
    const url = new URL(shop.url);
    url.username = role;
    url.password = 'small';
    logged.length = 0;
    expect((await plan({}, 1e12, url.href)).verifications).toBe('forbidden');
    expect(logged).toEqual([
      expect.objectContaining({ level: 40, msg: expect.stringContaining('may not create databases') }),
    ]);
    expect((await plan({ BACKUP_VERIFY: 'off' }, 1e12, url.href)).verifications).toBe('off');
    expect(logged).toHaveLength(1);
  } finally {
    await superuser.query(`drop role ${role}`);
    await superuser.end();
  }
});

test('DOCTOR-03 a failed copy fails neither the backup nor its verification, and the next one is complete', async () => {
  await owner.query('truncate backups');
  await writeFile(join(dir, 'no-folder'), '');
  const failing = await plan({ BACKUP_COPY: join(dir, 'no-folder', 'copies') });
  logged.length = 0;
  await failing.job?.run();
  expect(await noted()).toEqual([true]);
  expect(logged.map(({ msg }) => msg)).toEqual([
    'backed up',
    'the backups could not be copied',
    'a backup was restored for a trial, and is the same',
  ]);
  const { job } = await plan({ BACKUP_COPY: join(dir, 'copies') });
  await job?.run();
  const { rows } = await owner.query('select copied_to, copy_error from backups order by made_at');
  expect(rows).toEqual([
    { copied_to: null, copy_error: expect.stringContaining('ENOTDIR') },
    { copied_to: join(dir, 'copies'), copy_error: null },
  ]);
  expect((await listBackups(join(dir, 'copies'))).map((folder) => basename(folder))).toEqual(
    (await listBackups(join(dir, 'backups'))).map((folder) => basename(folder)),
  );
});

test('DOCTOR-02 the archive is tried by its own record: again after a failure, and without the right to create databases', async () => {
  await owner.query('truncate backups');
  const BACKUP_DIR = join(dir, 'archived');
  const archive = openArchive(folderPlace(join(BACKUP_DIR, 'archive')));
  // The log that a trial waits for, with what other tests write in between, and no base backup: it fails at once.
  const { rows: segments } = await owner.query(
    `select system_identifier as system, pg_walfile_name(pg_current_wal_lsn() + n * pg_size_bytes(current_setting('wal_segment_size'))) as name
     from pg_control_system(), generate_series(0, 1500) n`,
  );
  for (const { system, name } of segments) await archive.put(walPath(system, name), Buffer.from(''));
  const failure = 'There is no base backup';
  const { job } = await plan({ BACKUP_DIR });
  await expect(job?.run()).rejects.toThrow(failure);
  expect(await noted()).toEqual([true]);
  await expect(job?.run()).rejects.toThrow(failure);

  const role = `aso_member_${process.pid}`;
  const superuser = await connectOwner(superuserOf(shop));
  const url = new URL(shop.url);
  try {
    await superuser.query(`create role ${role} login password 'small' in role ${url.username}`);
    [url.username, url.password] = [role, 'small'];
    const forbidden = await plan({ BACKUP_DIR }, Number.MAX_SAFE_INTEGER, url.href);
    expect(forbidden.verifications).toBe('forbidden');
    await expect(forbidden.job?.run()).rejects.toThrow(failure);
    const result = { at: new Date().toISOString(), restoredTo: new Date().toISOString(), error: null };
    await archive.put('verified.json', Buffer.from(JSON.stringify(result)));
    await forbidden.job?.run();
  } finally {
    await superuser.query(`drop role if exists ${role}`);
    await superuser.end();
  }
  expect(await noted()).toEqual([true, false, false, false]);
});

test('without BACKUP_AT nothing is scheduled', async () => {
  expect(await plan({ BACKUP_AT: '' })).toEqual({ verifications: 'off' });
});
