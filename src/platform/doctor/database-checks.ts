import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import type { Queryable } from '#db/client.ts';
import migrationList from '#db/migrations/meta/_journal.json' with { type: 'json' };
import { listUnboundReasons, REQUEST_ROLES } from '#db/request-roles.ts';
import { queueStates } from '#platform/jobs/queue-state.ts';
import { OUTDATED_REMEDY, outdatedNotice } from '#platform/postgres/known-releases.ts';
import { plural } from '#shared/plural.ts';
import { CHECK_MS, type Check } from './examine.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** PostgreSQL versions that the shop is tested on. */
const OLDEST = 15;
const NEWEST = 18;
/** Seconds of clock difference between database and machine: from a warning, and from affecting codes and sessions. */
const SKEW_NOTICED = 2;
const SKEW_HARMFUL = 30;
/** Seconds that a job may wait before it is a problem: the worker polls every second, housekeeping every five. */
const STUCK = 300;

export type DoctorDatabase = ReturnType<typeof openDoctorDatabase>;

/** The owner's connections of the doctor: few, read only, and none of them waits longer than a check. */
export function openDoctorDatabase(databaseUrl: string) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'aso-house doctor',
    max: 4,
    options: `-c default_transaction_read_only=on -c statement_timeout=${CHECK_MS - 500} -c timezone=UTC -c search_path=public,pg_temp`,
    connectionTimeoutMillis: CHECK_MS - 500,
    query_timeout: CHECK_MS,
    idleTimeoutMillis: 5_000,
    allowExitOnIdle: true,
  });
  pool.on('error', () => {});
  // The pool handles errors of idle connections; a query on a lost one fails by itself.
  pool.on('connect', (client) => void client.on('error', () => {}));
  const orm: Queryable = drizzle(pool, { casing: 'snake_case' });
  return { pool, orm, close: () => pool.end() };
}

type Db = Pick<pg.Pool, 'query'>;

/** All checks of the database, run as its owner. */
export const databaseChecks = (db: Db): Check[] =>
  [
    { what: 'Database', run: () => version(db) },
    { what: 'Updates', run: () => updates(db) },
    { what: 'Clock', run: () => clock(db) },
    { what: 'Migrations', run: () => migrations(db) },
    { what: 'Roles', run: () => roles(db) },
    { what: 'Row security', run: () => rowSecurity(db) },
    { what: 'Jobs', run: () => jobs(db) },
    { what: 'Emails', run: () => emails(db) },
    { what: 'Webhooks', run: () => webhooks(db) },
  ].map((check) => (check.what === 'Database' ? check : { ...check, needs: 'Database' }));

async function version(db: Db): Promise<Finding> {
  let rows: { n: string; text: string }[];
  try {
    ({ rows } = await db.query<{ n: string; text: string }>(
      `select current_setting('server_version_num') as n, current_setting('server_version') as text`,
    ));
  } catch (error) {
    const reason = (error as Error).message || String((error as { code?: string }).code);
    const fix = 'start PostgreSQL, or correct DATABASE_URL; see docs/operations.md';
    return problem('Database', `unreachable: ${reason}`, fix);
  }
  const major = Math.floor(Number(rows[0]?.n) / 10_000);
  const found = `PostgreSQL ${rows[0]?.text} answers`;
  if (major < OLDEST) return problem('Database', found, `use PostgreSQL ${OLDEST} to ${NEWEST}`);
  if (major > NEWEST) return warning('Database', found, `not tested yet; ${OLDEST} to ${NEWEST} are`);
  return ok('Database', found);
}

async function updates(db: Db): Promise<Finding> {
  const { rows } = await db.query<{ n: string }>(`select current_setting('server_version_num') as n`);
  const notice = outdatedNotice(Number(rows[0]?.n));
  return notice
    ? warning('Updates', notice, OUTDATED_REMEDY)
    : ok('Updates', 'no newer minor release is known here');
}

async function clock(db: Db): Promise<Finding> {
  // Opens the connection, which would be measured as part of the difference.
  await db.query('select 1');
  const requestedAt = Date.now();
  const { rows } = await db.query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 as now',
  );
  const seconds = Math.abs((rows[0]?.now ?? 0) - (requestedAt + Date.now()) / 2000);
  const found = `database and machine differ by ${seconds.toFixed(1)} s`;
  const fix = 'set both by NTP: timedatectl set-ntp true';
  if (seconds > SKEW_HARMFUL) return problem('Clock', found, fix);
  return seconds > SKEW_NOTICED ? warning('Clock', found, fix) : ok('Clock', found);
}

/** The creation time of each migration, as drizzle stores it in the database. */
const KNOWN: number[] = migrationList.entries.map(({ when }) => when);

async function migrations(db: Db): Promise<Finding> {
  const what = 'Migrations';
  const { rows } = await db.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as there`);
  if (!rows[0]?.there) return warning(what, 'none yet', 'npm start migrates the database');
  const done = await db.query<{ at: string }>(
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

async function roles(db: Db): Promise<Finding> {
  const roles = await listUnboundReasons(db, Object.values(REQUEST_ROLES));
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
  const { rows: owner } = await db.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = current_user and rolsuper',
  );
  if (owner[0])
    return warning(
      'Roles',
      `the owner of the tables, ${owner[0].name}, is a superuser`,
      'use a dedicated role as owner: docs/operations.md, "A database of your own"',
    );
  return ok('Roles', 'row level security binds aso_web and aso_auth');
}

async function rowSecurity(db: Db): Promise<Finding> {
  const { rows } = await db.query<{ name: string; secure: boolean }>(
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

async function jobs(db: Db): Promise<Finding> {
  if (!(await hasQueue(db))) return ok('Jobs', 'no queue yet: npm start creates it');
  const queues = await queueStates(db);
  const stuck = queues.filter(({ oldestSeconds }) => oldestSeconds > STUCK);
  const waiting = queues.reduce((sum, queue) => sum + queue.waiting, 0);
  if (stuck.length === 0) return ok('Jobs', `${waiting} waiting, none for long`);
  return problem(
    'Jobs',
    stuck
      .map(
        ({ name, waiting: n, oldestSeconds }) =>
          `${name}: ${n} waiting, for ${Math.round(oldestSeconds / 60)} min`,
      )
      .join('; '),
    'run a process of the shop with BACKGROUND_WORK=true; its log shows why jobs fail',
    { since: new Date(Date.now() - 1_000 * Math.max(...stuck.map(({ oldestSeconds }) => oldestSeconds))) },
  );
}

const hasQueue = async (db: Db): Promise<boolean> =>
  (await db.query(`select to_regclass('pgboss.job') is not null as there`)).rows[0]?.there ?? false;

/** Emails and text messages that wait longer than a minute, or were given up in the last 30 days. */
async function emails(db: Db): Promise<Finding> {
  const what = 'Emails';
  if (!(await hasQueue(db))) return ok(what, 'no queue yet: npm start creates it');
  const { rows } = await db.query<{ state: string; count: number; since: Date }>(
    `select state, count(*)::int as count, min(since) as since
     from (select state, since from undelivered() limit 10000) as counted group by state`,
  );
  const action = { label: 'Undelivered mail', to: '/admin/mail' };
  const [waiting, givenUp] = ['waiting', 'given_up'].map((state) => rows.find((row) => row.state === state));
  const found = [waiting && `${waiting.count} waiting`, givenUp && `${givenUp.count} given up`];
  const text = found.filter(Boolean).join(', ');
  if (givenUp) {
    const fix = '/admin/mail shows why, and can resend them';
    return warning(what, text, fix, { action, since: givenUp.since });
  }
  const later = 'they are sent again automatically';
  if (waiting) return warning(what, text, later, { action, since: waiting.since });
  return ok(what, 'none is waiting, and none was given up', { action });
}

/** Webhooks that the shop switched off, and deliveries that were given up in the last 30 days. */
async function webhooks(db: Db): Promise<Finding> {
  const what = 'Webhooks';
  const { rows: tables } = await db.query(`select to_regclass('webhooks') is not null as there`);
  if (!tables[0]?.there) return ok(what, 'none yet');
  const { rows } = await db.query<{ active: number; off: string | null; givenUp: number }>(
    `select count(*) filter (where is_active)::int as active,
       string_agg('‘' || name || '’', ', ' order by name) filter (where off_reason is not null) as off,
       (select count(*)::int from (select from webhook_deliveries where state = 'given_up' limit 10000) counted) as "givenUp"
     from webhooks`,
  );
  const { active, off, givenUp } = rows[0]!;
  const action = { label: 'Webhooks', to: '/admin/webhooks' };
  const found = [
    off && `${off} switched off by the shop`,
    givenUp > 0 && plural(givenUp, 'delivery', 'deliveries'),
  ];
  if (!off && givenUp === 0) return ok(what, `${active} on, and no delivery was given up`, { action });
  const text = found.filter(Boolean).join(', ');
  const fix = '/admin/webhooks shows why, and can send deliveries again';
  return warning(what, givenUp > 0 ? `${text} given up` : text, fix, { action });
}
