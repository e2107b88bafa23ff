import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { withConnection } from '#db/connection.ts';
import { migrate } from '#db/migrate.ts';
import type { Archiver } from '#platform/archive/archiver.ts';
import { readSettings } from '#platform/config.ts';
import { openDoctorDatabase } from '#platform/doctor/database-checks.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLog } from '#platform/log.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { superuserUrlOf } from '#platform/postgres/running-database.ts';
import { type RunningPostgres, startPostgres } from '#platform/postgres/start-postgres.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { eventually } from '#shared/test-eventually.ts';
import { archiveOf, archiverOf } from '../server/archive-plan.ts';
import { archiveCheck } from '../server/doctor/archive-check.ts';

// A server as a distribution installs it, of Debian's version 15 where that is installed: the shop is the owner of a
// database, no superuser, and what the manual says is all that is done to the server.

const root = join(import.meta.dirname, '../../..');
const debian = debianPostgres();
const SERVER = debian
  ? 'a server of the distribution'
  : "the built-in server (Debian's PostgreSQL 15 is not installed)";
let dir = '';
let server: RunningPostgres;
let archiver: Archiver | undefined;

const startServer = () =>
  startPostgres({
    dataDir: join(dir, 'server'),
    log: () => {},
    durable: false,
    binaries: debian ?? undefined,
  });
const asSuperuser = (sql: string) =>
  withConnection(superuserUrlOf(join(dir, 'server'), server.url), 'test', (client) => client.query(sql));

/** The settings of the manual, for these folders. */
function environment(): Record<string, string> {
  const archiveUrl = new URL(server.url);
  archiveUrl.username = 'aso_archive';
  archiveUrl.password = 'choose-one';
  archiveUrl.pathname = '/postgres';
  return {
    SHOP_MODE: 'demo',
    DATABASE_URL: server.url,
    AUTH_SECRET: randomBytes(32).toString('hex'),
    DATA_DIR: join(dir, 'data'),
    BACKUP_DIR: join(dir, 'backups'),
    BACKUP_KEY: 'a key of more than twenty letters',
    ARCHIVE_SPOOL: join(dir, 'spool'),
    ARCHIVE_DATABASE_URL: archiveUrl.href,
  };
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-distribution-'));
  await chmod(dir, 0o711);
  await mkdir(join(dir, 'data'), { mode: 0o711 });
  server = await startServer();
  await migrate(server.url);
  await installJobs(server.url);
  await mkdir(join(dir, 'spool'), { mode: 0o2770 });
  const user = databaseUser();
  if (user) await chown(join(dir, 'spool'), user.uid, user.gid);
});
afterAll(async () => {
  await server?.stop();
  await archiver?.stop();
  await rm(dir, { recursive: true, force: true });
});

test(`DOCTOR-02 ${SERVER} is archived as the manual says, and restored into a new database`, async () => {
  const config = () => readSettings(environment());
  const database = openDoctorDatabase(server.url);
  const doctor = () => archiveCheck({ config: config(), dataDir: join(dir, 'data'), database });
  expect(await doctor()).toMatchObject({ state: 'problem', fix: expect.stringContaining('archive_command') });

  const manual = await readFile(join(root, 'docs/operations.md'), 'utf8');
  const statements = /psql <<'SQL'\n(.*?)\nSQL/s.exec(manual)![1]!;
  // The account of the server may not enter this project; the installation of the manual is open to it.
  const script = join(dir, 'archive-segment.sh');
  await promisify(execFile)('cp', [join(root, 'src/platform/archive/archive-segment.sh'), script]);
  for (const line of statements.split('\n')) {
    await asSuperuser(
      line
        .replace('/opt/aso-house/src/platform/archive/archive-segment.sh', script)
        .replace('/var/lib/aso-archive', join(dir, 'spool'))
        .replace("'40s'", "'1s'"),
    );
  }
  await server.stop();
  server = await startServer();

  const settings = config();
  const shop = { config: settings, dataDir: join(dir, 'data'), databaseUrl: server.url };
  archiver = await archiverOf(shop, createLog('silent'));
  archiver!.start();
  const archive = await archiveOf(settings, shop.dataDir);
  await eventually(async () => expect(await archive.listBases()).toHaveLength(1));
  const add = (slug: string) =>
    withConnection(server.url, 'test', (client) =>
      client.query(`insert into categories (id, name, slug) values (gen_random_uuid(), $1, $1)`, [slug]),
    );
  await add('before');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const moment = new Date();
  await new Promise((resolve) => setTimeout(resolve, 50));
  await add('after');
  const newest = async () => (await doctor()).found;
  await eventually(async () => expect(await newest()).toMatch(/^any moment since .* last change archived/));
  expect(await doctor()).toMatchObject({ state: 'ok' });
  const setTimeoutTo = async (value: string) => {
    await asSuperuser(`alter system set archive_timeout = '${value}'`);
    await asSuperuser('select pg_reload_conf()');
  };
  await setTimeoutTo('5min');
  await eventually(async () =>
    expect(await doctor()).toMatchObject({
      state: 'warning',
      found: 'a change is archived up to 300 s later: archive_timeout is too long',
      action: { copy: "alter system set archive_timeout = '40s'; select pg_reload_conf();" },
    }),
  );
  await setTimeoutTo('0');
  await eventually(async () =>
    expect(await doctor()).toMatchObject({ state: 'warning', found: expect.stringContaining('not set') }),
  );
  await setTimeoutTo('1s');

  await asSuperuser('create database restored owner aso_owner');
  const into = Object.assign(new URL(server.url), { pathname: '/restored' }).href;
  const restore = (to: string) =>
    promisify(execFile)(process.execPath, ['src/app/cli/restore.ts', 'archive', '--to', to], {
      cwd: root,
      env: { ...TEST_ENVIRONMENT, ...environment(), DATABASE_URL: into },
    });
  // The last segment is on its way.
  const { stdout } = await vi.waitFor(() => restore(moment.toISOString()), {
    timeout: 60_000,
    interval: 2_000,
  });
  expect(stdout).toContain('Restored as it was at');
  const slugs = await withConnection(into, 'test', (client) => client.query('select slug from categories'));
  expect(slugs.rows).toEqual([{ slug: 'before' }]);
  await database.close();
}, 180_000);
