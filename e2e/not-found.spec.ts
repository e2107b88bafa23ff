import { expect, hydrated, test, withoutPopup } from './front.ts';

test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 404/] });
test.beforeEach(({ page }) => withoutPopup(page));

for (const path of ['/no-such-path', '/%', '/about/us', '/Products/extra/deep', '/%F0%9F%91%97?q=1']) {
  test(`LAYOUT-05 ${path} is not found, and says so inside the shop`, { tag: '@phone' }, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer!.status()).toBe(404);
    await hydrated(page);
    await expect(page).toHaveTitle(/Page not found/);
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page.locator('main').getByRole('link', { name: 'Return to the front page' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Aso House\./);
  });
}

test('LAYOUT-05 a malformed URL is answered, too', { tag: '@phone' }, async ({ page }) => {
  for (const path of [
    '/%E0%A4%A',
    '/..%2f..%2fetc/passwd',
    `/${'a'.repeat(3_000)}`,
    '/.env',
    '/wp-login.php',
  ]) {
    const answer = await page.request.get(path);
    expect([400, 404, 414], path).toContain(answer.status());
  }
});
