import type { Page } from '@playwright/test';
import { withoutPopup } from './front.ts';
import { expect, expectAccessible, open, test } from './journey.ts';

const widestImage = (page: Page) =>
  page.evaluate(() =>
    Math.max(
      ...[...document.images].map(({ currentSrc }) => Number(/\/img\/(\d+)\//.exec(currentSrc)?.[1] ?? 0)),
    ),
  );

test('OFF-05 the data saver is switched on in the footer and stays on: small images, still slides, no stream', async ({
  page,
}) => {
  const streams: string[] = [];
  page.on('request', (request) => request.url().includes('/api/events') && streams.push(request.url()));
  await withoutPopup(page);
  await open(page, '/');
  expect(await widestImage(page)).toBeGreaterThan(480);
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText(/This visit took \d+ kB, about ₦\d+\.\d\d/);
  await footer.getByRole('switch', { name: 'Data saver' }).click();
  await expect(footer).toContainText('Smaller images');
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: 'Play the slides' })).toBeAttached();

  streams.length = 0;
  await open(page, '/products');
  await expect(page.locator('html')).toHaveAttribute('data-saver', 'on');
  expect(await widestImage(page)).toBeLessThanOrEqual(320);
  await expect(footer.getByRole('switch', { name: 'Data saver' })).toBeChecked();
  await page.waitForTimeout(1_500);
  expect(streams).toEqual([]);

  await footer.getByRole('switch', { name: 'Data saver' }).click();
  await expect.poll(() => streams.length).toBeGreaterThan(0);
  await open(page, '/products');
  await expect(page.locator('html')).not.toHaveAttribute('data-saver');
});

test('OFF-05 a page is rendered for Save-Data or the choice, and kept apart from the other', async ({
  page,
}) => {
  const read = async (headers: Record<string, string>) => {
    const answer = await page.request.get('/products', { headers });
    return { etag: answer.headers().etag, isSaved: (await answer.text()).includes('data-saver="on"') };
  };
  const plain = await read({});
  const saved = await read({ 'save-data': 'on' });
  expect([plain.isSaved, saved.isSaved]).toEqual([false, true]);
  expect(await read({ cookie: 'data_saver=off', 'save-data': 'on' })).toEqual(plain);
  expect(await read({ cookie: 'data_saver=on' })).toEqual(saved);
  expect((await read({})).etag).toBe(plain.etag);
  const asked = await page.request.get('/products', {
    headers: { 'if-none-match': plain.etag!, 'save-data': 'on' },
  });
  expect(asked.status()).toBe(200);
});

test('OFF-05 a slow connection switches it on, until the connection is better or the user says otherwise', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { effectiveType: '2g', saveData: false });
    Object.defineProperty(navigator, 'connection', { value: connection });
  });
  const html = page.locator('html');
  await open(page, '/about');
  await expect(html).toHaveAttribute('data-saver', 'on');
  const connect = (effectiveType: string) =>
    page.evaluate((type) => {
      const { connection } = navigator as unknown as { connection: EventTarget };
      Object.assign(connection, { effectiveType: type }).dispatchEvent(new Event('change'));
    }, effectiveType);
  await connect('4g');
  await expect(html).not.toHaveAttribute('data-saver');
  await connect('2g');
  await expect(html).toHaveAttribute('data-saver', 'on');
  await page.getByRole('switch', { name: 'Data saver' }).click();
  await expect(html).not.toHaveAttribute('data-saver');
  await open(page, '/about');
  await expect(page.getByRole('switch', { name: 'Data saver' })).not.toBeChecked();
  await expect(html).not.toHaveAttribute('data-saver');
});
