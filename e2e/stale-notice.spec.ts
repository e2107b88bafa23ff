import { withStaleNotice } from '#shared/stale-notice.ts';
import { expect, hydrated, test, withoutPopup } from './front.ts';

test.beforeEach(({ page }) => withoutPopup(page));

test('a page that the server could not revalidate says so, also after hydration, and the next one does not', {
  tag: '@phone',
}, async ({ page }) => {
  const notice = page.getByText('prices are checked when you order');
  await page.goto('/about');
  await expect(notice).toHaveCount(0);
  // As the page cache responds while the database is unavailable: the same page, under the same policy.
  await page.route('**/about', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: withStaleNotice(await answer.text()) });
  });
  await page.goto('/about');
  await hydrated(page);
  await expect(notice).toBeVisible();
  await expect(notice).toHaveRole('status');
  await page.getByRole('banner').getByRole('link', { name: 'Aso House, front page' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Aso House\./);
  await expect(notice).toHaveCount(0);
});
