import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { anotherProcess } from '../another-process.ts';
import { ACCOUNTS, expect, expectAccessible, open, PASSWORD, test } from '../journey.ts';

test('the super admin of a live shop sees the open setup tasks, an admin does not', async ({ browser }) => {
  test.setTimeout(120_000);
  const live = await anotherProcess({
    ...LIVE_FACTS,
    SHOP_MODE: 'live',
    AUTH_SECRET: await readFile(join(process.env.SHOP_DATA_DIR!, 'auth-secret'), 'utf8'),
    SHOP_HOURS: 'Every day',
    BACKGROUND_WORK: 'false',
  });
  try {
    for (const [email, headings] of [
      [ACCOUNTS.super, 1],
      [ACCOUNTS.admin, 0],
    ] as const) {
      const context = await browser.newContext({ baseURL: live.url });
      const page = await context.newPage();
      const answer = await page.request.post('/api/auth/sign-in/email', {
        data: { email, password: PASSWORD },
        headers: { origin: live.url },
      });
      expect(answer.status()).toBe(200);
      await open(page, '/admin/dashboard');
      await expect(page.getByRole('main').getByRole('link', { name: /^Total Orders/ })).toBeVisible();
      const list = page.getByRole('region', { name: 'Recommended settings' });
      await expect(list).toHaveCount(headings);
      if (headings) {
        await expect(list.getByText('BACKUP_AT=03:00')).toBeVisible();
        await expect(list.getByText('SOCIAL_INSTAGRAM=')).toBeVisible();
        await expect(list.getByText('SHOP_HOURS=')).toHaveCount(0);
        await expectAccessible(page);
        if (process.env.SCREENS) {
          const size = page.viewportSize()!.width;
          await page.screenshot({ path: `${process.env.SCREENS}/setup-${size}.png`, fullPage: true });
          await page.emulateMedia({ colorScheme: 'dark' });
          await page.screenshot({ path: `${process.env.SCREENS}/setup-${size}-dark.png`, fullPage: true });
        }
      }
      await context.close();
    }
  } finally {
    await live.end();
  }
});
