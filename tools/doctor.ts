import { execFileSync } from 'node:child_process';
import { existsSync, statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { doctorChecks } from '#app/server/doctor/doctor-checks.ts';
import { uploadsDirOf } from '#app/server/folders.ts';
import type { Settings } from '#platform/config.ts';
import { openDoctorDatabase } from '#platform/doctor/database-checks.ts';
import { createDoctor } from '#platform/doctor/examine.ts';
import { type Finding, lineOf, ok, problem, warning } from '#platform/doctor/finding.ts';
import { mailCheck, reserveCheck, storageCheck } from '#platform/doctor/server-checks.ts';
import { debianPostgres, embeddedPostgres } from '#platform/postgres/binaries.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { runningDatabaseUrls } from '#platform/postgres/running-database.ts';
import { serverSettings } from '#platform/settings/server.ts';
import { missingFactLines } from '#platform/shop-facts.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { installedCaddy } from './caddy.ts';
import { installedChromium } from './chromium.ts';

// Reports what this machine lacks for the shop and its tests, the state of the installed shop, and how to fix each
// problem: npm run doctor. Exits with 1 when there is a problem.

const root = dirname(import.meta.dirname);

/** A warning that concerns only the tests. */
const forTests = (what: string, found: string, fix: string) => warning(what, `${found} (for tests)`, fix);

const machine: (() => Finding | Promise<Finding>)[] = [
  node,
  npm,
  memory,
  disk,
  postgres,
  port,
  browser,
  proxy,
  oldPostgres,
];

function node(): Finding {
  const found = `${process.version}, ${process.platform} ${process.arch}`;
  const good = Number.parseInt(process.versions.node, 10) >= 24;
  return good
    ? ok('Node 24', found)
    : problem('Node 24', found, 'npm install (Linux), or https://nodejs.org');
}

function npm(): Finding {
  try {
    const windows = process.platform === 'win32';
    const version = execFileSync('npm', ['--version'], {
      encoding: 'utf8',
      shell: windows,
      stdio: 'pipe',
    }).trim();
    return ok('npm', version);
  } catch {
    return problem('npm', 'missing', 'apt-get install -y npm, or https://nodejs.org');
  }
}

function memory(): Finding {
  const gigabytes = (bytes: number) => (bytes / 2 ** 30).toFixed(1);
  const found = `${gigabytes(totalmem())} GB, ${gigabytes(freemem())} free`;
  // The build needs it; the shop and its database run in half.
  const good = totalmem() > 0.9 * 2 ** 30;
  const fix = 'add swap: fallocate -l 2G /swap && chmod 600 /swap && mkswap /swap && swapon /swap';
  return good ? ok('Memory, 1 GB', found) : problem('Memory, 1 GB', found, fix);
}

function disk(): Finding {
  const { bavail, bsize } = statfsSync(root);
  const free = (bavail * bsize) / 2 ** 30;
  const [what, found] = ['Disk, 2 GB free', `${free.toFixed(1)} GB free`];
  return free > 2 ? ok(what, found) : problem(what, found, 'free disk space');
}

async function postgres(): Promise<Finding> {
  const what = 'PostgreSQL';
  if (process.env.DATABASE_URL) return ok(what, 'DATABASE_URL is set');
  try {
    const { bin } = await embeddedPostgres(databaseUser(), console.log);
    return ok(what, `built in, ${bin}`);
  } catch (error) {
    return problem(
      what,
      (error as Error).message,
      'set DATABASE_URL=postgres://… to a PostgreSQL 15 or newer',
    );
  }
}

async function port(): Promise<Finding> {
  const { data: wanted } = serverSettings.PORT.safeParse(process.env.PORT || undefined);
  if (wanted === undefined) return problem('Port', `PORT is ${process.env.PORT}`, 'PORT=3000 npm start');
  const what = `Port ${wanted}`;
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(true)));
  });
  if (isFree) return ok(what, 'free');
  const answer = await fetch(`http://127.0.0.1:${wanted}/livez`, { signal: AbortSignal.timeout(3_000) })
    .then((response) => response.text())
    .catch(() => '');
  return answer === 'alive' ? ok(what, 'the shop answers') : problem(what, 'in use', 'PORT=3001 npm start');
}

function browser(): Finding {
  const { path, fix } = installedChromium();
  return fix
    ? forTests('Chromium', 'missing: npm test will try to download one', fix)
    : ok('Chromium', path ?? '');
}

function proxy(): Finding {
  const { path, fix } = installedCaddy();
  return fix ? forTests('Caddy', 'missing: npm test as root will install it', fix) : ok('Caddy', path ?? '');
}

function oldPostgres(): Finding {
  const found = debianPostgres();
  if (found) return ok('PostgreSQL 15', found.bin);
  return forTests(
    'PostgreSQL 15',
    'missing: the database tests run on 18 only',
    'apt-get install -y postgresql-15 (Debian 12)',
  );
}

/** The state of the shop that is installed here. What is not running yet is no problem: npm start creates it. */
async function shop(): Promise<Finding[]> {
  const { dataFolderOf, readConfiguration } = await import('#app/cli/configuration.ts');
  let config: Settings;
  try {
    config = readConfiguration();
  } catch (error) {
    return [problem('Configuration', (error as Error).message.replaceAll('\n', '; '), 'see .env.example')];
  }
  const { dataDir } = dataFolderOf(config);
  const running = config.DATABASE_URL ? undefined : runningDatabaseUrls(dataDir);
  const databaseUrl = config.DATABASE_URL ?? running?.url;
  const missing = missingFactLines(config);
  return [
    missing.length === 0
      ? ok('Configuration', `SHOP_MODE is ${config.SHOP_MODE}`)
      : problem('Configuration', 'a live shop lacks its own shop facts', `set ${missing.join('; ')}`),
    ok('Data folder', dataDir),
    existsSync(dataDir)
      ? await storageCheck(await openStorage(config, uploadsDirOf(dataDir)))
      : ok('Storage', 'does not exist yet: npm start creates it'),
    ...(databaseUrl
      ? await installedShop(config, {
          dataDir,
          databaseUrl,
          webUrl: config.DATABASE_WEB_URL ?? running?.webUrl,
        })
      : [
          await reserveCheck(dataDir, config.DISK_RESERVE),
          await mailCheck(config),
          ok('Database', 'not running: start it with npm start, then run the doctor again for more checks'),
        ]),
  ];
}

/** The lines of /admin/doctor. */
async function installedShop(
  config: Settings,
  place: { dataDir: string; databaseUrl: string; webUrl: string | undefined },
): Promise<Finding[]> {
  const database = openDoctorDatabase(place.databaseUrl);
  try {
    return await createDoctor(doctorChecks({ config, database, ...place })).examine();
  } finally {
    await database.close();
  }
}

// First, because it reads .env, which also configures checks of the machine.
const ofShop = await shop();
const findings: Finding[] = [];
for (const check of machine) findings.push(await check());
findings.push(...ofShop);
for (const finding of findings) console.log(lineOf(finding));
const problems = findings.filter(({ state }) => state === 'problem').length;
console.log(problems ? `\n${problems} to fix.` : '\nThe shop can run here.');
process.exitCode = problems ? 1 : 0;
