import { cp, mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { backUp } from '#platform/backup/back-up.ts';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { copyBackups } from '#platform/backup/copy-backups.ts';
import { listBackups } from '#platform/backup/read-backup.ts';
import { verifyNewestBackup } from '#platform/backup/verify-newest.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Role } from '#shared/caller.ts';
import { backupsRouter } from './router.ts';

let testDatabase: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: Client;
let dir: string;
const userIds: Record<Role, string> = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-backups-'));
  ({ testDatabase, database, owner, close } = await openTestDatabase());
  for (const [role, id] of Object.entries(userIds)) {
    await owner.query('insert into profiles (id, email, role) values ($1, $2, $3)', [
      id,
      `${role}@x.y`,
      role,
    ]);
  }
});
afterAll(async () => {
  await close?.();
  await rm(dir, { recursive: true, force: true });
});

/** The state as returned to a user of this role; `believed` is the role the application assumes. */
const stateFor = (role: Role, believed: Role = role) =>
  createRouterClient(
    backupsRouter({
      ...{
        database,
        backupScheduled: true,
        backupVerifications: 'weekly',
        backupCopyTo: join(dir, 'copies'),
      },
    }),
    {
      context: testContext({ userId: userIds[role], role: believed }),
    },
  ).state();

const deps = (storage = localStorage(join(dir, 'uploads'))) => ({
  databaseUrl: testDatabase.url,
  storage,
  dir: join(dir, 'backups'),
  keep: 2,
  room: async () => Number.MAX_SAFE_INTEGER,
  secret: 'a-secret-of-more-than-thirty-two-letters',
});

test('the owner sees what was made, what failed and what was verified; two backups are retained', async () => {
  expect(await stateFor('super_admin')).toEqual({
    isScheduled: true,
    verifications: 'weekly',
    last: null,
    verified: null,
    failure: null,
    copy: { to: join(dir, 'copies'), last: null, failure: null },
  });
  await expect(verifyNewestBackup(deps())).rejects.toThrow('There is no backup in');

  const first = await backUp(deps());
  expect(await stateFor('super_admin')).toMatchObject({
    last: { madeAt: first.madeAt.toISOString(), bytes: first.bytes, isSealed: false },
    verified: null,
    failure: null,
  });
  await verifyNewestBackup(deps());
  expect((await stateFor('super_admin')).verified?.madeAt).toBe(first.madeAt.toISOString());

  // A failed backup deletes no other.
  const storage = { ...deps().storage, stat: () => Promise.reject(new Error('the disk is gone')) };
  await expect(backUp({ ...deps(), storage, keep: 1 })).rejects.toThrow('the disk is gone');
  expect((await stateFor('super_admin')).failure).toMatchObject({ reason: 'the disk is gone' });
  expect(await listBackups(deps().dir)).toEqual([first.folder]);

  const second = await backUp(deps());
  expect((await stateFor('super_admin')).failure).toBeNull();
  const third = await backUp(deps());
  expect(await listBackups(deps().dir)).toEqual([second.folder, third.folder]);
  expect((await stateFor('super_admin')).verified?.madeAt).toBe(first.madeAt.toISOString());

  // Of a clock that was ahead for a moment.
  const ahead = join(deps().dir, 'aso-house-2099-01-01T000000.000Z');
  await cp(third.folder, ahead, { recursive: true });
  expect((await verifyNewestBackup(deps())).name).toBe(basename(third.folder));
  await rm(ahead, { recursive: true });

  await truncate(join(third.folder, 'tables/profiles.copy.gz'), 20);
  await expect(verifyNewestBackup(deps())).rejects.toThrow('damaged');
  expect((await stateFor('super_admin')).failure?.reason).toMatch('tables/profiles.copy.gz is damaged');
  expect((await stateFor('super_admin')).verified?.madeAt).toBe(third.madeAt.toISOString());
});

test('DOCTOR-03 the owner sees which backup was copied to the second place, and why a newer one was not', async () => {
  const copy = (room = Number.POSITIVE_INFINITY) =>
    copyBackups({
      ...{ databaseUrl: testDatabase.url, keep: 9, key: undefined, room: async () => room },
      ...{ from: folderPlace(deps().dir), to: folderPlace(join(dir, 'copies')) },
    });
  const first = await backUp(deps());
  await copy();
  const copied = { to: join(dir, 'copies'), last: { madeAt: first.madeAt.toISOString() }, failure: null };
  expect((await stateFor('super_admin')).copy).toMatchObject(copied);
  const second = await backUp(deps());
  await expect(copy(0)).rejects.toThrow('There is no room');
  const failure = { at: second.madeAt.toISOString(), reason: expect.stringContaining('no room') };
  expect((await stateFor('super_admin')).copy).toMatchObject({ ...copied, failure });
  await copy();
  expect((await stateFor('super_admin')).copy).toMatchObject({
    last: { madeAt: second.madeAt.toISOString() },
    failure: null,
  });
  // Copies in another place do not count.
  await owner.query(`update backups set copied_to = 's3://other' where copied_to is not null`);
  expect((await stateFor('super_admin')).copy).toMatchObject({ last: null });
});

test('no other role sees it, in the application and in the database', async () => {
  for (const role of ['user', 'admin'] as const) {
    await expect(stateFor(role)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // A forged role.
    expect(await stateFor(role, 'super_admin')).toMatchObject({
      ...{ last: null, verified: null, failure: null },
      copy: { last: null, failure: null },
    });
  }
  await expect(
    database.webPool.query('insert into backups (name, made_at) values ($1, now())', ['x']),
  ).rejects.toThrow('permission denied');
  await expect(database.authPool.query('select from restored_jobs')).rejects.toThrow('permission denied');
});
