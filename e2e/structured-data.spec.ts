import type { Page } from '@playwright/test';
import { expect, open, test } from './browsing.ts';
import { type Thing, thingsOf } from './structured-data.ts';

const shop = () => process.env.SHOP_URL!;
const typesOf = (things: readonly Thing[]) => things.map((thing) => thing['@type']);
const ofType = (things: readonly Thing[], type: string) => things.find((thing) => thing['@type'] === type)!;
const textOf = async (page: Page, path: string) => (await page.request.get(path)).text();
/** Names and links of a breadcrumb, in their order. */
const breadcrumbsOf = (things: readonly Thing[]) =>
  (
    ofType(things, 'BreadcrumbList').itemListElement as { position: number; name: string; item: string }[]
  ).map(({ position, name, item }) => [position, name, item.replace(shop(), '')]);

test('FEED-02 the home page tells the shop, the site and its search, which works', {
  tag: '@phone',
}, async ({ page }) => {
  const things = thingsOf(await textOf(page, '/'));
  expect(typesOf(things)).toEqual(['WebSite', 'ClothingStore']);
  const [site, store] = things as [Thing, Thing];
  expect((site.publisher as Thing)['@id']).toBe(store['@id']);
  const { target } = site.potentialAction as { target: { urlTemplate: string } };
  const found = await page.request.get(target.urlTemplate.replace('{search_term_string}', 'adire%20kaftan'));
  expect(found.status()).toBe(200);
  expect(await found.text()).toContain('“adire kaftan”');
  expect(typesOf(thingsOf(await textOf(page, '/contact')))).toEqual(['ClothingStore']);
});

test('FEED-02 a product tells its offer: price, until when, availability, seller and breadcrumb', {
  tag: '@phone',
}, async ({ page, seed, db }) => {
  const parent = await seed.category();
  const rail = await seed.category({ parent: parent.slug });
  const { code } = await seed.promotion({ percent: 40, to: 3 });
  const { id, name, path } = await seed.product({
    price: 1000,
    promotion: code,
    category: rail.slug,
    images: 2,
  });
  const usual = thingsOf(await textOf(page, path));
  expect(typesOf(usual)).toEqual(['Product', 'BreadcrumbList']);
  const product = ofType(usual, 'Product');
  expect(product).toMatchObject({
    name,
    sku: id,
    category: rail.name,
    image: [/./, /./].map((one) => expect.stringMatching(one)),
  });
  expect(product.offers).toMatchObject({
    price: '1000.00',
    priceCurrency: 'NGN',
    url: `${shop()}${path}`,
    availability: 'https://schema.org/InStock',
    seller: { name: 'Aso House', '@id': `${shop()}/#shop` },
  });
  // The usual price has no end.
  expect(product.offers).not.toHaveProperty('priceValidUntil');
  expect(breadcrumbsOf(usual)).toEqual([
    [1, 'The shop', '/products'],
    [2, rail.name, `/products?category=${rail.slug}`],
    [3, name, path],
  ]);
  expect(breadcrumbsOf(thingsOf(await textOf(page, `/products?category=${rail.slug}`)))).toEqual([
    [1, 'The shop', '/products'],
    [2, parent.name, `/products?category=${parent.slug}`],
    [3, rail.name, `/products?category=${rail.slug}`],
  ]);

  const reduced = ofType(thingsOf(await textOf(page, `${path}?promotion=${code}`)), 'Product').offers;
  const { rows } = await db.query('select end_date::text as until from promotions where code = $1', [code]);
  expect(reduced).toMatchObject({
    price: '600.00',
    priceValidUntil: rows[0].until,
    url: `${shop()}${path}?promotion=${code}`,
  });

  await db.query('update products set sold_out = true, category_id = null where id = $1', [id]);
  const offerNow = async () => ofType(thingsOf(await textOf(page, path)), 'Product').offers;
  await expect.poll(offerNow).toMatchObject({ availability: 'https://schema.org/SoldOut' });
  expect(breadcrumbsOf(thingsOf(await textOf(page, path)))).toEqual([
    [1, 'The shop', '/products'],
    [2, name, path],
  ]);
});

test('FEED-02 after navigation in the browser the page tells what it shows, once', {
  tag: '@phone',
}, async ({ page }) => {
  const things = async () =>
    thingsOf(
      (
        await page
          .locator('script[type="application/ld+json"]')
          .evaluateAll((all) => all.map((one) => one.outerHTML))
      ).join('\n'),
    );
  const shown = async () => (await things()).map((thing) => `${thing['@type']} ${thing.name ?? ''}`.trim());
  await open(page, '/products?category=men');
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  expect(await shown()).toEqual(['ItemList', 'BreadcrumbList']);

  for (let step = 0; step < 2; step++) {
    // The first product of the list, then one that is related to it.
    const link = page.locator('main article h3 a').first();
    const name = await link.textContent();
    await link.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name!);
    await expect.poll(shown).toEqual([`Product ${name}`, 'BreadcrumbList']);
    expect(breadcrumbsOf(await things()).at(-1)).toEqual([
      expect.any(Number),
      name,
      new URL(page.url()).pathname,
    ]);
  }
  await page
    .locator('header')
    .getByRole('link', { name: /front page/ })
    .click();
  await expect.poll(shown).toEqual(['WebSite Aso House', 'ClothingStore Aso House']);
  await page.goBack();
  await expect.poll(async () => typesOf(await things())).toEqual(['Product', 'BreadcrumbList']);
  expect(await page.evaluate(() => (window as { sameDocument?: boolean }).sameDocument)).toBe(true);
});
