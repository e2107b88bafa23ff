import type { Page } from '@playwright/test';
import { refusal } from './answers.ts';
import { expect, open, test, withoutPopup } from './front.ts';

test.beforeEach(({ page }) => withoutPopup(page));

const slides = '**/api/rpc/content/listActiveSlides*';
const home = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Aso House, front page' }).click();
const failure = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' });
const reference = (page: Page) => page.locator('main').getByText(/^Reference: /);
const text = (page: Page) => page.locator('main p').filter({ hasText: /wrong on our side|busy/ });

test.describe('a page that fails', () => {
  test.use({ expectedErrors: [/Reference: [\da-f-]{8}|TypeError|status of 50[23]|The shop is busy/] });

  test('ERR-60 while rendering: the shop’s own message and a reference, never the raw error', async ({
    page,
  }) => {
    await open(page, '/about');
    await page.route(slides, (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"json":[null,{"secret":"hunter2"}]}' }),
    );
    await home(page);
    await expect(failure(page)).toBeVisible();
    await expect(text(page)).toHaveText('Something went wrong on our side. Please try again.');
    await expect(reference(page)).toHaveText(/^Reference: [\da-f]{8}$/);
    await expect(page.locator('main')).not.toContainText(/TypeError|null|undefined|hunter2/);
    // Inside the layout, with links.
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Return to the front page' })).toHaveAttribute('href', '/');
    await page.unroute(slides);
    await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About/);
  });

  test('ERR-60 while loading: Try Again loads it once the API responds', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.clock.install();
    await open(page, '/about');
    let requestCount = 0;
    await page.route(slides, (route) => {
      requestCount += 1;
      return route.fulfill({
        status: 502,
        contentType: 'text/html',
        body: '<h1>nginx/1.25 Bad Gateway</h1>',
      });
    });
    await home(page);
    // It is tried three times before the error shows.
    for (let tried = 1; tried <= 3; tried++) {
      await expect.poll(() => requestCount).toBeGreaterThanOrEqual(tried);
      await page.clock.runFor(5_000);
    }
    await expect(failure(page)).toBeVisible();
    await expect(reference(page)).toHaveText(/^Reference: [\da-f]{8}$/);
    await expect(page.locator('main')).not.toContainText(/nginx|502|Gateway/);
    await page.unroute(slides);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Aso House\./);
    await expect(page.getByRole('region', { name: 'Highlights' })).toBeVisible();
  });

  test('ERR-60 an error message of the shop is shown as it is, with the reference of its line in the log', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.clock.install();
    await open(page, '/about');
    await page.route(
      slides,
      refusal(
        'BUSY',
        503,
        'The shop is busy. Please try again. Reference: 0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b',
      ),
    );
    await home(page);
    for (let tried = 0; tried < 3; tried++) await page.clock.runFor(5_000);
    await expect(failure(page)).toBeVisible({ timeout: 10_000 });
    await expect(text(page)).toHaveText('The shop is busy. Please try again.');
    await expect(reference(page)).toHaveText('Reference: 0193a2c4-5d6e-4f70-8a9b-1c2d3e4f5a6b');
  });
});
