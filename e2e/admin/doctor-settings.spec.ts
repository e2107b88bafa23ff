import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { anotherProcess } from '../another-process.ts';
import { ACCOUNTS, expect, expectAccessible, open, PASSWORD, test } from '../journey.ts';

test('DOCTOR-01 the super admin of a live shop sees its open settings, an admin does not', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  await using live = await anotherProcess({
    ...LIVE_FACTS,
    SHOP_MODE: 'live',
    AUTH_SECRET: await readFile(join(process.env.SHOP_DATA_DIR!, 'auth-secret'), 'utf8'),
    SHOP_HOURS: 'Every day',
    BACKGROUND_WORK: 'false',
  });
  for (const [email, isSuper] of [
    [ACCOUNTS.super, true],
    [ACCOUNTS.admin, false],
  ] as const) {
    const context = await browser.newContext({ baseURL: live.url });
    const page = await context.newPage();
    const answer = await page.request.post('/api/auth/sign-in/email', {
      data: { email, password: PASSWORD },
      headers: { origin: live.url },
    });
    expect(answer.status()).toBe(200);
    await open(page, '/admin/doctor');
    const list = page.getByRole('region', { name: 'Worth a look' });
    if (!isSuper) {
      await expect(page.getByRole('alert')).toContainText('You do not have permission');
      await expect(list).toHaveCount(0);
    } else {
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
});
