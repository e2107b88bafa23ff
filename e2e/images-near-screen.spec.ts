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
