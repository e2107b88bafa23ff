import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type PostgresBinaries, program } from './binaries.ts';
import type { Layout } from './data-folder.ts';
import { type DatabaseUser, runAs } from './database-user.ts';
import { PostgresError } from './postgres-error.ts';

/** The superuser of the database server: it only creates roles and databases. */
export const superuser = 'aso';

/** Creates the cluster if missing, and returns the superuser's password. Call under the lock. */
export async function prepareCluster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: DatabaseUser | undefined,
  durable: boolean,
): Promise<string> {
  let written = await versionOf(layout);
  if (written === undefined && existsSync(layout.restored)) {
    // A restore ended between the removal of the old cluster and this.
    await rename(layout.restored, layout.cluster);
    written = await versionOf(layout);
  }
  if (written === undefined) return makeCluster(layout, binaries, user, durable);
  if (Number(written) !== binaries.version) {
    throw new PostgresError(
      `The data in ${layout.cluster} was written by PostgreSQL ${written.trim()}, but this shop brings ${binaries.version}. Move it over in two steps: with the release of before, npm run backup; then, with ${layout.home} moved aside and this release, npm run restore -- <that backup>.`,
    );
  }
  const password = await readFile(layout.password, 'utf8').catch(() => '');
  if (!password) {
    throw new PostgresError(
      `${layout.password} is missing: without it the database in ${layout.cluster} stays closed. Put it back from your backup.`,
    );
  }
  return password.trim();
}

const versionOf = ({ cluster }: Layout): Promise<string | undefined> =>
  readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined);

/** Writes a file for the server atomically, readable only by the server. */
export async function writeForServer(
  path: string,
  text: string,
  user: DatabaseUser | undefined,
): Promise<void> {
  const draft = `${path}.draft`;
  await rm(draft, { force: true });
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  if (user) await chown(draft, user.uid, user.gid);
  await rename(draft, path);
}

async function makeCluster(
  layout: Layout,
  binaries: PostgresBinaries,
  user: DatabaseUser | undefined,
  durable: boolean,
): Promise<string> {
  // Remains of an interrupted first start; we hold the lock, so no other process uses them.
  for (const name of await readdir(layout.home)) {
    if (name.startsWith('draft-')) await rm(join(layout.home, name), { recursive: true, force: true });
  }
  const draft = join(layout.home, `draft-${process.pid}`);
  await mkdir(draft, { mode: 0o700 });
  if (user) await chown(draft, user.uid, user.gid);

  const password = randomBytes(24).toString('hex');
  // The password file first: a cluster with an unknown password would be lost.
  await writeFile(layout.password, `${password}\n`, { mode: 0o600 });
  const passwordFile = join(draft, 'password');
  await writeForServer(passwordFile, `${password}\n`, user);

  const cluster = join(draft, 'cluster');
  const args = [
    '-D',
    cluster,
    '-U',
    superuser,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The archive takes whole segments, each minute one that is nearly empty.
    '--wal-segsize=1',
  ];
  if (!durable) args.push('--no-sync');
  try {
    await promisify(execFile)(
      program(binaries, 'initdb'),
      [...args, ...localeOf(binaries.version)],
      runAs(user),
    );
  } catch (error) {
    const output = (error as { stderr?: string }).stderr || String(error);
    throw new PostgresError(`The database in ${layout.home} could not be made: ${output.trim()}`);
  }
  await rename(cluster, layout.cluster);
  await rm(draft, { recursive: true, force: true });
  return password;
}

/** Sorting by bytes, upper and lower case by Unicode: the same on every system and version. */
function localeOf(version: number): string[] {
  if (version >= 17) return ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  return ['--locale=C', '--lc-ctype=C.UTF-8'];
}
