import type { Page } from '@playwright/test';
import { expect, open, test, withoutPopup } from './front.ts';

/** Lightness of the page's background and text, from 0 (black) to 1 (white). */
const lightness = (page: Page, property: 'backgroundColor' | 'color') =>
  page.evaluate((name) => {
    const canvas = document.createElement('canvas').getContext('2d')!;
    canvas.fillStyle = getComputedStyle(document.body)[name];
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue] = canvas.getImageData(0, 0, 1, 1).data;
    return (red! * 0.3 + green! * 0.59 + blue! * 0.11) / 255;
  }, property);

for (const path of ['/', '/products', '/contact']) {
  test(`LAYOUT-02 ${path} follows the device's color scheme, at once when it changes`, {
    tag: '@phone',
  }, async ({ page }) => {
    await withoutPopup(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, path);
    expect(await lightness(page, 'backgroundColor')).toBeLessThan(0.2);
    expect(await lightness(page, 'color')).toBeGreaterThan(0.8);
    // Browser-drawn parts (scroll bars, fields) follow as well.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(() => lightness(page, 'backgroundColor')).toBeGreaterThan(0.9);
    expect(await lightness(page, 'color')).toBeLessThan(0.2);
  });
}
