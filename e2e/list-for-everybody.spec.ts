import { entryOf, expect, expectAccessible, newWord, open, operation, test } from './browsing.ts';
import { reach } from './keyboard.ts';

for (const scheme of ['light', 'dark'] as const) {
  // Colours are the same at every size.
  test.describe(scheme, { tag: scheme === 'dark' ? ['@phone'] : [] }, () => {
    test.use({ colorScheme: scheme });

    test('LIST-16 CART-07 DETAIL-01 axe finds nothing on list, product and cart', async ({
      page,
      seed,
      db,
    }) => {
      test.setTimeout(60_000);
      const { code } = await seed.promotion({ percent: 20 });
      const reduced = await seed.product({ price: 100, promotion: code, images: 3, category: 'gele' });
      const [ended, deleted] = [await seed.product(), await seed.product()];
      await open(page, `/products?category=gele`);
      await expectAccessible(page);
      await open(page, `/products?promotion=${code}`);
      await expectAccessible(page);
      await open(page, `/products?search=${newWord()}&category=gele`);
      await expectAccessible(page);
      await open(page, `${reduced.path}?promotion=${code}`);
      await expectAccessible(page);
      await open(page, '/wishlist');
      await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
      await expectAccessible(page);
      await db.query('DELETE FROM products WHERE id = $1', [deleted.id]);
      await page.evaluate(
        (text) => localStorage.setItem('wishlist', text),
        JSON.stringify([
          entryOf(reduced, { promotion: { code, price: 80 }, notes: 'x'.repeat(450) }),
          entryOf(ended, { promotion: { code: 'ENDED', price: 1 } }),
          entryOf(deleted),
          entryOf({ id: '0198aaaa-0000-7000-8000-000000000000', name: 'Never there' }),
        ]),
      );
      await open(page, '/wishlist');
      await expect(page.getByText('No longer available').first()).toBeVisible();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Clear cart' }).click();
      await expect(page.getByRole('heading', { name: 'Clear the cart?' })).toBeVisible();
      await expectAccessible(page);
    });

    test.describe('intermediate states', () => {
      test.use({ expectedErrors: [/status of (404|503)/] });

      test('LIST-13 DETAIL-07 ERR-35 axe finds nothing while loading, after a failure, and on a missing product', async ({
        page,
      }) => {
        const answer = await page.goto('/products/0198aaaa-0000-7000-8000-000000000000');
        expect(answer?.status()).toBe(404);
        await expectAccessible(page);
        await open(page, '/about');
        let letGo = () => {};
        const gate = new Promise<void>((resolve) => {
          letGo = resolve;
        });
        await page.route(operation('catalog/listProducts'), async (route) => {
          await gate;
          await route.fulfill({
            status: 404,
            json: { json: { code: 'NOT_FOUND', status: 404, message: '', defined: false } },
          });
        });
        await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/products"]')?.click());
        await expect(page.getByTestId('product-skeleton')).toHaveCount(8);
        await expectAccessible(page);
        letGo();
        await expect(page.getByRole('alert')).toContainText('Failed to fetch products');
        await expectAccessible(page);
      });
    });
  });
}

test('LIST-09 LIST-10 DETAIL-04 from the list to the cart by keyboard alone', { tag: '@desktop' }, async ({
  page,
  seed,
}) => {
  const rail = await seed.category();
  const { name, path } = await seed.product({ images: 3, category: rail.slug });
  const { name: other } = await seed.product({ category: rail.slug, price: 5 });
  await open(page, `/products?search=${newWord()}`);
  await reach(page, page.getByRole('button', { name: /Clear search/ }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Search products')).toBeFocused();
  await page.keyboard.type(rail.name.split(' ')[1]!);
  await expect(page.locator('main article')).toHaveCount(2);
  await reach(page, page.getByRole('combobox', { name: 'Sort by' }).first());
  await page.keyboard.type('Price: low');
  await expect(page).toHaveURL(/sort=price-low/);
  await expect(page.locator('main article h3')).toHaveText([other, name]);
  await expect(page.getByLabel('Sort by')).toBeFocused();
  await reach(page, page.getByRole('button', { name: `${other}: in the cart` }).first());
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: `${other}: in the cart` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await reach(page, page.getByRole('link', { name: name }).first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(path);

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await reach(page, page.getByRole('group', { name: /3 images/ }).first());
  await page.keyboard.press('ArrowRight');
  await expect(page.getByAltText(`${name}, image 2 of 3`)).toBeInViewport({ ratio: 0.5 });
  await reach(page, page.getByRole('button', { name: 'Image 3' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByAltText(`${name}, image 3 of 3`)).toBeInViewport({ ratio: 0.5 });
  await reach(page, page.getByRole('button', { name: 'Add to cart' }).first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'In your cart' })).toBeFocused();
  await reach(page, page.getByRole('link', { name: /View Cart/ }).first());
  await page.keyboard.press('Enter');
  await expect(page.locator('main article h2')).toHaveText([other, name]);
});

test('LIST-09 a chip is chosen by keyboard and keeps the focus', { tag: '@desktop' }, async ({ page }) => {
  await open(page, '/products');
  await reach(page, page.getByRole('link', { name: 'Shoes' }).first());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/products?category=shoes');
  await expect(page.getByText('7 items in Shoes')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Shoes', exact: true }).first()).toBeFocused();
});
