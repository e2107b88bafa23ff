import { existsSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { isBucket } from '#platform/backup/bucket-address.ts';
import { openPlace } from '#platform/backup/open-place.ts';
import { backupsIn, type DamagedImage, listBackups } from '#platform/backup/read-backup.ts';
import { type RestoreDeps, restoreBackup } from '#platform/backup/restore-backup.ts';
import type { Settings } from '#platform/config.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { copyAddressOf } from '../server/backup-copy.ts';
import { backupsDirOf, uploadsDirOf } from '../server/folders.ts';
import { dataFolderOf, readConfiguration } from './configuration.ts';
import type { Installed } from './demo-store.ts';
import { keepSecret } from './keep-secret.ts';
import { ARCHIVE, restoreToTime } from './restore-to-time.ts';
import { CommandError, printingErrors, readArguments, withDatabase } from './run-command.ts';

const USAGE = `npm run restore -- <backup> [--skip-damaged-images]
npm run restore -- <backup> --to <time> [--skip-damaged-images]
npm run restore -- archive --to <time>
Puts a backup into an empty place: a new DATA_DIR, or a new database in DATABASE_URL. It is given by its folder, by
s3://bucket/folder/<name>, or by its name in BACKUP_DIR or BACKUP_COPY. With --to, the rows are those of the archive as
they were at that time, such as '2026-11-23 14:05' in the time of the shop or 'latest'; they also replace those of the
built-in database, which is kept. Images and AUTH_SECRET are those of the backup, or with 'archive' stay as they are.`;

await printingErrors(async () => {
  const { values, positionals } = readArguments(USAGE, {
    options: { to: { type: 'string' }, 'skip-damaged-images': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [given, ...more] = positionals;
  if (!given || more.length > 0) throw new CommandError(USAGE);
  const skipped: string[] = [];
  const onDamagedImage = values['skip-damaged-images']
    ? ({ file }: DamagedImage) => void skipped.push(file)
    : undefined;
  if (values.to === undefined) {
    await withDatabase(readConfiguration(), (shop) => restore(given, shop, { skipped, onDamagedImage }));
  } else {
    const config = readConfiguration();
    const { dataDir } = dataFolderOf(config);
    const backup = given === ARCHIVE ? undefined : await findBackup(given, config, dataDir);
    await restoreToTime({ config, dataDir, backup, to: values.to, onDamagedImage });
  }
  if (skipped.length > 0) console.log(`Left out as damaged: ${skipped.join(', ')}.`);
  console.log('The shop opens with it at its next start: npm start');
});

async function restore(
  given: string,
  { config, dataDir, databaseUrl }: Installed,
  { skipped, onDamagedImage }: Pick<RestoreDeps, 'onDamagedImage'> & { skipped: readonly string[] },
): Promise<void> {
  const { manifest } = await restoreBackup({
    databaseUrl,
    storage: await openStorage(config, uploadsDirOf(dataDir)),
    ...(await findBackup(given, config, dataDir)),
    key: config.BACKUP_KEY,
    onDamagedImage,
    beforeCommit: ({ secret }) => keepSecret(config, dataDir, secret),
  });
  console.log(
    `Restored as it was at ${manifest.madeAt}: ${manifest.tables.length} tables and ${manifest.pictures.length - skipped.length} images.`,
  );
}

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
