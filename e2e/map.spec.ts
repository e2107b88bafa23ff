import type { Page } from '@playwright/test';
import { expect, open, test } from './front.ts';

const TILES = process.env.SHOP_TILES_URL!;
const isTile = (url: string) => /\/\d+\/\d+\/\d+\.png$/.test(url);

interface Requests {
  scripts: string[];
  tiles: { z: number; x: number; y: number }[];
}

function listen(page: Page): Requests {
  const requests: Requests = { scripts: [], tiles: [] };
  page.on('request', (request) => {
    const url = request.url();
    if (/leaflet.*\.js/.test(url)) requests.scripts.push(url);
    if (isTile(url)) {
      const [z, x, y] = url
        .match(/\d+(?=\/|\.png$)/g)!
        .slice(-3)
        .map(Number);
      requests.tiles.push({ z: z!, x: x!, y: y! });
    }
  });
  return requests;
}

/** The shop's position in its structured data, and the map tile of it. */
async function tileOfShop(page: Page, z: number) {
  const text = await page.locator('script[type="application/ld+json"]').first().textContent();
  const [, latitude, longitude] = text!.match(/"latitude":([-\d.]+),"longitude":([-\d.]+)/)!.map(Number);
  const radians = (latitude! * Math.PI) / 180;
  return {
    z,
    x: Math.floor(((longitude! + 180) / 360) * 2 ** z),
    y: Math.floor(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z),
  };
}

const footerMap = (page: Page) => page.getByRole('contentinfo').locator('[data-map]');
const show = (page: Page) => page.getByRole('contentinfo').locator('address').scrollIntoViewIfNeeded();

test('LAYOUT-16 LAYOUT-17 CONST-13 the map loads when it is scrolled into view, at zoom 15 around the shop', async ({
  page,
}) => {
  const requests = listen(page);
  await open(page, '/contact');
  await page.evaluate(() => scrollTo(0, 0));
  const centre = await tileOfShop(page, 15);
  await open(page, '/about');
  expect(requests.scripts).toEqual([]);
  requests.tiles.length = 0;
  await show(page);
  await expect(footerMap(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
  expect(requests.scripts).toHaveLength(1);
  expect(new Set(requests.tiles.map(({ z }) => z))).toEqual(new Set([15]));
  expect(requests.tiles).toContainEqual(centre);
  // The tip of the marker is the middle of the map.
  const frame = (await footerMap(page).boundingBox())!;
  const needle = (await footerMap(page).locator('.leaflet-marker-icon').boundingBox())!;
  expect(Math.abs(needle.x + needle.width / 2 - (frame.x + frame.width / 2))).toBeLessThan(2);
  expect(Math.abs(needle.y + needle.height - (frame.y + frame.height / 2))).toBeLessThan(3);
});

test('LAYOUT-15 a press on the footer’s map opens the shop in a maps service', { tag: '@phone' }, async ({
  page,
  context,
}) => {
  await context.route('https://www.google.com/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Maps</title>' }),
  );
  await open(page, '/about');
  await show(page);
  await expect(footerMap(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
  const frame = (await footerMap(page).boundingBox())!;
  const opened = context.waitForEvent('page');
  // Anywhere on it.
  await page.mouse.click(frame.x + frame.width - 20, frame.y + 30);
  const maps = new URL((await opened).url());
  expect(maps.origin + maps.pathname).toBe('https://www.google.com/maps/search/');
  expect(maps.searchParams.get('query')).toMatch(/^Aso House, .*Lagos/);
  await expect(page).toHaveURL('/about');
});

test('CONTACT-03 CONST-13 the map on the contact page is 400 pixels high, and can be moved', async ({
  page,
  isMobile,
}) => {
  await open(page, '/contact');
  const section = page.getByRole('region', { name: 'Our place on the map' });
  await section.scrollIntoViewIfNeeded();
  await expect(section.locator('.leaflet-tile-loaded').first()).toBeVisible();
  expect((await section.locator('[data-map]').boundingBox())!.height).toBe(400);
  await section.getByRole('button', { name: 'Zoom in' }).click();
  await expect(section.locator('.leaflet-tile[src*="/16/"]').first()).toBeAttached();
  await expect(section.getByRole('link', { name: /Open in Maps/ })).toBeVisible();
  // It does not trap scrolling.
  if (!isMobile) {
    await section.locator('[data-map]').hover();
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 120);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
  }
});

test.describe('without tiles', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_FAILED/] });

  test('LAYOUT-15 address and link are still shown, one below the other', async ({ page }) => {
    await page.route(`${TILES}/**`, (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => isTile(request.url()));
    await open(page, '/about');
    await show(page);
    await refused;
    const frame = page.getByRole('contentinfo').locator('.map-paper');
    await expect(frame.getByText('Aso House')).toBeVisible();
    await expect(frame.getByText(/Lagos/)).toBeVisible();
    const address = (await frame.getByText(/Lagos/).boundingBox())!;
    const link = frame.getByRole('link', { name: /Open in Maps/ });
    expect(address.y + address.height).toBeLessThanOrEqual((await link.boundingBox())!.y);
    await expect(link).toHaveAttribute(
      'href',
      /^https:\/\/www\.google\.com\/maps\/search\/\?api=1&query=Aso%20House/,
    );
  });

  test('LAYOUT-17 a missing script does not break the page either', { tag: '@phone' }, async ({ page }) => {
    await page.route(/leaflet.*\.js/, (route) => route.abort());
    await open(page, '/contact');
    const section = page.getByRole('region', { name: 'Our place on the map' });
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByText(/Lagos/)).toBeVisible();
    await expect(section.getByRole('link', { name: /Open in Maps/ })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Come in, call or write');
  });
});

test('LAYOUT-17 users who save data are asked first', { tag: '@phone' }, async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', {
      value: Object.assign(new EventTarget(), { saveData: true }),
    });
  });
  const requests = listen(page);
  await open(page, '/contact');
  const section = page.getByRole('region', { name: 'Our place on the map' });
  const press = section.getByRole('button', { name: 'Show the map' });
  await press.scrollIntoViewIfNeeded();
  await expect(section.getByRole('link', { name: /Open in Maps/ })).toBeVisible();
  expect(requests.scripts).toEqual([]);
  expect(requests.tiles).toEqual([]);
  await press.click();
  await expect(section.locator('.leaflet-tile-loaded').first()).toBeVisible();
  expect(requests.tiles[0]!.z).toBe(15);
  // In the footer the button is not a part of the link that is as large as the map.
  await page.getByRole('contentinfo').getByRole('button', { name: 'Show the map' }).click();
  await expect(footerMap(page).locator('.leaflet-tile-loaded').first()).toBeVisible();
  await expect(page).toHaveURL('/contact');
});
