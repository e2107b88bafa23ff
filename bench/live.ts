import { randomUUID } from 'node:crypto';
import type { Browser, Page } from '@playwright/test';
import { quantile } from './numbers.ts';
import { openSlowly, withBrowser, withPhone } from './phone.ts';
import { call } from './requests.ts';
import { signInOwner } from './signed-in-user.ts';
import { type Server, type Stage, withClient } from './stage.ts';
import { type Row, row } from './table.ts';

const MOST_MS = 2_000;
const CHANGES = 11;
/** Browsers read what changes within a second once, ms. */
const APART_MS = 1_500;

interface Following {
  name: string;
  page: Page;
  /** Makes the change with this number, and returns the text that it shows. */
  change(n: number): Promise<string>;
}

/** Measures from a change made elsewhere, saved, to the moment when an open screen shows it. */
export async function live(stage: Stage): Promise<Row[]> {
  const server = await stage.demoStore();
  const rows = await withClient(server.databaseUrl, (db) =>
    withBrowser(async (browser) => {
      const { rows } = await db.query<{ id: string; name: string; price: string }>(
        `SELECT id, name, price FROM products WHERE status = 'published' ORDER BY created_at DESC, id DESC LIMIT 1`,
      );
      const { id, name, price } = rows[0]!;
      const setPrice = (to: number | string) =>
        db.query('UPDATE products SET price = $2 WHERE id = $1', [id, to]);
      const onPhone = await withPhone(browser, async (phone) => {
        await openSlowly(phone, `http://localhost:${server.port}/products?sort=newest`);
        return timesOf({
          name: 'a price in the list, on a slow phone',
          page: phone.page,
          async change(n) {
            await setPrice(7_000 + n);
            return `₦7,0${String(n).padStart(2, '0')}.00`;
          },
        });
      });
      await setPrice(price);
      const forAdmins = await withStaff(browser, server, async (page) => {
        await page.goto(`http://localhost:${server.port}/admin/products?search=${encodeURIComponent(name)}`);
        await page.locator('tbody').getByText(name).first().waitFor();
        const cookie = await signInOwner(server);
        const tab = randomUUID();
        return timesOf({
          name: 'that another admin opens a product or types in it, in the list of the back office',
          page,
          async change(n) {
            const state = n % 2 ? 'typing' : 'here';
            const report = call('presence/setPresence', { tab, kind: 'product', id, state });
            await server.record({ ...report, headers: { cookie } });
            return `Measured Owner is ${state}`;
          },
        });
      });
      return [onPhone, forAdmins];
    }),
  );
  await server.stop();
  return rows;
}

async function timesOf({ name, page, change }: Following): Promise<Row> {
  const times: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    await page.waitForTimeout(APART_MS);
    const text = await change(n);
    const start = performance.now();
    await page.getByText(text).filter({ visible: true }).first().waitFor();
    times.push(performance.now() - start);
  }
  const p95 = quantile(times, 0.95);
  return row(
    `a change elsewhere is shown, p95 of ${CHANGES}: ${name}`,
    `${p95.toFixed(0)} ms (p50 ${quantile(times, 0.5).toFixed(0)} ms)`,
    `≤ ${MOST_MS} ms`,
    p95 <= MOST_MS,
  );
}

/** Opens a page signed in as a super admin. */
async function withStaff<T>(browser: Browser, server: Server, work: (page: Page) => Promise<T>): Promise<T> {
  const cookies = (await signInOwner(server)).split('; ').map((cookie) => {
    const at = cookie.indexOf('=');
    return {
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      url: `http://localhost:${server.port}`,
    };
  });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
  });
  try {
    await context.addCookies(cookies);
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}
