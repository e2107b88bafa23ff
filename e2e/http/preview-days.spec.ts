import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { fillRandomly, type RandomShop } from '#app/server/test-preview-shops.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { databaseVariables } from '#platform/postgres/test-database.ts';
import { type Day, dayIn, dayPlus, startOfDay } from '#shared/dates.ts';
import { runShop, type ShopProcess } from '../../tools/shop-process.ts';
import { asOwn } from './preview-pages.ts';
import { ACCOUNTS, expect, PASSWORD, test } from './shop.ts';

/** Of the random shops. */
const ZONE = 'UTC';

const pathsOf = ({ products, categories, codes }: RandomShop): string[] => [
  '/',
  '/products',
  '/products?sort=price-low&page=2',
  `/products?category=${categories[0]}`,
  `/products?promotion=${codes[0]}`,
  '/products?search=adire',
  '/products?search=agbda',
  ...products.slice(0, 2).map((id) => `/products/${id}`),
];

/** A shop on a database of its own, whose clock is moved. */
async function openMovedShop(owner: Client) {
  const folder = await mkdtemp(join(tmpdir(), 'aso-days-'));
  const clock = join(folder, 'ahead');
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const name = `preview_days_${port}`;
  await owner.query(`create database ${name}`);
  const database = Object.fromEntries(
    Object.entries(databaseVariables(process.env.SHOP_DATA_DIR!)).map(([variable, of]) => [
      variable,
      Object.assign(new URL(of), { pathname: `/${name}` }).href,
    ]),
  );
  const db = new Client(database.DATABASE_URL);
  let shop: ShopProcess | undefined;
  const moveTo = (moment: number) => writeFile(clock, String(moment - Date.now()));
  return {
    db,
    /** Starts it today: a process does not apply the planned changes of a day twice. */
    async restart() {
      await shop?.end();
      await moveTo(Date.now());
      shop = await runShop({
        ...database,
        NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, '../moved-clock.mjs')).href}`,
        CLOCK_FILE: clock,
        PORT: String(port),
        DATA_DIR: process.env.SHOP_DATA_DIR!,
        TIME_ZONE: ZONE,
        BACKGROUND_WORK: 'false',
      });
    },
    moveTo: (day: Day) => moveTo(startOfDay(ZONE, day).getTime() + 1_000),
    page: async (path: string) => {
      const answer = await fetch(url + path);
      const html = await answer.text();
      // The page of a draft has the reads that ended before its refusal in its scripts: at times one more.
      const compared = answer.status === 404 ? html.replaceAll(/<script.*?<\/script>/gs, '') : html;
      return `${answer.status} ${compared}`;
    },
    /** The paths of previews of these days. */
    async linksOf(days: readonly Day[]): Promise<string[]> {
      const signedIn = await fetch(`${url}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { origin: url, 'content-type': 'application/json' },
        body: JSON.stringify({ email: ACCOUNTS.admin, password: PASSWORD }),
      });
      const cookie = signedIn.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const links = [];
      for (const day of days) {
        const answer = await fetch(`${url}/api/v1/admin/preview-link?day=${day}`, { headers: { cookie } });
        links.push(new URL((await answer.json()).url).pathname);
      }
      return links;
    },
    async close() {
      await shop?.end();
      await db.end();
      await owner.query(`drop database ${name} with (force)`);
      await rm(folder, { recursive: true });
    },
  };
}

/** Compares the pages of each day's preview with those of the shop on that day, for a random shop of each seed. */
async function comparePages(owner: Client, seeds: readonly number[], daysAhead: readonly number[]) {
  const shop = await openMovedShop(owner);
  const seen = new Set<string>();
  let compared = 0;
  try {
    await shop.restart();
    await shop.db.connect();
    for (const seed of seeds) {
      await shop.restart();
      const filled = await fillRandomly(shop.db, seed, Math.max(...daysAhead));
      const days = daysAhead.map((ahead) => dayPlus(dayIn(ZONE, new Date()), ahead));
      const paths = pathsOf(filled);
      const links = await shop.linksOf(days);
      const previews: string[][] = [];
      for (const link of links) {
        previews.push(
          await Promise.all(paths.map(async (path) => asOwn(await shop.page(link + path), link))),
        );
      }
      for (const [at, day] of days.entries()) {
        await shop.moveTo(day);
        const pages = await Promise.all(paths.map(async (path) => asOwn(await shop.page(path), '')));
        for (const [index, page] of pages.entries()) {
          expect(previews[at]![index], `${paths[index]} of ${day}, seed ${seed}`).toBe(page);
          seen.add(page);
          compared++;
        }
      }
    }
  } finally {
    await shop.close();
  }
  // The shop did change from day to day.
  expect(seen.size).toBeGreaterThan(compared / 2);
}

test('CAL-02 the pages of a preview are those of the shop on that day, of two shops', async ({ db }) => {
  test.setTimeout(120_000);
  await comparePages(db, [1, 2], [1, 4, 9]);
});

test('CAL-02 for 30 days of 20 random shops the pages of a preview are those of the shop on that day', async ({
  db,
}) => {
  // On a slow machine it takes more than 20 minutes.
  test.setTimeout(3_600_000);
  const days = Array.from({ length: 30 }, (_, at) => at + 1);
  await comparePages(
    db,
    Array.from({ length: 20 }, (_, at) => 100 + at),
    days,
  );
});
