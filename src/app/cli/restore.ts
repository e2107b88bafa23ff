import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isBucket } from '#platform/backup/bucket-address.ts';
import { openPlace } from '#platform/backup/open-place.ts';
import { backupsIn, listBackups } from '#platform/backup/read-backup.ts';
import { type RestoreDeps, restoreBackup } from '#platform/backup/restore-backup.ts';
import type { Settings } from '#platform/config.ts';
import { putBackSecret } from '#platform/secret.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { copyAddressOf } from '../server/backup-copy.ts';
import { backupsDirOf, uploadsDirOf } from '../server/folders.ts';
import { atDatabase, CommandError, readArguments } from './run-command.ts';

const USAGE = `npm run restore -- <backup> [--skip-damaged-images]
Puts a backup into an empty place: a new DATA_DIR, or a new database in DATABASE_URL. It is given by its folder, by
s3://bucket/folder/<name>, or by its name in BACKUP_DIR or BACKUP_COPY.`;

await atDatabase(
  async ({ config, dataDir, databaseUrl }) => {
    const { values, positionals } = readArguments(USAGE, {
      options: { 'skip-damaged-images': { type: 'boolean', default: false } },
      allowPositionals: true,
    });
    const [given, ...more] = positionals;
    if (!given || more.length > 0) throw new CommandError(USAGE);
    const skipped: string[] = [];
    const { manifest, secret } = await restoreBackup({
      databaseUrl,
      storage: await openStorage(config, uploadsDirOf(dataDir)),
      ...(await findBackup(given, config, dataDir)),
      key: config.BACKUP_KEY,
      ...(values['skip-damaged-images'] && { onDamagedImage: ({ file }) => void skipped.push(file) }),
    });
    console.log(
      `Restored as it was at ${manifest.madeAt}: ${manifest.tables.length} tables and ${manifest.pictures.length - skipped.length} images.`,
    );
    if (skipped.length > 0) console.log(`Left out as damaged: ${skipped.join(', ')}.`);
    if (!secret) {
      console.log(
        'AUTH_SECRET was not in this backup. Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.',
      );
    } else if (!config.AUTH_SECRET) {
      // A secret that already exists has signed nothing yet: the database was empty.
      await putBackSecret(dataDir, secret);
    } else if (config.AUTH_SECRET !== secret) {
      console.log(
        'AUTH_SECRET is another than that of this backup. Set the one of before, or everybody signs in again and authenticator apps are enrolled anew.',
      );
    }
    console.log('The shop opens with it at its next start: npm start');
  },
  { asItIs: true },
);

/**
 * A path is relative to the folder of the user's shell, although npm runs in the project folder; otherwise it is a
 * name in the backups folder, or in the place of their copies.
 */
async function findBackup(
  given: string,
  config: Settings,
  dataDir: string,
): Promise<Pick<RestoreDeps, 'folder' | 'place'>> {
  if (isBucket(given)) return findInBucket(given.replace(/\/+$/, ''), config);
  const backupsDir = backupsDirOf(config, dataDir);
  const path = resolve(process.env.INIT_CWD ?? '.', given);
  const found = [path, join(backupsDir, given)].find((folder) => existsSync(folder));
  if (found) return { folder: found };
  const address = copyAddressOf(config);
  const copies = address === null ? null : await openPlace(address, config);
  const copied = copies ? await backupsIn(copies) : [];
  if (copies && copied.includes(given)) return { place: copies, folder: given };
  const there = await listBackups(backupsDir);
  const names = [...new Set([...there.map((folder) => basename(folder)), ...copied])].sort();
  throw new CommandError(
    [
      `There is no backup '${given}', neither at ${path} nor in ${[backupsDir, address].filter(Boolean).join(' or ')}.`,
      names.length > 0
        ? `There are: ${names.join(', ')}.`
        : `${backupsDir} has no backups. Set BACKUP_DIR to the folder that has them, or give the path of one.`,
    ].join('\n'),
  );
}

async function findInBucket(given: string, config: Settings): Promise<Pick<RestoreDeps, 'folder' | 'place'>> {
  const folder = basename(given);
  const above = given.slice(0, -folder.length - 1);
  const place = isBucket(above) ? await openPlace(above, config) : null;
  if (place && (await backupsIn(place)).includes(folder)) return { place, folder };
  const there = [
    ...(place ? await backupsIn(place) : []),
    ...(await backupsIn(await openPlace(given, config))),
  ];
  const names = there.length > 0 ? `\nThere are: ${there.join(', ')}.` : '';
  throw new CommandError(`There is no backup at ${given}.${names}`);
}
