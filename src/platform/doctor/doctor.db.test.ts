import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { installJobs } from '#platform/jobs/install.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { type DoctorDatabase, databaseChecks, openDoctorDatabase } from './database-checks.ts';
import { createDoctor } from './examine.ts';
import { mailCheck, reserveCheck, storageCheck } from './server-checks.ts';

let database: TestDatabase;
let owner: pg.Client;
let checked: DoctorDatabase;
let dir = '';
beforeAll(async () => {
  database = await createTestDatabase();
  await installJobs(database.url);
  owner = await connectOwner(database.url);
  checked = openDoctorDatabase(database.url);
  dir = await mkdtemp(join(tmpdir(), 'aso-doctor-'));
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await owner.end();
  await checked.close();
  await database.drop();
  await rm(dir, { recursive: true, force: true });
});

const databaseFindings = (db = checked.pool) => createDoctor(databaseChecks(db)).examine();

/** Findings that are not ok, as 'state what: found'. */
async function complaints() {
  const findings = await databaseFindings();
  return findings
    .filter(({ what, state }) => state !== 'ok' && what !== 'Updates')
    .map(({ state, what, found }) => `${state} ${what}: ${found}`);
}

test('a database as created by the shop has no findings', async () => {
  const findings = await databaseFindings();
  expect(findings.map(({ what, state }) => `${what} ${state}`)).toEqual([
    'Database ok',
    // As old as the package that it comes from.
    expect.stringMatching(/^Updates (ok|warning)$/),
    'Clock ok',
    'Migrations ok',
    'Roles ok',
    'Row security ok',
    'Jobs ok',
    'Emails ok',
    'Webhooks ok',
  ]);
});

test('a table without row level security is named, with the statement that fixes it', async () => {
  await owner.query('alter table orders disable row level security');
  const found = (await databaseFindings()).find(({ what }) => what === 'Row security');
  expect(found).toMatchObject({ state: 'problem', found: 'missing on public.orders' });
  await owner.query(found!.fix!);
  expect(await complaints()).toEqual([]);
});

test('a pending migration, and one that this shop does not know', async () => {
  await owner.query('begin; create table migrations_copy as select * from drizzle.__drizzle_migrations');
  await owner.query('alter table migrations_copy enable row level security; commit');
  await owner.query(
    'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
  );
  expect(await complaints()).toEqual(['warning Migrations: 1 pending']);
  await owner.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9999999999999)",
  );
  expect(await complaints()).toEqual(['problem Migrations: the database is newer than this shop']);
  await owner.query(
    'truncate drizzle.__drizzle_migrations; insert into drizzle.__drizzle_migrations select * from migrations_copy',
  );
  await owner.query('drop table migrations_copy');
  expect(await complaints()).toEqual([]);
});

test('jobs that are not processed, and emails that were given up', async () => {
  await owner.query(`select enqueue_job('mail', '{"to":"ada@shop.test"}')`);
  expect(await complaints()).toEqual([]);
  await owner.query("update pgboss.job set start_after = now() - interval '10 minutes' where name = 'mail'");
  expect(await complaints()).toEqual(['problem Jobs: mail: 1 waiting, for 10 min']);
  await owner.query("update pgboss.job set created_on = now() - interval '10 minutes' where name = 'mail'");
  expect(await complaints()).toContainEqual('warning Emails: 1 waiting');
  await owner.query('delete from pgboss.job');
  await owner.query(
    `insert into pgboss.job (name, data, source_name) values ('dead_letters', '{"to":"ada@shop.test"}', 'mail')`,
  );
  expect(await complaints()).toEqual(['warning Emails: 1 given up']);
  await owner.query('delete from pgboss.job');
});

test('AGENT-02 webhooks that were switched off, and deliveries that were given up', async () => {
  await owner.query(
    `insert into webhooks (id, name, url, events, secret) values (gen_random_uuid(), 'Accounting', 'https://x.test', '{order.submitted}', 'x')`,
  );
  expect(await complaints()).toEqual([]);
  await owner.query(
    `insert into webhook_deliveries (webhook_id, event, state, next_attempt_at) select id, 'webhook.test', 'given_up', null from webhooks, generate_series(1, 2)`,
  );
  await owner.query('delete from pgboss.job');
  expect(await complaints()).toEqual(['warning Webhooks: 2 deliveries given up']);
  await owner.query(`update webhooks set is_active = false, off_reason = 'failing'`);
  expect(await complaints()).toEqual([
    'warning Webhooks: ‘Accounting’ switched off by the shop, 2 deliveries given up',
  ]);
  await owner.query('delete from webhooks');
  expect(await complaints()).toEqual([]);
});

test.each([
  [1, undefined],
  [10, 'warning'],
  [120, 'problem'],
])('a machine whose clock is %d s ahead of the database: %s', async (seconds, state) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });
  const found = await complaints();
  if (state)
    expect(found).toEqual([expect.stringMatching(`^${state} Clock: database and machine differ by \\d`)]);
  else expect(found).toEqual([]);
});

test('an unreachable database is one problem, and nothing hangs', async () => {
  const unreachable = openDoctorDatabase('postgres://a:b@127.0.0.1:9/x');
  expect(await databaseFindings(unreachable.pool)).toEqual([
    expect.objectContaining({
      what: 'Database',
      state: 'problem',
      fix: expect.stringContaining('DATABASE_URL'),
    }),
  ]);
});

test('the storage check writes, reads and cleans up', async () => {
  const uploads = join(dir, 'uploads');
  expect(await storageCheck(localStorage(uploads))).toMatchObject({ state: 'ok' });
  expect(await readdir(join(uploads, 'product-images'))).toEqual([]);
  await writeFile(join(dir, 'a-file'), '');
  expect(await storageCheck(localStorage(join(dir, 'a-file')))).toMatchObject({ state: 'problem' });
});

test('free disk space is compared with the reserve, also where the folder does not exist yet', async () => {
  expect(await reserveCheck(join(dir, 'not', 'yet'), 0)).toMatchObject({ state: 'ok' });
  expect(await reserveCheck(dir, 100_000 * 1024 ** 4)).toMatchObject({ state: 'problem' });
});

test('a mail server that answers, one that does not, and none', async () => {
  const server = new SMTPServer({ authOptional: true, disabledCommands: ['STARTTLS'] });
  const { port } = await new Promise<{ port: number }>((resolve) => {
    const listening = server.listen(0, '127.0.0.1', () => resolve(listening.address() as { port: number }));
  });
  const SMTP_URL = `smtp://127.0.0.1:${port}`;
  expect(await mailCheck({ SMTP_URL, SHOP_MODE: 'live' })).toMatchObject({ state: 'ok' });
  await new Promise<void>((resolve) => server.close(resolve));
  expect(await mailCheck({ SMTP_URL, SHOP_MODE: 'live' })).toMatchObject({ state: 'problem' });
  expect(await mailCheck({ SMTP_URL: undefined, SHOP_MODE: 'live' })).toMatchObject({ state: 'warning' });
  expect(await mailCheck({ SMTP_URL: undefined, SHOP_MODE: 'demo' })).toMatchObject({ state: 'ok' });
});

test('the command prints every finding and exits with 1 when one is a problem', async () => {
  const doctor = spawn(process.execPath, [join(import.meta.dirname, '../../../tools/doctor.ts')], {
    env: {
      ...TEST_ENVIRONMENT,
      DATABASE_URL: database.url,
      AUTH_SECRET: 'a-secret-of-more-than-thirty-two-letters',
      DATA_DIR: dir,
      DISK_RESERVE: '100000TB',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  doctor.stdout.on('data', (chunk) => {
    output += chunk;
  });
  expect(await once(doctor, 'close')).toEqual([1, null]);
  expect(output).toMatch(/^PROBLEM {2}Data disk .*uploads are refused\n +→ free disk space/m);
  expect(output).toMatch(/^ok +Row security +on all \d+ tables$/m);
  expect(output).toMatch(/^warning +Mail +the shop sends none/m);
});
