import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { APIRequestContext, BrowserContextOptions, Page } from '@playwright/test';
import type { Client } from 'pg';
import sharp from 'sharp';
import { generateOrders } from '../../bench/seed/generate-orders.ts';
import { randomFrom } from '../../bench/seed/random.ts';
import { ACCOUNTS, expect, open, signIn, test } from '../../e2e/journey.ts';
import { ADMIN_SCREENS, type Screen, SHOP_SCREENS } from './screens.ts';

const DOCS = join(import.meta.dirname, '../../docs');

const SIZES: readonly BrowserContextOptions[] = [
  { viewport: { width: 1280, height: 800 } },
  { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true },
];
/** Both sizes stand side by side in one picture, scaled to one height; pixels. */
const HEIGHT = 500;
const GAP = 16;

interface Listed {
  id: string;
  name: string;
  price: number;
  image: { url: string; width: number; height: number };
}

test('every screen', async ({ browser, page, db, request, baseURL }) => {
  const list = await request.get('/api/v1/products?pageSize=3');
  const { items } = (await list.json()) as { items: Listed[] };
  const ids = await addWork(page, db, items);
  const cart = items.map((product) => ({ product, notes: '', promotion: null, addedAt: '' }));
  const shots = new Map<Screen, Buffer[]>();
  for (const size of SIZES) {
    const context = await browser.newContext({ ...size, baseURL, reducedMotion: 'reduce' });
    await context.addInitScript((entries) => {
      localStorage.setItem('wishlist', entries);
      sessionStorage.setItem('promotion-popup-seen', 'yes');
    }, JSON.stringify(cart));
    const tab = await context.newPage();
    for (const screen of [...SHOP_SCREENS, ...ADMIN_SCREENS]) {
      await context.clearCookies();
      const viewer = screen.as ?? (ADMIN_SCREENS.includes(screen) ? 'admin' : 'visitor');
      if (viewer !== 'visitor') await signIn(tab, ACCOUNTS[viewer]);
      await open(
        tab,
        screen.path.replace(/\{(\w+)\}/g, (_, key: string) => ids[key]!),
      );
      await settled(tab);
      shots.set(screen, [...(shots.get(screen) ?? []), await tab.screenshot({ animations: 'disabled' })]);
    }
    await context.close();
  }
  await rm(join(DOCS, 'screens'), { recursive: true, force: true });
  await mkdir(join(DOCS, 'screens'), { recursive: true });
  for (const [{ name }, pictures] of shots) {
    await writeFile(join(DOCS, 'screens', `${name}.webp`), await sideBySide(pictures));
  }
  await writeFile(join(DOCS, 'screens.md'), documentOf());
});

/** Adds what a shop of some weeks has: orders, one of them of the demo customer, messages and changes. */
async function addWork(page: Page, db: Client, items: readonly Listed[]): Promise<Record<string, string>> {
  await generateOrders(db, 40, randomFrom('screens'));
  await db.query(
    `insert into webhooks (id, name, url, events, secret) values
     (gen_random_uuid(), 'Accounting', 'https://books.example.com/hooks/orders', '{order.submitted,order.status_changed}', ''),
     (gen_random_uuid(), 'Couriers', 'https://couriers.example.com/webhooks', '{order.confirmed}', '')`,
  );
  await db.query(
    `insert into contact_submissions (id, name, email, subject, message) values
     (gen_random_uuid(), 'Ngozi Eze', 'ngozi@example.com', 'Agbada for a wedding', 'Is the royal blue one ready before the 12th of December? We are six.'),
     (gen_random_uuid(), 'Tunde Bakare', 'tunde@example.com', 'Dry cleaning in Lekki', 'Do you collect on Saturdays, and what does an aso oke cost?')`,
  );
  await signIn(page, ACCOUNTS.customer);
  const order = await idOf(page.request, '/api/v1/orders', {
    idempotencyKey: randomUUID(),
    lines: items.map(({ id, price }) => ({ productId: id, shownPrice: price })),
  });
  await db.query('update products set price = price + 500 where id = $1', [items[0]!.id]);
  const { rows } = await db.query<{ customer: string; set: string }>(
    `select (select id from profiles where email = $1) as customer, (select id from change_sets order by at desc limit 1) as set`,
    [ACCOUNTS.customer],
  );
  return { ...rows[0]!, order, product: items[0]!.id };
}

async function idOf(request: APIRequestContext, path: string, data: object): Promise<string> {
  const answer = await request.post(path, { data, headers: { origin: process.env.SHOP_URL! } });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { id: string }).id;
}

/** Waits until all that is in view can be drawn: data, fonts, then images, which fonts may have moved into view. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .skeleton, [role="status"] .animate-spin')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.waitForFunction(async () => {
    const inView = [...document.images].filter((image) => {
      const { left, right, top, bottom } = image.getBoundingClientRect();
      return right > Math.max(left, 0) && left < innerWidth && bottom > 0 && top < innerHeight;
    });
    if (!inView.every((image) => image.complete)) return false;
    // A loaded image may not be decoded yet, and one that failed never is.
    await Promise.all(inView.map((image) => image.decode().catch(() => undefined)));
    return true;
  });
}

async function sideBySide(pictures: readonly Buffer[]): Promise<Buffer> {
  const scaled = await Promise.all(
    pictures.map((png) => sharp(png).resize({ height: HEIGHT }).png().toBuffer({ resolveWithObject: true })),
  );
  let left = 0;
  const placed = scaled.map(({ data, info }) => {
    const at = { input: data, top: 0, left };
    left += info.width + GAP;
    return at;
  });
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  return sharp({ create: { width: left - GAP, height: HEIGHT, channels: 4, background } })
    .composite(placed)
    .webp({ quality: 72, effort: 6 })
    .toBuffer();
}

function documentOf(): string {
  const part = (title: string, screens: readonly Screen[]) => [
    `## ${title}`,
    ...screens.flatMap((screen) => [
      `### ${screen.title}\n\n\`${screen.path}\``,
      `![${screen.title}](screens/${screen.name}.webp)`,
    ]),
  ];
  return `${[
    '# Screens',
    'Every screen at 1280 × 800 and 360 × 740, of the demo store with some orders. Made by `npm run screens`.',
    ...part('The shop', SHOP_SCREENS),
    ...part('The back office', ADMIN_SCREENS),
  ].join('\n\n')}\n`;
}
