import { expect, expectAccessible, hydrated, open, test, withoutPopup } from './front.ts';

for (const colorScheme of ['light', 'dark'] as const) {
  // Colours are the same at every size.
  test.describe(colorScheme, { tag: colorScheme === 'dark' ? ['@phone'] : [] }, () => {
    // Reduced motion: a text that is fading in has too little contrast for a moment.
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    for (const path of ['/', '/about', '/contact']) {
      test(`LAYOUT-02 ${path} is accessible when it is ${colorScheme}`, async ({ page }) => {
        await withoutPopup(page);
        await open(page, path);
        await page.getByRole('contentinfo').locator('address').scrollIntoViewIfNeeded();
        await expect(page.getByRole('contentinfo').locator('.leaflet-tile-loaded').first()).toBeVisible();
        await page.evaluate(() => scrollTo(0, 0));
        await expectAccessible(page);
      });
    }

    test(`CONTACT-10 refused fields are accessible when it is ${colorScheme}`, async ({ page }) => {
      await open(page, '/contact');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expect(page.getByText('Name must be at least 2 characters')).toBeVisible();
      await expectAccessible(page);
    });

    test(`HOME-06 the welcome section is accessible when it is ${colorScheme}`, async ({ page, front }) => {
      await withoutPopup(page);
      await front.slides([]);
      await open(page, '/');
      await expect(page.getByRole('heading', { name: 'Welcome to Aso House' })).toBeVisible();
      await expectAccessible(page);
    });

    test(`HOME-12 the popup is accessible when it is ${colorScheme}`, async ({ page }) => {
      await page.clock.install();
      await open(page, '/');
      await page.clock.runFor(4_000);
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.clock.resume();
      await expectAccessible(page);
    });

    test(`LAYOUT-11 the menu is accessible when it is ${colorScheme}`, async ({ page, isMobile }) => {
      await withoutPopup(page);
      await open(page, '/products');
      const menu = page.getByRole('button', { name: 'Menu' });
      if (!isMobile) return expect(menu).toBeHidden();
      await menu.click();
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('an unknown URL', () => {
      test.use({ expectedErrors: [/Failed to load resource: the server responded with a status of 404/] });
      test(`LAYOUT-05 is accessible when it is ${colorScheme}`, async ({ page }) => {
        await page.goto('/no-such-path');
        await hydrated(page);
        await expectAccessible(page);
      });
    });
  });
}
