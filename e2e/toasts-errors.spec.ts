import type { Page } from '@playwright/test';
import { expect, open, stopClock, test } from './front.ts';

const toasts = (page: Page) => page.locator('[data-sonner-toast]');

test('OPEN-10 a toast can be dismissed', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products');
  await page
    .getByRole('button', { name: /: in the cart$/ })
    .first()
    .click();
  await expect(toasts(page)).toContainText(/Added .+ to wishlist/);
  await toasts(page).getByRole('button', { name: /close/i }).click();
  await expect(toasts(page)).toHaveCount(0);
});

test.describe('errors', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_FAILED/] });

  test('OPEN-10 CONST-09 an error stays for ten seconds, inside the screen', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.route('**/api/rpc/contact/submit', (route) => route.abort());
    await page.clock.install();
    await open(page, '/contact');
    const form = page.getByRole('form', { name: 'Message' });
    await form.getByLabel('Name').fill('Ẹwà Ọṣun');
    await form.getByLabel('Email').fill('toasts@example.com');
    await form.getByLabel('Subject').fill('Measurements');
    await form.getByLabel('Message').fill('How are they taken?');
    await stopClock(page);
    await form.getByRole('button', { name: 'Send Message' }).click();
    // Animation frames wait for the page's clock, too.
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(toasts(page)).toHaveCount(1, { timeout: 100 });
    }).toPass();
    await expect(toasts(page)).toContainText('An unexpected error occurred. Please try again later.');
    const { x, width } = (await toasts(page).boundingBox())!;
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await page.clock.runFor(9_400);
    await expect(toasts(page)).toHaveCount(1);
    await page.clock.runFor(1_000);
    // The exit animation takes a moment more.
    await page.clock.runFor(500);
    await expect(toasts(page)).toHaveCount(0);
  });
});
