import type { Page, Route } from '@playwright/test';
import type { Client } from 'pg';
import { test as base, newWord, operation } from '../browsing.ts';
import { ACCOUNTS, open, signIn } from '../journey.ts';

export { expect, newWord, operation } from '../browsing.ts';
export { expectAccessible } from '../journey.ts';
export { expectToast } from '../shopper.ts';

/** An assistant at the products, and whatever she makes under made-up words is gone afterwards. */
export const test = base.extend<{ tidy: undefined; leave: undefined }>({
  tidy: [
    async ({ db }, use) => {
      await use(undefined);
      await db.query(`DELETE FROM products WHERE name LIKE '%zq%'`);
      await db.query(`DELETE FROM categories WHERE name LIKE '%zq%'`);
    },
    { auto: true },
  ],
  // Before the products go: an open page hears of it and asks for what is not there any more.
  leave: [
    async ({ page, stall: _, tidy: __ }, use) => {
      await use(undefined);
      await page.goto('about:blank');
    },
    { auto: true },
  ],
});

export async function atDesk(page: Page, path: string, account = ACCOUNTS.admin): Promise<void> {
  await signIn(page, account);
  await open(page, path);
}

/** So many products that one search finds, numbered; the highest is the newest. */
export async function shelf(db: Client, count: number): Promise<string> {
  const word = newWord();
  await db.query(
    `INSERT INTO products (id, name, description, price, created_at)
     SELECT gen_random_uuid(), $1 || ' ' || lpad(n::text, 3, '0'), 'Plain cotton.', n, now() - interval '1 day' + n * interval '1 second'
     FROM generate_series(1, $2) n`,
    [word, count],
  );
  return word;
}

/** The names on the page of the list, in their order. */
export const namesOn = (page: Page) => page.locator('tbody tr td:first-child .break-words');

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** Answers an operation with the shop's own fault. */
export const failing = (route: Route) =>
  route.fulfill({
    status: 500,
    json: { json: { defined: true, code: 'UNEXPECTED', status: 500, message: 'Out of thread', data: {} } },
  });

/** Lets an operation fail until something on the page was pressed: what it does by itself meanwhile fails too. */
export async function failingUntilPressed(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('click', () => document.documentElement.setAttribute('data-pressed', ''), true),
  );
  await page.route(operation(path), async (route) => {
    const isPressed = await page.evaluate(() => document.documentElement.hasAttribute('data-pressed'));
    await (isPressed ? route.continue() : failing(route));
  });
}

/** Holds the answers of an operation back until they are let go. */
export async function hold(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(operation(path), async (route) => {
    await promise;
    await route.fallback();
  });
  return resolve;
}

export const productRow = async (db: Client, name: string) =>
  (
    await db.query(
      `SELECT p.id, p.name, p.description, p.price::text, p.featured, p.version, c.name AS category,
         (SELECT count(*)::int FROM product_images i WHERE i.product_id = p.id) AS images
       FROM products p LEFT JOIN categories c ON c.id = p.category_id WHERE p.name = $1`,
      [name],
    )
  ).rows;
