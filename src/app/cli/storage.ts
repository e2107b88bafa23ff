import { openNamedImages } from '#db/named-images.ts';
import { cleanUp } from '#platform/storage/clean-up.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { uploadsDirOf } from '../server/folders.ts';
import { atDatabase, CommandError, readArguments } from './run-command.ts';

const USAGE = `npm run storage -- check [--remove]
Says which image files nothing shows and which images are missing. With --remove it deletes the former. Files of
the last 24 hours stay. It works beside a running shop.`;

await atDatabase(async ({ config, dataDir, databaseUrl }) => {
  const { values, positionals } = readArguments(USAGE, {
    options: { remove: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.join(' ') !== 'check') throw new CommandError(USAGE);
  const { remove } = values;
  const storage = await openStorage(config, uploadsDirOf(dataDir));
  const names = await openNamedImages(databaseUrl);
  try {
    const found = await cleanUp({
      storage,
      names,
      now: new Date(),
      remove,
      onUnused: ({ path, size }) =>
        console.log(`${remove ? 'deleted' : 'unused '}  ${path}  ${sizeOf(size)}`),
      onMissing: (url) => console.log(`missing  ${url}`),
    });
    console.log(`Looked at ${filesOf(found.looked)}. Missing images: ${count(found.missing)}.`);
    console.log(
      `${remove ? 'Deleted' : 'Shown by nothing'}: ${filesOf(found.unused)}, ${sizeOf(found.bytes)}.`,
    );
    if (!remove && found.unused > 0) console.log('npm run storage -- check --remove deletes them.');
  } finally {
    await names.close();
  }
});

function filesOf(n: number): string {
  return `${count(n)} ${n === 1 ? 'file' : 'files'}`;
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000
    ? `${count(Math.ceil(bytes / 1000))} kB`
    : `${count(Math.round(bytes / 1e5) / 10)} MB`;
}

function count(n: number): string {
  return n.toLocaleString('en');
}
