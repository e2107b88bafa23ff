import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { openArchive } from '#platform/archive/archive.ts';
import { chooseBase } from '#platform/archive/choose-base.ts';
import { folderPlace } from '#platform/backup/backup-place.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { generate } from '../bench/seed/generate.ts';
import { type Row, row } from '../bench/table.ts';
import { repeatDuring, type Size } from './fixture.ts';
import { postmasterOf } from './killed.ts';
import { type ResilienceShop, startShop } from './shop.ts';
import { linesOf, postOrder, resetLimits, signInShoppers, withDatabase } from './shoppers.ts';

const KEY = 'a key of more than twenty letters';
const BUDGET_SECONDS = 60;
const ARCHIVED_WITHIN_MS = 5 * 60_000;

/**
 * Loses the disk of the data at random moments while orders arrive: the shop and its database are killed, DATA_DIR is
 * deleted, and what the archive has is restored. Measures from when on acknowledged orders are missing.
 */
export async function lostDisk({ losses, lossSeconds }: Size): Promise<Row[]> {
  const dir = await mkdtemp(join(tmpdir(), 'aso-lost-disk-'));
  await chmod(dir, 0o711);
  const settings = {
    PORT: String(await freePort()),
    DATA_DIR: join(dir, 'data'),
    BACKUP_DIR: join(dir, 'another-disk'),
    BACKUP_KEY: KEY,
    // In the short form, so that it does not wait for a minute.
    ...(lossSeconds[1] < BUDGET_SECONDS && { ARCHIVE_TIMEOUT: '2' }),
  };
  await mkdir(settings.DATA_DIR);
  const archive = openArchive(folderPlace(join(settings.BACKUP_DIR, 'archive')), KEY);
  let shop = await startShop(settings);
  const lost: number[] = [];
  const broken: string[] = [];
  let acknowledged = 0;
  try {
    await generate({ databaseUrl: shop.databaseUrl(), products: 20, orders: 0, users: 0 });
    const cookies = (await signInShoppers(shop, 10)).map(({ cookie }) => cookie);
    const lines = await linesOf(shop.url);
    await untilArchived(archive);
    for (let n = 0; n < losses; n++) {
      const [least, most] = lossSeconds;
      const until = Date.now() + 1_000 * (least + Math.random() * (most - least));
      const orders = await repeatDuring(sendUntil(shop, { cookies, lines, until }), 200, () =>
        resetLimits(shop.databaseUrl()),
      );
      const lostAt = Date.now();
      process.kill(await postmasterOf(shop.dataDir), 'SIGKILL');
      await shop.halt();
      // The last processes of the database write until they notice.
      await sleep(500);
      await rm(settings.DATA_DIR, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
      await restore(settings);
      shop = await startShop(settings);
      const missing = await missingOf(shop, orders);
      acknowledged += orders.size;
      lost.push(missing.length === 0 ? 0 : (lostAt - Math.min(...missing)) / 1_000);
      if (orders.size === 0) broken.push('no order was acknowledged');
      await untilArchived(archive);
    }
  } finally {
    await shop.end();
    await rm(dir, { recursive: true, force: true });
  }
  const worst = Math.max(...lost);
  return [
    row(
      `the disk lost ${losses} times during ${acknowledged} orders, restored from the archive`,
      `the orders of the last ${worst.toFixed(0)} s lost at most`,
      `≤ ${BUDGET_SECONDS} s of acknowledged orders`,
      worst <= BUDGET_SECONDS && broken.length === 0,
      [...broken, lost.map((seconds) => `${seconds.toFixed(0)} s`).join(', ')],
    ),
  ];
}

/** Waits for a base backup with all of its log. */
async function untilArchived(archive: ReturnType<typeof openArchive>): Promise<void> {
  const since = Date.now();
  for (const until = since + ARCHIVED_WITHIN_MS; ; await sleep(500)) {
    const course = await chooseBase(archive, 'latest').catch((error: Error) => error);
    if (!(course instanceof Error) && course.until.getTime() > since) return;
    if (Date.now() > until) throw course instanceof Error ? course : new Error('Nothing is archived');
  }
}

/** Orders from several shoppers at once; returns the key of each acknowledged one, and when it was. */
async function sendUntil(
  shop: ResilienceShop,
  { cookies, lines, until }: { cookies: string[]; lines: Awaited<ReturnType<typeof linesOf>>; until: number },
): Promise<Map<string, number>> {
  const acknowledged = new Map<string, number>();
  await Promise.all(
    cookies.slice(0, 4).map(async (cookie) => {
      while (Date.now() < until) {
        const key = randomUUID();
        const answer = await postOrder(shop, { cookie, lines, key });
        await answer?.text();
        if (answer?.ok) acknowledged.set(key, Date.now());
        await sleep(100);
      }
    }),
  );
  return acknowledged;
}

const restore = (settings: Record<string, string>) =>
  promisify(execFile)(process.execPath, ['src/app/cli/restore.ts', 'archive', '--to', 'latest'], {
    env: { ...TEST_ENVIRONMENT, SHOP_MODE: 'live', ...settings },
  });

/** When the orders that are not in the database were acknowledged. */
const missingOf = (shop: ResilienceShop, orders: Map<string, number>): Promise<number[]> =>
  withDatabase(shop.databaseUrl(), async (db) => {
    const { rows } = await db.query<{ key: string }>(
      'select idempotency_key as key from orders where idempotency_key = any($1::uuid[])',
      [[...orders.keys()]],
    );
    const found = new Set(rows.map(({ key }) => key));
    return [...orders].flatMap(([key, at]) => (found.has(key) ? [] : at));
  });
