import type { Request } from '@playwright/test';
import { cardNames, expect, newWord, open, operation, test } from './browsing.ts';

const LISTS = operation('catalog/listProducts');
const isRequestFor = (request: Request, word: string) =>
  LISTS.test(request.url()) && request.url().includes(word);

test('LIST-13 while the first list loads, eight skeleton cards are shown', async ({ page }) => {
  await open(page, '/about');
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(LISTS, async (route) => {
    await gate;
    await route.continue();
  });
  await page.evaluate(() =>
    document.querySelector<HTMLAnchorElement>('footer a[href="/products"], a[href="/products"]')?.click(),
  );
  await expect(page.getByTestId('product-skeleton')).toHaveCount(8);
  await expect(page.getByText('Loading products')).toBeAttached();
  await expect(page.getByRole('searchbox').or(page.getByLabel('Search products')).first()).toBeVisible();
  letGo();
  await expect(page.getByTestId('product-skeleton')).toHaveCount(0);
  await expect(page.locator('main article')).toHaveCount(12);
});

test('LIST-13 old rows stay, dimmed, while the new ones load', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products?category=shoes');
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(LISTS, async (route) => {
    await gate;
    await route.continue();
  });
  const before = await cardNames(page);
  await page.getByLabel('Sort by').selectOption('price-low');
  await expect(page.locator('main ul[aria-busy="true"]')).toBeVisible();
  expect(await cardNames(page)).toEqual(before);
  await expect(page.getByText('No products found')).toHaveCount(0);
  letGo();
  await expect(page.locator('main ul[aria-busy="true"]')).toHaveCount(0);
  expect(await cardNames(page)).not.toEqual(before);
});

test('LIST-10 an older response never replaces a newer one', { tag: '@phone' }, async ({ page, seed }) => {
  const [slow, quick] = [await seed.product(), await seed.product()];
  const [slowWord, quickWord] = [slow.name.split(' ')[1]!, quick.name.split(' ')[1]!];
  await open(page, '/products');
  let answerOld = () => {};
  const oldAnswered = new Promise<void>((done) => {
    const gate = new Promise<void>((resolve) => {
      answerOld = resolve;
    });
    void page.route(LISTS, async (route) => {
      if (!isRequestFor(route.request(), slowWord)) return route.continue();
      await gate;
      // The page may have cancelled the request, which also prevents that.
      await route.continue().catch(() => undefined);
      done();
    });
  });
  const requested = page.waitForRequest((request) => isRequestFor(request, slowWord));
  const box = page.getByLabel('Search products');
  await box.fill(slowWord);
  await requested;
  await box.fill(quickWord);
  await expect(page).toHaveURL(`/products?search=${quickWord}`);
  await expect.poll(() => cardNames(page)).toEqual([quick.name]);
  answerOld();
  await oldAnswered;
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  expect(await cardNames(page)).toEqual([quick.name]);
  await expect(box).toHaveValue(quickWord);
});

test.describe('when the API does not respond', () => {
  test.use({ expectedErrors: [/status of 503|Failed to fetch|ERR_FAILED/] });

  test('ERR-35 OPEN-13 a failed list shows an error, keeps its rows, and Try Again loads the new ones', {
    tag: '@phone',
  }, async ({ page }) => {
    await open(page, '/products?category=shoes');
    const before = await cardNames(page);
    await page.clock.install();
    let tries = 0;
    await page.route(LISTS, (route) => {
      tries += 1;
      return route.fulfill({ status: 503, json: { json: { message: 'no' } } });
    });
    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: 'Bags', exact: true })
      .click();
    // Two more retries before the error shows. In small steps: minutes later the page would retry by itself.
    await expect
      .poll(
        async () => {
          await page.clock.runFor(200);
          return page.getByRole('alert').count();
        },
        { intervals: [50] },
      )
      .toBe(1);
    expect(tries).toBe(3);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch products');
    await expect(page.getByText('No products found')).toHaveCount(0);
    expect(await cardNames(page)).toEqual(before);

    await page.unroute(LISTS);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByText('5 items in Bags')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await cardNames(page)).not.toEqual(before);
  });

  test('OPEN-13 ERR-58 without rows a failed list is not shown as empty', { tag: '@phone' }, async ({
    page,
  }) => {
    await open(page, '/about');
    await page.clock.install();
    await page.route(LISTS, (route) => route.abort());
    await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/products"]')?.click());
    await expect
      .poll(async () => {
        await page.clock.runFor(3000);
        return page.getByRole('alert').count();
      })
      .toBe(1);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch products');
    await expect(page.getByText('No products found')).toHaveCount(0);
    await expect(page.getByTestId('product-skeleton')).toHaveCount(0);
  });
});

test('LIST-16 an empty result says so and links to all products', async ({ page }) => {
  const word = newWord();
  await open(page, `/products?category=shoes&search=${word}`);
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByText(`0 items in Shoes matching "${word}"`)).toBeVisible();
  await page.getByRole('link', { name: 'Clear the search' }).click();
  await expect(page).toHaveURL('/products?category=shoes');
  await expect(page.locator('main article')).toHaveCount(7);
  await expect(page.getByLabel('Search products')).toHaveValue('');
});

test('LIST-02 LIST-03 choices and typed text from before hydration are applied', {
  tag: '@phone',
}, async ({ page }) => {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/products?category=shoes', { waitUntil: 'commit' });
  await page.getByLabel('Sort by').selectOption('price-low');
  await page.getByLabel('Search products').fill('sandal');
  letGo();
  await expect(page).toHaveURL('/products?category=shoes&search=sandal&sort=price-low');
  await expect(page.getByLabel('Sort by')).toHaveValue('price-low');
  await expect(page.getByLabel('Search products')).toHaveValue('sandal');
});
