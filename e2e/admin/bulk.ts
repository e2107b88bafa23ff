import type { Locator, Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS, test as base, expect, open, signIn } from '../journey.ts';

export { expectAccessible } from '../journey.ts';
export { ACCOUNTS, expect };

/** Restores the demo store: deletes what a test uploads. */
export const test = base.extend<{ cleanUp: undefined }>({
  cleanUp: [
    async ({ db }, use) => {
      const { rows } = await db.query('select now() as began');
      await use(undefined);
      for (const table of ['products', 'categories', 'product_imports']) {
        await db.query(`delete from ${table} where created_at >= $1`, [rows[0].began]);
      }
    },
    { auto: true },
  ],
});

export const HEADER = 'name,description,price,category,featured';

/** Opens the 'Bulk Upload' tab as an admin. */
export async function openBulk(page: Page): Promise<void> {
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/products');
  await page.getByRole('tab', { name: 'Bulk Upload' }).click();
  await expect(page.getByRole('heading', { name: 'Upload many products' })).toBeVisible();
}

/** Chooses a file with these contents. */
export async function choose(page: Page, contents: string | Buffer, name = 'products.csv'): Promise<void> {
  await page
    .locator('input[type=file]')
    // Below it photographs are chosen.
    .first()
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(contents as string) });
}

export const createButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Import [\d,]+ product/ });

export const bulkPanel = (page: Page): Locator => page.getByRole('region', { name: 'Bulk upload' });

/** The wrong cells of the preview with their errors: 'Price of row 4: Price must be positive'. */
export async function errorsShown(page: Page): Promise<string[]> {
  const cells = page.getByRole('table', { name: 'Rows of the file' }).locator('[aria-invalid]');
  await expect(cells.first()).toBeVisible();
  return Promise.all(
    (await cells.all()).map(async (cell) => {
      const error = page.locator(`[id="${await cell.getAttribute('aria-describedby')}"]`);
      return `${await cell.getAttribute('aria-label')}: ${await error.textContent()}`;
    }),
  );
}

export interface StoredProduct {
  name: string;
  description: string;
  price: string;
  featured: boolean;
  category: string | null;
}

/** Products whose names match an SQL `like` pattern, by name. */
export async function productsLike(db: Client, pattern: string): Promise<StoredProduct[]> {
  const { rows } = await db.query(
    `select p.name, p.description, p.price::text, p.featured, c.name as category
     from products p left join categories c on c.id = p.category_id where p.name like $1 order by p.name`,
    [pattern],
  );
  return rows;
}
