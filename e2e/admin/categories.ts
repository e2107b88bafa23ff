import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import sharp from 'sharp';
import { test as browsing, newWord } from '../browsing.ts';
import { ACCOUNTS, open, signIn } from '../journey.ts';

export { busy, holdRequests } from '../answers.ts';
export { newWord, operation } from '../browsing.ts';
export { expect, expectAccessible, open } from '../journey.ts';
export { expectToast } from '../shopper.ts';

/** Tests that start signed in as an admin. Rows with a generated word in their name are deleted afterwards. */
export const test = browsing.extend<{ assistant: undefined; otherAdmin: (path: string) => Promise<Page> }>({
  assistant: [
    async ({ page, db }, use) => {
      await signIn(page, ACCOUNTS.admin);
      await use(undefined);
      await db.query(`DELETE FROM products WHERE name LIKE '%zq%'`);
      await db.query(`DELETE FROM categories WHERE name LIKE '%zq%'`);
      await db.query(`DELETE FROM hero_slides WHERE title LIKE '%zq%'`);
    },
    { auto: true },
  ],
  /** Opens the same screen in another browser as super admin. */
  otherAdmin: async ({ browser, contextOptions }, use) => {
    const contexts: { close(): Promise<void> }[] = [];
    await use(async (path) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: process.env.SHOP_URL });
      contexts.push(context);
      const page = await context.newPage();
      await signIn(page, ACCOUNTS.super);
      await open(page, path);
      return page;
    });
    for (const context of contexts) await context.close();
  },
});

/** A JPEG photo as a phone sends it. */
export async function photo(name = 'cloth.jpg') {
  const buffer = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#262c6b' } })
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

export const notAnImage = {
  name: 'cloth.png',
  mimeType: 'image/png',
  buffer: Buffer.from('<html><script>alert(1)</script></html>'),
};

/** Adds a chain of nested categories, outermost first. All names contain the same generated word. */
export async function addCategoryChain(
  db: Client,
  ...kinds: string[]
): Promise<{ id: string; name: string }[]> {
  const word = newWord();
  const made: { id: string; name: string }[] = [];
  for (const kind of kinds) {
    const name = `${kind} ${word}`;
    const { rows } = await db.query(
      `INSERT INTO categories (id, name, slug, parent_id, display_order)
       VALUES (gen_random_uuid(), $1, lower(replace($1, ' ', '-')), $2, 90 + $3) RETURNING id, name`,
      [name, made.at(-1)?.id ?? null, made.length],
    );
    made.push(rows[0]);
  }
  return made;
}

/** Adds a category with subcategories in this order. */
export async function addSubcategories(db: Client, ...kinds: string[]) {
  const [top] = await addCategoryChain(db, 'Shelf');
  const word = top!.name.split(' ')[1];
  const below: { id: string; name: string }[] = [];
  for (const kind of kinds) {
    const { rows } = await db.query(
      `INSERT INTO categories (id, name, slug, parent_id, display_order)
       VALUES (gen_random_uuid(), $1, lower(replace($1, ' ', '-')), $2, $3) RETURNING id, name`,
      [`${kind} ${word}`, top!.id, below.length],
    );
    below.push(rows[0]);
  }
  return { top: top!, below };
}

export const categoryRow = async (db: Client, name: string) =>
  (await db.query('SELECT * FROM categories WHERE name = $1', [name])).rows[0];

/** The names of the subcategories as shown, from top to bottom. */
export const namesBelow = (page: Page, name: string) =>
  page
    .getByRole('list', { name: `Subcategories of ${name}` })
    .getByRole('button', { name: /^Edit / })
    .evaluateAll((buttons) =>
      buttons.map((button) => button.getAttribute('aria-label')!.slice('Edit '.length)),
    );

export const placesBelow = async (db: Client, id: string): Promise<[string, number][]> =>
  (
    await db.query(
      'SELECT name, display_order FROM categories WHERE parent_id = $1 ORDER BY display_order, name',
      [id],
    )
  ).rows.map(({ name, display_order }) => [name, display_order]);
