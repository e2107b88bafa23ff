import type { Page } from '@playwright/test';
import { expect, open, test } from './browsing.ts';

/** The paths of the images requested since this call. */
function imagesOf(page: Page) {
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/img/'))
      images.push(new URL(request.url()).pathname);
  });
  return images;
}

test('OFF-06 a product opened from the list loads its first image, and the others when they come near the screen', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { name } = await seed.product({ images: 3 });
  await open(page, `/products?search=${encodeURIComponent(name)}`);
  const images = imagesOf(page);
  await page.getByRole('link', { name, exact: true }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const image = (place: number) => page.getByAltText(`${name}, image ${place} of 3`);
  const widthOf = (place: number) => image(place).evaluate((one) => (one as HTMLImageElement).naturalWidth);
  await expect.poll(() => widthOf(1)).toBeGreaterThan(100);
  await expect(page.getByRole('heading', { name: 'You may also like' })).toBeAttached();
  // Time in which the others would be requested.
  await page.waitForTimeout(1_000);
  // Apart from thumbnails only the first image, and that of the card before.
  const large = (paths: string[]) => paths.filter((path) => !path.startsWith('/img/96/'));
  expect(large(images).length).toBeLessThanOrEqual(1);
  expect(await widthOf(2)).toBe(1);

  await page.getByRole('button', { name: 'Image 2', exact: true }).tap();
  await expect.poll(() => widthOf(2)).toBeGreaterThan(100);
  expect(await widthOf(3)).toBe(1);

  const related = page.getByRole('region', { name: 'You may also like' }).locator('article img').first();
  expect(await related.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
  await related.scrollIntoViewIfNeeded();
  await expect
    .poll(() => related.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(100);
});

/** The images on cards of the page, from the first to the last, and whether each has loaded. */
const loadedCards = (page: Page) =>
  page
    .locator('article img')
    .evaluateAll((images) => images.map((one) => (one as HTMLImageElement).naturalWidth > 1));

/** Waits until the images that are on their way have come, and no others were asked for in a second. */
async function rest(images: readonly string[]): Promise<void> {
  let before = -1;
  await expect
    .poll(
      () => {
        const stands = images.length === before;
        before = images.length;
        return stands;
      },
      { intervals: [1_000] },
    )
    .toBe(true);
}

test('OFF-06 a first visit loads the images of the cards near the screen, and scrolling those that come near', {
  tag: '@phone',
}, async ({ page }) => {
  const images = imagesOf(page);
  await page.goto('/products');
  await rest(images);
  // Images begin 200 pixels below the screen; boxes lie on fractions of a pixel.
  const nearEnd = 740 + 200;
  const cards = page.locator('article img');
  const tops = await Promise.all((await cards.all()).map(async (one) => (await one.boundingBox())!.y));
  const loaded = await loadedCards(page);
  expect(tops.filter((top) => top < nearEnd - 2).length).toBeGreaterThanOrEqual(2);
  for (const [at, top] of tops.entries())
    if (Math.abs(top - nearEnd) > 2) expect(loaded[at], `card ${at}, from ${top} px`).toBe(top < nearEnd);
  expect(loaded.at(-1)).toBe(false);

  await cards.last().scrollIntoViewIfNeeded();
  await expect.poll(async () => (await loadedCards(page)).at(-1)).toBe(true);
});

test('OFF-06 images on paper are not left out', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products');
  const isShown = () =>
    page
      .locator('article img')
      .last()
      .evaluate((one) => one.checkVisibility());
  expect(await isShown()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(isShown).toBe(true);
});
