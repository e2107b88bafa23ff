import type { Page } from '@playwright/test';
import { test as browsing, newWord } from '../browsing.ts';
import { ACCOUNTS, open, signIn } from '../journey.ts';

export { busy } from '../answers.ts';
export { newWord, operation } from '../browsing.ts';
export { ACCOUNTS, expect, expectAccessible, open, signIn } from '../journey.ts';

/** Tests that start signed in as an admin. Promotions whose title begins with `Zq` are deleted afterwards. */
export const test = browsing.extend<{ assistant: undefined }>({
  assistant: [
    async ({ page, db }, use) => {
      await signIn(page, ACCOUNTS.admin);
      await use(undefined);
      await db.query(`DELETE FROM promotions WHERE name LIKE 'Zq%'`);
    },
    { auto: true },
  ],
});

/** A title that the cleanup above matches, and a unique code. */
export const newPromotion = () => {
  const code = newWord().toUpperCase();
  return { name: `Zq ${code}`, code };
};

/** The table row of a promotion, on a phone its card. */
export const rowOf = (page: Page, name: string) => page.locator('main tbody tr').filter({ hasText: name });

/** Opens the table filtered to this promotion, and an entry of its menu. */
export async function choose(
  page: Page,
  { name, code }: { name: string; code: string },
  entry: 'Edit' | 'Delete' | 'View Products' | 'Assign Products',
): Promise<void> {
  await open(page, `/admin/promotions?search=${code}`);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
