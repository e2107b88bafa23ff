import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '../backup/backup-error.ts';
import { embeddedPostgres, type PostgresBinaries } from '../postgres/binaries.ts';
import type { DatabaseUser } from '../postgres/database-user.ts';
import type { BaseManifest } from './archive.ts';
import { PLATFORM } from './make-base.ts';

/** Where distributions install the programs of a major version: Debian and Ubuntu, PGDG on Red Hat and SUSE. */
const placesOf = (version: number): string[] => [
  `/usr/lib/postgresql/${version}/bin`,
  `/usr/pgsql-${version}/bin`,
  `/usr/lib/postgresql${version}/bin`,
];

/**
 * The PostgreSQL of this machine that can read a base backup: the same major version on the same kind of machine.
 * Throws BackupError with what to install.
 */
export async function programsFor(
  { postgres, platform }: Pick<BaseManifest, 'postgres' | 'platform'>,
  user: DatabaseUser | undefined,
): Promise<PostgresBinaries> {
  if (platform !== PLATFORM) {
    throw new BackupError(
      `The archive is of another kind of machine: ${platform}, and this one is ${PLATFORM}. Restore on such a machine, or restore the newest backup: npm run restore -- <backup>`,
    );
  }
  const version = Math.floor(postgres / 10_000);
  const bin = placesOf(version).find((place) => existsSync(join(place, 'postgres')));
  const embedded = await embeddedPostgres(user, () => {}).catch(() => undefined);
  if (embedded?.version === version) return embedded;
  if (bin) return { version, bin };
  throw new BackupError(
    `The archive is of PostgreSQL ${version}, which is not installed here. Install its programs (Debian: apt-get install postgresql-${version}), or restore the newest backup: npm run restore -- <backup>`,
  );
}
