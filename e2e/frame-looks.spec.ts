import sharp from 'sharp';
import { entryOf, expect, fillCart, open, test } from './browsing.ts';
import { ACCOUNTS, signIn } from './journey.ts';

test('LAYOUT-08 account and logout have visible names, and logout is not beside the cart', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, ACCOUNTS.customer);
  for (const width of [640, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await open(page, '/products');
    const banner = page.getByRole('banner');
    const logout = banner.getByRole('button', { name: 'Logout' });
    const account = banner.getByRole('link', { name: 'My Account' });
    await expect(logout).toHaveText('Logout');
    await expect(account).toHaveText('Account');
    const order = await banner
      .locator('a:visible, button:visible')
      .evaluateAll((all) => all.map((one) => one.textContent || one.getAttribute('aria-label')));
    expect(order.slice(-3)).toEqual(['Logout', 'Account', expect.stringMatching(/^Cart/)]);
    const header = await banner.evaluate((one) => one.scrollWidth - one.clientWidth);
    expect(header, `at ${width}`).toBe(0);
  }
});

test('LAYOUT-06 the cart’s count stays inside the page’s edge', async ({ page, seed }) => {
  await fillCart(page, [entryOf(await seed.product())]);
  await open(page, '/products');
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' });
  const count = await cart.locator('span:text-is("1")').boundingBox();
  const edge = await page
    .getByRole('main')
    .locator('article')
    .evaluateAll((cards) => Math.max(...cards.map((card) => card.getBoundingClientRect().right)));
  expect(count!.x + count!.width).toBeLessThanOrEqual(edge);
});

test('HOME-07 Featured and the footer have enough space on a desktop', { tag: '@desktop' }, async ({
  page,
}) => {
  await open(page, '/');
  const height = (selector: string) =>
    page.locator(selector).evaluate((one) => Math.round(one.getBoundingClientRect().height));
  expect(await height('section[aria-labelledby="featured"]')).toBeLessThanOrEqual(1_250);
  expect(await height('footer')).toBeLessThanOrEqual(375);
});

test('LAYOUT-14 the footer has enough space on a phone, and its links have the minimum touch size', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/');
  const footer = page.getByRole('contentinfo');
  expect((await footer.boundingBox())!.height).toBeLessThanOrEqual(625);
  for (const link of await footer.getByRole('link').all()) {
    expect((await link.boundingBox())!.height, (await link.textContent()) ?? '').toBeGreaterThanOrEqual(44);
  }
});

/** Color of the header's text, the CSS variable `paper`. */
const PAPER = luminance(251, 246, 234);

function luminance(...rgb: number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Whether every image in the first view is loaded. */
const isHeroPainted = () =>
  [...document.images].every((image) => {
    const { top, left, right, width } = image.getBoundingClientRect();
    const isSeen = width > 0 && top < 160 && left < innerWidth && right > 0;
    return !isSeen || (image.complete && image.naturalWidth > 0);
  });

test('LAYOUT-06 the header over every slide is readable on a wide desktop', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript(() => sessionStorage.setItem('promotion-popup-seen', 'yes'));
  for (const width of [1600, 1920]) {
    await page.setViewportSize({ width, height: 1000 });
    await open(page, '/');
    const banner = page.getByRole('banner');
    await expect(banner).toHaveAttribute('data-clear');
    const texts = banner.locator('nav a, a[href="/auth"], a[href="/wishlist"]');
    const boxes = await texts.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    expect(boxes).toHaveLength(5);
    const slides = await page.getByRole('group', { name: /of/ }).count();
    for (let slide = 0; slide <= slides; slide++) {
      await page.addStyleTag({
        content: 'header * { visibility: hidden !important } * { transition: none !important }',
      });
      await expect.poll(() => page.evaluate(isHeroPainted)).toBe(true);
      const header = sharp(await page.screenshot({ clip: { x: 0, y: 0, width, height: 160 } })).removeAlpha();
      for (const { x, y, width: wide, height } of boxes) {
        const [left, top] = [Math.round(x), Math.round(y + height / 2 - 10)];
        const data = await header
          .clone()
          .extract({ left, top, width: Math.round(wide), height: 20 })
          .raw()
          .toBuffer();
        let lightest = 0;
        for (let at = 0; at < data.length; at += 3) {
          lightest = Math.max(lightest, luminance(data[at]!, data[at + 1]!, data[at + 2]!));
        }
        expect(
          (PAPER + 0.05) / (lightest + 0.05),
          `slide ${slide} at ${width}, x ${x}`,
        ).toBeGreaterThanOrEqual(4.5);
      }
      await page.getByRole('button', { name: 'Next slide' }).click();
    }
  }
});
