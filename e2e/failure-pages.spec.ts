import { openTcpProxy } from '#platform/test-tcp-proxy.ts';
import { anotherProcess } from './another-process.ts';
import { expect, expectAccessible, hydrated, test } from './journey.ts';
import { databaseUrlOf } from './start-shop.ts';

test.use({ expectedErrors: [/status of 503|The shop is busy|Failed to fetch products/] });

// The text is the same at every size.
test('an error page shows the reference of its line in the log', { tag: '@desktop' }, async ({ page }) => {
  test.setTimeout(120_000);
  await using cleanups = new AsyncDisposableStack();
  const proxy = await openTcpProxy(databaseUrlOf(process.env.SHOP_DATA_DIR!));
  cleanups.defer(proxy.close);
  await using shop = await anotherProcess({
    DATABASE_URL: proxy.url,
    MAP_TILES_URL: `${process.env.SHOP_TILES_URL}/{z}/{x}/{y}.png`,
    LOG_LEVEL: 'warn',
    BACKGROUND_WORK: 'false',
  });
  const reference = page.getByText(/^Reference: [\da-f-]{36}$/);
  // The log line of another process arrives some time after its response.
  const lineCount = () =>
    expect.poll(async () => {
      const id = (await reference.textContent())!.replace('Reference: ', '');
      return shop.log.filter((line) => line.includes(`"requestId":"${id}"`)).length;
    });
  proxy.cut();

  // A render error, inside the layout and on its own.
  await page.goto(`${shop.url}/products?search=agbada`);
  await hydrated(page);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch products');
  await lineCount().toBeGreaterThan(0);

  // An error without the layout.
  const answer = await page.goto(`${shop.url}/sitemap.xml`);
  expect([answer!.status(), await answer!.headerValue('retry-after')]).toEqual([503, '5']);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The shop is busy');
  await expect(reference).toHaveText(`Reference: ${await answer!.headerValue('x-request-id')}`);
  await lineCount().toBe(1);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Try Again' }).click();
  await expect(page).toHaveURL(`${shop.url}/sitemap.xml`);
  await expect(reference).not.toHaveText(`Reference: ${await answer!.headerValue('x-request-id')}`);
  await lineCount().toBe(1);
});
