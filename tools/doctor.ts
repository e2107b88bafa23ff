import { execFileSync } from 'node:child_process';
import { statfsSync } from 'node:fs';
import { createServer } from 'node:net';
import { freemem, totalmem } from 'node:os';
import { dirname } from 'node:path';
import { debianPostgres, embeddedPostgres } from '#platform/postgres/binaries.ts';
import { defaultDataDir } from '#platform/postgres/data-folder.ts';
import { databaseUser } from '#platform/postgres/database-user.ts';
import { installedChromium } from './chromium.ts';

// Says what this machine lacks for the shop and its tests, and the command for each: npm run doctor

const root = dirname(import.meta.dirname);

/** `mend` is the command, or what to do; without it all is well. `needed: false` only limits the tests. */
type Finding = { what: string; found: string; mend?: string; needed?: boolean };

const checks: (() => Finding | Promise<Finding>)[] = [
  node,
  npm,
  memory,
  disk,
  database,
  dataFolder,
  port,
  browser,
  oldPostgres,
];

function node(): Finding {
  const found = `${process.version}, ${process.platform} ${process.arch}`;
  const good = Number.parseInt(process.versions.node, 10) >= 24;
  return { what: 'Node 24', found, mend: good ? undefined : 'npm install (Linux), or https://nodejs.org' };
}

function npm(): Finding {
  try {
    const windows = process.platform === 'win32';
    const version = execFileSync('npm', ['--version'], {
      encoding: 'utf8',
      shell: windows,
      stdio: 'pipe',
    }).trim();
    return { what: 'npm', found: version };
  } catch {
    return { what: 'npm', found: 'missing', mend: 'apt-get install -y npm, or https://nodejs.org' };
  }
}

function memory(): Finding {
  const gigabytes = (bytes: number) => (bytes / 2 ** 30).toFixed(1);
  const found = `${gigabytes(totalmem())} GB, ${gigabytes(freemem())} free`;
  // The build is what needs it; the shop and its database run in half.
  const good = totalmem() > 0.9 * 2 ** 30;
  return {
    what: 'Memory, 1 GB',
    found,
    mend: good
      ? undefined
      : 'add swap: fallocate -l 2G /swap && chmod 600 /swap && mkswap /swap && swapon /swap',
  };
}

function disk(): Finding {
  const { bavail, bsize } = statfsSync(root);
  const free = (bavail * bsize) / 2 ** 30;
  return {
    what: 'Disk, 2 GB free',
    found: `${free.toFixed(1)} GB free`,
    mend: free > 2 ? undefined : 'make room',
  };
}

async function database(): Promise<Finding> {
  const what = 'PostgreSQL';
  if (process.env.DATABASE_URL) return { what, found: 'DATABASE_URL is set' };
  try {
    const { bin } = await embeddedPostgres(databaseUser(), console.log);
    return { what, found: `built in, ${bin}` };
  } catch (error) {
    return {
      what,
      found: (error as Error).message,
      mend: 'set DATABASE_URL=postgres://… to a PostgreSQL 15 or newer',
    };
  }
}

function dataFolder(): Finding {
  const { DATA_DIR } = process.env;
  if (DATA_DIR) return { what: 'Data folder', found: `${DATA_DIR} (DATA_DIR)` };
  return { what: 'Data folder', found: defaultDataDir(root).dir };
}

function port(): Promise<Finding> {
  const wanted = Number(process.env.PORT ?? 3000);
  const what = `Port ${wanted}`;
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve({ what, found: 'in use', mend: 'PORT=3001 npm start' }));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve({ what, found: 'free' })));
  });
}

function browser(): Finding {
  const { path, mend } = installedChromium();
  return {
    what: 'Chromium',
    found: path ?? 'missing: npm test will try to download one',
    mend,
    needed: false,
  };
}

function oldPostgres(): Finding {
  const found = debianPostgres();
  if (found) return { what: 'PostgreSQL 15', found: found.bin };
  return {
    what: 'PostgreSQL 15',
    found: 'missing: the database tests run on 18 alone',
    mend: 'apt-get install -y postgresql-15 (Debian 12)',
    needed: false,
  };
}

let lacking = 0;
for (const check of checks) {
  const { what, found, mend, needed = true } = await check();
  if (mend && needed) lacking++;
  const sign = !mend ? 'ok     ' : needed ? 'LACKING' : 'for tests';
  console.log(`${sign.padEnd(10)}${what.padEnd(17)}${found}${mend ? `\n${' '.repeat(27)}→ ${mend}` : ''}`);
}
console.log(lacking ? `\n${lacking} to mend before the shop can run.` : '\nThe shop can run here.');
process.exitCode = lacking ? 1 : 0;
