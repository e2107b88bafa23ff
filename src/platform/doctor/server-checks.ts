import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '#platform/config.ts';
import { FULL_BYTES, freeBytes } from '#platform/disk/disk-reserve.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { MAX_SHARE_BYTES } from '#shared/share-image.ts';
import { command, type Finding, ok, problem, warning } from './finding.ts';

/** The content of a test file. */
const BYTES = new TextEncoder().encode('written by npm run doctor');

/** Writes, reads and deletes a file. */
export async function storageCheck(storage: Storage): Promise<Finding> {
  const what = 'Storage';
  const path = `product-images/doctor/${randomUUID()}.png`;
  try {
    await storage.put(path, BYTES, { contentType: 'image/png' });
    const file = await storage.get(path);
    const text = file ? await new Response(file.stream).text() : '';
    const isDeleted = await storage.delete(path);
    if (text === new TextDecoder().decode(BYTES) && isDeleted) return ok(what, 'written, read and deleted');
    return problem(
      what,
      'the file that was read differs from the one written',
      'check the disk, or the object storage',
    );
  } catch (error) {
    return problem(
      what,
      (error as Error).message,
      'the account that runs the shop must be able to write to the image folder (DATA_DIR)',
    );
  }
}

const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;

/** Checks the free space of the data folder, or of its nearest existing parent. */
export async function reserveCheck(dataDir: string, reserve: number): Promise<Finding> {
  let dir = dataDir;
  while (!existsSync(dir) && dir !== dirname(dir)) dir = dirname(dir);
  const free = await freeBytes(dir);
  const found = `${gigabytes(free)} free, ${gigabytes(reserve)} reserved for orders`;
  if (free < FULL_BYTES) {
    return problem(
      'Data disk',
      `${found}: it is full, and nothing can be saved`,
      'free disk space; docs/operations.md says what may be deleted',
    );
  }
  const fix = 'free disk space, or lower DISK_RESERVE; docs/operations.md says what may be deleted';
  if (free < reserve) return problem('Data disk', `${found}: uploads are refused`, fix);
  return free < 2 * reserve ? warning('Data disk', found, fix) : ok('Data disk', found);
}

/** Verifies the mail server's connection, encryption and password. Sends nothing. */
export async function mailCheck({
  SMTP_URL,
  SHOP_MODE,
}: Pick<Config, 'SMTP_URL' | 'SHOP_MODE'>): Promise<Finding> {
  const what = 'Mail';
  if (!SMTP_URL) {
    return SHOP_MODE === 'demo'
      ? ok(what, 'the demo store shows it at /dev/mailbox')
      : warning(
          what,
          'the shop sends none, so users cannot confirm their accounts',
          'set SMTP_URL and MAIL_FROM',
        );
  }
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: 4_000,
    greetingTimeout: 4_000,
    socketTimeout: 4_000,
  });
  const { host } = new URL(SMTP_URL);
  try {
    await transport.verify();
    return ok(what, `${host} accepts our mail`);
  } catch (error) {
    return problem(
      what,
      `${host}: ${(error as Error).message}`,
      'correct SMTP_URL, or ask the operator of the mail server',
    );
  } finally {
    transport.close();
  }
}

const MOST_SHARE_IMAGES = 10_000;

/** Measures the share images in this folder, at most ten thousand of them. */
export async function shareImagesCheck(dir: string): Promise<Finding> {
  const what = 'Share images';
  let count = 0;
  let large = 0;
  let largest = 0;
  const folders = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const folder of folders) {
    const names = await readdir(join(dir, folder));
    const sizes = await Promise.all(
      names.slice(0, MOST_SHARE_IMAGES - count).map((name) => sizeOf(join(dir, folder, name))),
    );
    count += sizes.length;
    large += sizes.filter((size) => size > MAX_SHARE_BYTES).length;
    largest = Math.max(largest, ...sizes);
  }
  const kilobytes = `${Math.ceil(largest / 1_000)} kB`;
  if (large === 0)
    return ok(what, count === 0 ? 'none was drawn yet' : `the largest of ${count} has ${kilobytes}`);
  return warning(
    what,
    `${large} of ${count} are above 300 kB, the largest has ${kilobytes}: WhatsApp shows these links without an image`,
    'delete the folder; the shop draws each again when it is asked for',
    { action: command(`rm -r '${dir}'`) },
  );
}

/** 0 for a file that was deleted in the meantime. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );
