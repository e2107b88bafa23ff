import type { Page } from '@playwright/test';
import { dayIn, dayPlus, dayText } from '#shared/dates.ts';
import { hydrated } from '../browsing.ts';
import { banner } from '../front.ts';
import { ignoreLaterErrors } from '../journey.ts';
import { expect, expectAccessible, newWord, open, test } from './promotions.ts';

const TODAY = dayIn('Africa/Lagos', new Date());
const DAY = dayPlus(TODAY, 12);

test('CAL-02 staff open the shop of a day from a product, look around in it, and leave it', async ({
  page,
  browser,
  db,
}) => {
  const name = `Aso oke ${newWord()}`;
  const { rows } = await db.query(
    `insert into products (id, name, description, price, status) values (gen_random_uuid(), $1, 'White', 25000, 'draft') returning id`,
    [name],
  );
  const { id } = rows[0];
  await db.query(
    `insert into planned_changes (id, day, product_id, status, price) values
      (gen_random_uuid(), $1, $2, 'published', null), (gen_random_uuid(), $1, $2, null, 18000)`,
    [DAY, id],
  );
  try {
    await open(page, `/admin/products/${id}`);
    await page.getByRole('button', { name: 'See the shop on …' }).click();
    const dialog = page.getByRole('dialog', { name: 'See the shop on …' });
    await expect(dialog.getByLabel('Day')).toHaveValue(DAY);
    const link = dialog.getByRole('link', { name: 'See the shop' });
    await expect(link).toHaveAttribute('href', new RegExp(`/preview/${DAY}\\..*/products/${id}$`));
    await expectAccessible(page);
    const url = (await link.getAttribute('href'))!;

    // Without an account, on a phone in the dark.
    const visitor = await browser.newContext({ colorScheme: 'dark', reducedMotion: 'reduce' });
    const shop = await visitor.newPage();
    const requests: string[] = [];
    shop.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await shop.goto(url);
    await hydrated(shop);
    const ribbon = shop.getByRole('complementary', { name: 'Preview' });
    await expect(ribbon).toContainText(dayText(DAY, { weekday: 'short', month: 'short', year: 'numeric' }));
    await expect(ribbon).toBeInViewport();
    await expect(shop.getByRole('heading', { name })).toBeVisible();
    await expect(shop.getByText('₦18,000.00').first()).toBeVisible();
    await expectAccessible(shop);

    // Its cart is its own, and orders nothing.
    await shop
      .getByRole('button', { name: /add to/i })
      .first()
      .click();
    await shop.getByRole('link', { name: /cart/i }).first().click();
    await expect(shop.getByRole('heading', { name: 'Cart' })).toBeVisible();
    await expect(shop.getByText('Nothing can be ordered in it.')).toBeVisible();
    await expect(shop.getByRole('link', { name: 'Proceed to checkout' })).toHaveCount(0);
    expect(new URL(shop.url()).pathname).toMatch(/^\/preview\/.*\/wishlist$/);
    // Client navigation reads the list of that day.
    await shop.getByRole('link', { name: 'Continue Shopping' }).click();
    await expect(
      shop.getByRole('heading', { name }).or(shop.getByRole('link', { name })).first(),
    ).toBeVisible();
    const read = requests.filter((path) => path.includes('/api/rpc/'));
    expect(read.length).toBeGreaterThan(0);
    expect(read.filter((path) => !path.startsWith(`/preview/${DAY}`))).toEqual([]);

    // It neither changes nor follows who is signed in to the shop.
    expect(await shop.evaluate(() => localStorage.getItem('account'))).toBeNull();
    await shop.evaluate(() =>
      new BroadcastChannel('aso-session').postMessage({ type: 'multi-factor verified', user: { id: 'x' } }),
    );
    await shop.evaluate(() => fetch('/livez').then(() => undefined));
    expect(await shop.getByRole('button', { name: 'Logout' }).count()).toBe(0);

    await ribbon.getByRole('link', { name: 'Shop of today' }).click();
    await shop.waitForURL((at) => at.pathname === '/products');
    await hydrated(shop);
    await expect(ribbon).toHaveCount(0);
    await expect(shop.getByRole('link', { name })).toHaveCount(0);
    expect(await shop.evaluate(() => localStorage.getItem('wishlist'))).toBeNull();

    // What is not a part of a preview is the shop of today.
    await shop.goto(url);
    await hydrated(shop);
    await shop.getByRole('contentinfo').getByRole('link', { name: 'My Account' }).click();
    await shop.waitForURL((at) => !at.pathname.startsWith('/preview/'));
    await hydrated(shop);
    await expect(ribbon).toHaveCount(0);
    await visitor.close();
  } finally {
    // The form of the product, still open, learns that it was deleted.
    ignoreLaterErrors();
    await db.query('delete from products where id = $1', [id]);
  }
});

test('CAL-02 LAYOUT-12 HOME-12 a promotion of that day has its banner and popup in the preview, and not in the shop of today', async ({
  page,
  seed,
}) => {
  // Later than those of the demo store.
  const { code } = await seed.promotion({ from: 300, to: 302, name: `Yuletide ${newWord()}` });
  const answer = await page.request.get(`/api/v1/admin/preview-link?day=${dayPlus(TODAY, 301)}`);
  const shop = new URL((await answer.json()).url).pathname;
  // What SQL changes is read within a second.
  await expect.poll(async () => (await page.request.get(shop)).text()).toContain(code);
  // The popup opens once in a visit.
  const popupIn = (visit: Page) => visit.getByRole('dialog').filter({ hasText: code });
  await page.clock.install();
  await open(page, shop);
  await expect(banner(page)).toContainText('For a test');
  await page.clock.runFor(20_000);
  await expect(popupIn(page)).toBeVisible();
  await popupIn(page).getByRole('link', { name: 'Shop Now' }).click();
  await expect(page).toHaveURL(`${shop}/products?promotion=${code}`);
  await expect(banner(page).getByRole('link')).toHaveAttribute('href', `${shop}/products?promotion=${code}`);

  const visitor = await page.context().newPage();
  await visitor.clock.install();
  await open(visitor, '/');
  await visitor.clock.runFor(20_000);
  await expect(visitor.getByRole('dialog').filter({ hasText: 'Shop Now' })).toBeVisible();
  await expect(popupIn(visitor)).toHaveCount(0);
  await expect(visitor.locator(`a[href*="${code}"]`)).toHaveCount(0);
});

test('CAL-02 HOME-16 each previewed day opens its popup once in a tab, as the shop of today does', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const preview = async (from: number) => {
    const { code } = await seed.promotion({ from, to: from });
    const answer = await page.request.get(`/api/v1/admin/preview-link?day=${dayPlus(TODAY, from)}`);
    const path = new URL((await answer.json()).url).pathname;
    await expect.poll(async () => (await page.request.get(path)).text()).toContain(code);
    return { code, path };
  };
  const first = await preview(310);
  const second = await preview(311);
  /** Stays on a page until its popup is open, if there is one, and closes it. */
  const visit = async (tab: Page, path: string, shown: string | null) => {
    await open(tab, path);
    await tab.clock.runFor(20_000);
    const popup = tab.getByRole('dialog');
    await expect(popup).toHaveCount(shown ? 1 : 0);
    if (!shown) return;
    await expect(popup).toContainText(shown);
    await tab.keyboard.press('Escape');
    await expect(popup).toHaveCount(0);
  };
  await page.clock.install();
  await visit(page, '/', 'Shop Now');
  await visit(page, first.path, first.code);
  await visit(page, second.path, second.code);
  await visit(page, first.path, null);
  await visit(page, '/', null);

  const other = await page.context().newPage();
  await other.clock.install();
  await visit(other, first.path, first.code);
  await visit(other, '/', 'Shop Now');
  await other.close();
});
