import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { listUnboundReasons, REQUEST_ROLES } from '#db/request-roles.ts';
import { queueStates } from '#platform/jobs/queue-state.ts';
import { OUTDATED_REMEDY, outdatedNotice } from '#platform/postgres/known-releases.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** PostgreSQL versions that the shop is tested on. */
const OLDEST = 15;
const NEWEST = 18;
/** Seconds of clock difference between database and machine: from a warning, and from affecting codes and sessions. */
const SKEW_NOTICED = 2;
const SKEW_HARMFUL = 30;
/** Seconds that a job may wait before it is a problem: the worker polls every second, housekeeping every five. */
const STUCK = 300;

/** All checks of the database, run as its owner. */
export async function databaseChecks(ownerUrl: string): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'aso-house doctor',
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    await client.end().catch(() => {});
    const reason = (error as Error).message || String((error as { code?: string }).code);
    return [
      problem(
        'Database',
        `unreachable: ${reason}`,
        'start PostgreSQL, or correct DATABASE_URL; see docs/operations.md',
      ),
    ];
  }
  try {
    const findings: Finding[] = [];
    for (const check of [version, updates, clock, migrations, roles, rowSecurity, jobs]) {
      findings.push(...[await check(client)].flat());
    }
    return findings;
  } catch (error) {
    return [problem('Database', `check failed: ${(error as Error).message}`, 'see its log')];
  } finally {
    await client.end().catch(() => {});
  }
}

async function version(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: string; text: string }>(
    `select current_setting('server_version_num') as n, current_setting('server_version') as text`,
  );
  const major = Math.floor(Number(rows[0]?.n) / 10_000);
  const found = `PostgreSQL ${rows[0]?.text} answers`;
  if (major < OLDEST) return problem('Database', found, `use PostgreSQL ${OLDEST} to ${NEWEST}`);
  if (major > NEWEST) return warning('Database', found, `not tested yet; ${OLDEST} to ${NEWEST} are`);
  return ok('Database', found);
}

async function updates(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ n: string }>(`select current_setting('server_version_num') as n`);
  const notice = outdatedNotice(Number(rows[0]?.n));
  return notice
    ? warning('Updates', notice, OUTDATED_REMEDY)
    : ok('Updates', 'no newer minor release is known here');
}

async function clock(client: pg.Client): Promise<Finding> {
  const requestedAt = Date.now();
  const { rows } = await client.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 as now',
  );
  const seconds = Math.abs((rows[0]?.now ?? 0) - (requestedAt + Date.now()) / 2000);
  const found = `database and machine differ by ${seconds.toFixed(1)} s`;
  const fix = 'set both by NTP: timedatectl set-ntp true';
  if (seconds > SKEW_HARMFUL) return problem('Clock', found, fix);
  return seconds > SKEW_NOTICED ? warning('Clock', found, fix) : ok('Clock', found);
}

/** The creation time of each migration, as drizzle stores it in the database. */
const KNOWN: number[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../src/db/migrations/meta/_journal.json'), 'utf8'),
).entries.map(({ when }: { when: number }) => when);

async function migrations(client: pg.Client): Promise<Finding> {
  const what = 'Migrations';
  const { rows } = await client.query(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (!rows[0]?.there) return warning(what, 'none yet', 'npm start migrates the database');
  const done = await client.query<{ at: string }>(
    'select created_at::text as at from drizzle.__drizzle_migrations',
  );
  const times = new Set(done.rows.map(({ at }) => Number(at)));
  const missing = KNOWN.filter((when) => !times.has(when)).length;
  if ([...times].some((at) => !KNOWN.includes(at))) {
    return problem(
      what,
      'the database is newer than this shop',
      'run the version that migrated it, or a later one',
    );
  }
  if (missing > 0) return warning(what, `${missing} pending`, 'npm start migrates the database');
  return ok(what, `all ${KNOWN.length} applied`);
}

async function roles(client: pg.Client): Promise<Finding> {
  const roles = await listUnboundReasons(client, Object.values(REQUEST_ROLES));
  const absent = ['aso_auth', 'aso_web'].filter((name) => !roles.some((role) => role.name === name));
  if (absent.length > 0)
    return warning(
      'Roles',
      `${absent.join(' and ')} missing`,
      'npm start creates them, or prints the statements to run',
    );
  const unbound = roles.filter(({ reasons }) => reasons.length > 0);
  if (unbound.length > 0)
    return problem(
      'Roles',
      `row level security does not bind ${unbound.map(({ name, reasons }) => `${name}: ${reasons.join(', ')}`).join('; ')}`,
      'remove it: alter role … nosuperuser nobypassrls nocreaterole; revoke … from …',
    );
  const { rows: owner } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = current_user and rolsuper',
  );
  if (owner[0])
    return warning(
      'Roles',
      `the owner of the tables, ${owner[0].name}, is a superuser`,
      'use a dedicated role as owner: docs/operations.md, "A database of your own"',
    );
  return ok('Roles', 'aso_web and aso_auth, bound by row level security');
}

async function rowSecurity(client: pg.Client): Promise<Finding> {
  const { rows } = await client.query<{ name: string; secure: boolean }>(
    `select format('%I.%I', nspname, relname) as name, relrowsecurity as secure
     from pg_class c join pg_namespace n on n.oid = relnamespace
     where nspname in ('public', 'pgboss') and relkind in ('r', 'p') order by 1`,
  );
  const open = rows.filter(({ secure }) => !secure).map(({ name }) => name);
  if (open.length === 0) return ok('Row security', `on all ${rows.length} tables`);
  return problem(
    'Row security',
    `missing on ${open.join(', ')}`,
    open.map((name) => `alter table ${name} enable row level security;`).join(' '),
  );
}

async function jobs(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query(`select to_regclass('pgboss.job') is not null as there`);
  if (!rows[0]?.there) return [ok('Jobs', 'no queue yet: npm start creates it')];
  const queues = await queueStates(client);
  const stuck = queues.filter(({ oldestSeconds }) => oldestSeconds > STUCK);
  const lost = queues
    .filter(({ name, failed }) => ['mail', 'text'].includes(name) && failed > 0)
    .map(({ name, failed }) => `${failed} of ${name}`);
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  return [
    stuck.length > 0
      ? problem(
          'Jobs',
          stuck
            .map(
              ({ name, waiting: n, oldestSeconds }) =>
                `${name}: ${n} waiting, for ${Math.round(oldestSeconds / 60)} min`,
            )
            .join('; '),
          'run a process of the shop with BACKGROUND_WORK=true; its log shows why jobs fail',
        )
      : ok('Jobs', `${waiting} waiting, none for long`),
    lost.length > 0
      ? warning('Undelivered', `${lost.join(', ')} given up`, '/admin/mail shows why, and can resend them')
      : ok('Undelivered', 'nothing was given up'),
  ];
}
