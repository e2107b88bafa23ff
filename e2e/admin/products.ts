import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { failing } from '../answers.ts';
import { test as base, newWord, operation } from '../browsing.ts';
import { ACCOUNTS, open, signIn } from '../journey.ts';

export { failing, holdRequests } from '../answers.ts';
export { expect, newWord, operation } from '../browsing.ts';
export { expectAccessible } from '../journey.ts';
export { expectToast } from '../shopper.ts';

/** Adds a cleanup: products and categories with generated names are deleted. */
export const test = base.extend<{ cleanUp: undefined; closePage: undefined }>({
  cleanUp: [
    async ({ db }, use) => {
      await use(undefined);
      await db.query(`DELETE FROM products WHERE name LIKE '%zq%'`);
      await db.query(`DELETE FROM categories WHERE name LIKE '%zq%'`);
    },
    { auto: true },
  ],
  // Closes the page before the products are deleted: an open page would be notified and request them.
  closePage: [
    async ({ page, seed: _, cleanUp: __ }, use) => {
      await use(undefined);
      await page.goto('about:blank');
    },
    { auto: true },
  ],
});

export async function openAs(page: Page, path: string, account = ACCOUNTS.admin): Promise<void> {
  await signIn(page, account);
  await open(page, path);
}

/** Adds numbered products that one search finds; the highest number is the newest. Returns the search word. */
export async function addNumberedProducts(db: Client, count: number): Promise<string> {
  const word = newWord();
  await db.query(
    `INSERT INTO products (id, name, description, price, created_at)
     SELECT gen_random_uuid(), $1 || ' ' || lpad(n::text, 3, '0'), 'Plain cotton.', n, now() - interval '1 day' + n * interval '1 second'
     FROM generate_series(1, $2) n`,
    [word, count],
  );
  return word;
}

/** The product names on the page, in their order. */
export const namesOn = (page: Page) => page.locator('tbody tr td:has(img) .break-words');

export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

/** The bar of what is selected. */
export const selected = (page: Page) => page.getByRole('region', { name: 'Selected' });

/** Selects all products that a search finds. */
export async function selectAll(page: Page, word: string, isMobile: boolean): Promise<void> {
  await openAs(page, `/admin/products?search=${word}`);
  await selectListed(page, isMobile);
}

/** Selects all products of the open list. */
export async function selectListed(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Select', exact: true }).click();
  else await page.locator('main tbody').getByRole('checkbox').first().check();
  const others = page.getByRole('button', { name: /^Select all/ });
  if (isMobile || (await others.isVisible())) await others.click();
}

/** Lets an operation fail until the user clicks: automatic retries fail too. */
export async function failingUntilPressed(page: Page, path: string): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('click', () => document.documentElement.setAttribute('data-pressed', ''), true),
  );
  await page.route(operation(path), async (route) => {
    // A navigation that begins meanwhile ends the evaluation: its document is one that nobody has pressed.
    const isPressed = await page
      .evaluate(() => document.documentElement.hasAttribute('data-pressed'))
      .catch(() => false);
    await (isPressed ? route.continue() : failing(route));
  });
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
