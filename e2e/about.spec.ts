import { expect, open, test } from './front.ts';

test('ABOUT-01 ABOUT-02 ABOUT-03 the page shows the shop’s story', async ({ page }) => {
  await open(page, '/about');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About Aso\sHouse$/);
  for (const name of ['Our story', 'Our mission', 'Our vision', 'What we do', 'What we hold to']) {
    const section = page.getByRole('region', { name });
    await expect(section).toBeVisible();
    expect((await section.textContent())!.length).toBeGreaterThan(name.length + 100);
  }
  await expect(page.locator('main')).toContainText('an online shop for traditional attire');
  const services = page.getByRole('region', { name: 'What we do' }).getByRole('listitem');
  await expect(services.getByRole('heading')).toHaveText([
    'Bespoke tailoring',
    'Dry cleaning',
    'Shoe making',
    'Bag making',
  ]);
  await expect(page.getByRole('region', { name: 'What we hold to' }).locator('dt')).toHaveCount(5);
});

test('ABOUT-01 the story needs no API call', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/contact');
  const requests: string[] = [];
  await page.route('**/api/**', (route) => {
    if (route.request().resourceType() === 'fetch') requests.push(route.request().url());
    return route.continue();
  });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('region', { name: 'Our story' })).toBeVisible();
  expect(requests.filter((url) => /catalog|content|contact/.test(url))).toEqual([]);
});

test('ABOUT-01 OPEN-33 without JavaScript the page is readable and its links work', {
  tag: '@phone',
}, async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env.SHOP_URL, javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/about');
  await expect(page.getByRole('region', { name: 'Our mission' })).toBeVisible();
  await page.getByRole('link', { name: 'Where to find us' }).click();
  await expect(page).toHaveURL('/contact');
  await expect(page.getByText('This form needs JavaScript.')).toBeVisible();
  await context.close();
});
