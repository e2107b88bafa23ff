import { expect, expectAccessible, open, test } from './browsing.ts';

interface Shared {
  text: string;
  files: { name: string; type: string; size: number }[];
}

test('SHARE-02 a product is shared by the system’s sheet, as an image with a text and link', async ({
  page,
  seed,
}) => {
  // Chromium without a window has no sheet.
  await page.addInitScript(() => {
    navigator.canShare = (data) => (data?.files?.length ?? 0) > 0;
    navigator.share = async (data) => {
      const files = (data?.files ?? []).map(({ name, type, size }) => ({ name, type, size }));
      Object.assign(window, { shared: { text: data?.text, files } });
    };
  });
  const { path, name } = await seed.product({ price: 4_500 });
  await open(page, path);
  await page.getByRole('button', { name: `Share ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  await expect(dialog.getByRole('img')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Square' }).click();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toBeHidden();
  const { text, files } = await page.evaluate(() => (window as unknown as { shared: Shared }).shared);
  expect(text).toBe(`${name}, ₦4,500.00\n${process.env.SHOP_URL}${path}`);
  expect(files).toEqual([
    { name: expect.stringMatching(/^[a-z0-9-]+-square\.jpg$/), type: 'image/jpeg', size: expect.any(Number) },
  ]);
  expect(files[0]!.size).toBeLessThanOrEqual(300_000);
});

test('SHARE-02 without a share sheet the image is downloaded and the text copied', async ({
  page,
  context,
  seed,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() => {
    Object.assign(navigator, { canShare: undefined });
  });
  const { path, name } = await seed.product();
  await open(page, path);
  await page.getByRole('button', { name: `Share ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Share' });
  const link = dialog.getByRole('link', { name: 'Download image' });
  await expect(link).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Share', exact: true })).toBeHidden();
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(download.suggestedFilename()).toMatch(/-status\.jpg$/);
  await dialog.getByRole('button', { name: 'Copy text' }).click();
  await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(path);
});
