import type { Page } from '@playwright/test';
import { banner, expect, fixDraw, open, test } from './front.ts';

const ONE = { name: 'Lace Week', tagLine: 'Half the price of lace', code: 'LACEWEEK' };
const popup = (page: Page) => page.getByRole('dialog');

/** Opens the front page and waits some seconds after hydration. */
async function stay(page: Page, ms = 4_000): Promise<void> {
  await page.clock.runFor(ms);
}

test.beforeEach(({ page }) => page.clock.install());

test('LAYOUT-12 HOME-12 without a promotion there is neither banner nor popup', {
  tag: '@phone',
}, async ({ page, front }) => {
  await front.promotions([]);
  await open(page, '/');
  await expect(banner(page)).toHaveCount(0);
  await stay(page, 20_000);
  await expect(popup(page)).toHaveCount(0);
  await open(page, '/products');
  await expect(banner(page)).toHaveCount(0);
});

test('LAYOUT-12 LAYOUT-13 the banner at the top of each page links to the promotion', async ({
  page,
  front,
}) => {
  await front.promotions([ONE]);
  await open(page, '/about');
  await expect(banner(page)).toContainText(ONE.tagLine);
  expect((await banner(page).boundingBox())!.y).toBe(0);
  await banner(page).getByRole('link').click();
  await expect(page).toHaveURL('/products?promotion=LACEWEEK');
  await expect(banner(page)).toBeVisible();
});

test('HOME-12 HOME-15 the popup opens after the page has loaded, and links to the promotion', async ({
  page,
  front,
}) => {
  await front.promotions([ONE]);
  await open(page, '/products');
  await stay(page, 20_000);
  await expect(popup(page)).toHaveCount(0);
  await open(page, '/');
  await expect(popup(page)).toHaveCount(0);
  await stay(page);
  await expect(popup(page)).toBeVisible();
  await expect(popup(page).getByText('LACEWEEK', { exact: true })).toBeVisible();
  await popup(page).getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL('/products?promotion=LACEWEEK');
  await expect(popup(page)).toHaveCount(0);
});

for (const [what, input, title, sentence] of [
  ['name and tag line', { ...ONE, description: 'Not this.' }, 'Lace Week', 'Half the price of lace'],
  [
    'no name, and a description',
    { name: '', description: 'For one week only.', code: 'LACEWEEK' },
    'Special Promotion!',
    'For one week only.',
  ],
  ['its code alone', { name: ' ', code: 'LACEWEEK' }, 'Special Promotion!', 'LACEWEEK'],
] as const) {
  test(`HOME-13 HOME-14 a promotion with ${what}`, { tag: '@phone' }, async ({ page, front }) => {
    await front.promotions([input]);
    await open(page, '/');
    await stay(page);
    await expect(popup(page).getByRole('heading')).toHaveText(title);
    await expect(popup(page).locator('p')).toHaveText(sentence);
    await expect(popup(page)).toHaveAccessibleName(title);
  });
}

test('HOME-16 a press outside closes the popup, and it does not open again in this session', {
  tag: '@phone',
}, async ({ page, front }) => {
  await front.promotions([ONE]);
  await open(page, '/');
  await stay(page);
  await expect(popup(page)).toBeVisible();
  await page.mouse.click(12, 12);
  await expect(popup(page)).toHaveCount(0);
  await expect(page).toHaveURL('/');
  for (const path of ['/products', '/']) {
    await open(page, path);
    await stay(page, 20_000);
    await expect(popup(page)).toHaveCount(0);
  }
});

test('HOME-17 the close button and the Escape key close the popup', { tag: '@phone' }, async ({
  page,
  front,
  context,
}) => {
  await front.promotions([ONE]);
  await open(page, '/');
  await stay(page);
  await popup(page).getByRole('button', { name: 'Close' }).click();
  await expect(popup(page)).toHaveCount(0);
  await expect(page).toHaveURL('/');
  // Another tab is another session.
  const other = await context.newPage();
  await other.clock.install();
  await open(other, '/');
  await stay(other);
  await expect(popup(other)).toBeVisible();
  await other.keyboard.press('Escape');
  await expect(popup(other)).toHaveCount(0);
});

for (const [at, code] of [
  [0, 'NEWER'],
  [0.99, 'OLDER'],
] as const) {
  test(`OPEN-47 RULES-08 banner and popup share one draw: ${code}`, { tag: '@phone' }, async ({
    page,
    front,
  }) => {
    await fixDraw(page, at);
    await front.promotions([
      { name: 'The older one', tagLine: 'Older words', code: 'OLDER' },
      { name: 'The newer one', tagLine: 'Newer words', code: 'NEWER' },
    ]);
    // The server-rendered page always shows the newest.
    const html = await (await page.request.get('/')).text();
    expect(html).toContain('href="/products?promotion=NEWER"');
    expect(html).not.toContain('href="/products?promotion=OLDER"');
    await open(page, '/');
    const link = banner(page).getByRole('link');
    await expect(link).toHaveAttribute('href', `/products?promotion=${code}`);
    await stay(page);
    await expect(popup(page).getByRole('link', { name: 'Shop Now' })).toHaveAttribute(
      'href',
      `/products?promotion=${code}`,
    );
    await expect(popup(page).getByText(code, { exact: true })).toBeVisible();
  });
}

test('HOME-12 the popup waits while the menu is open', { tag: '@phone' }, async ({ page, front }) => {
  await front.promotions([ONE]);
  await open(page, '/');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
  await stay(page, 20_000);
  await expect(page.getByRole('dialog', { name: 'Lace Week' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Close' }).click();
  await stay(page, 10_000);
  await expect(page.getByRole('dialog', { name: 'Lace Week' })).toBeVisible();
});

test('HOME-02 the slides go on under a pointer that only closed the popup', { tag: '@desktop' }, async ({
  page,
  front,
}) => {
  await front.slides([{ title: 'One' }, { title: 'Two' }]);
  await front.promotions([ONE]);
  await open(page, '/');
  const slides = page.getByRole('region', { name: 'Highlights' });
  const title = slides.getByRole('group').and(page.locator('[data-active]')).getByRole('heading');
  await stay(page);
  const close = popup(page).getByRole('button', { name: 'Close' });
  const { x, y, width, height } = (await close.boundingBox())!;
  await page.mouse.click(x + width / 2, y + height / 2);
  await expect(popup(page)).toHaveCount(0);
  const shown = await title.textContent();
  await stay(page, 10_100);
  await expect(title).not.toHaveText(shown!);
  // Who points at them reads.
  await page.mouse.move(x, y + 40);
  await page.mouse.move(x, y + 50);
  const read = await title.textContent();
  await stay(page, 30_000);
  await expect(title).toHaveText(read!);
});
