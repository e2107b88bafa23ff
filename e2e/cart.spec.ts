import { entryOf, expect, fillCart, open, operation, storedCart, test } from './browsing.ts';

test('CART-01 CART-05 CART-08 the cart lists what was added, with a count, across reloads', async ({
  page,
  seed,
}) => {
  const [cap, bag] = [await seed.product({ price: 2500 }), await seed.product({ price: 1999.99 })];
  for (const { path } of [cap, bag]) {
    await open(page, path);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByRole('button', { name: 'In your cart' })).toBeVisible();
  }
  await open(page, '/wishlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cart');
  for (const _ of ['opened', 'reloaded']) {
    await expect(page.locator('main article h2')).toHaveText([cap.name, bag.name]);
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('2 items');
    await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦4,499.99');
    await expect(page.getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
    await page.reload();
  }
});

test('CART-02 ERR-55 a note is written, changed, saved and confirmed', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const { name, id } = await seed.product();
  await fillCart(page, [entryOf({ id, name })]);
  await open(page, '/wishlist');
  const note = page.getByLabel(`Note for ${name}`);
  await note.fill('Chest 42, no embroidery');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect(page.getByText('Note updated')).toHaveCount(1);
  expect((await storedCart(page))[0]?.notes).toBe('Chest 42, no embroidery');
  await expect(page.getByRole('button', { name: 'Save note' })).toHaveCount(0);

  // Leaving the field saves it as well.
  await note.fill('Chest 44 <b>"bold"</b>');
  await note.blur();
  await expect.poll(async () => (await storedCart(page))[0]?.notes).toBe('Chest 44 <b>"bold"</b>');
  await page.reload();
  await expect(page.getByLabel(`Note for ${name}`)).toHaveValue('Chest 44 <b>"bold"</b>');
});

test('CART-02 a note ends at 500 characters, and a counter shows how many are left', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { name, id } = await seed.product();
  await fillCart(page, [entryOf({ id, name }, { notes: 'x'.repeat(490) })]);
  await open(page, '/wishlist');
  const note = page.getByLabel(`Note for ${name}`);
  await expect(page.getByText('10 characters left')).toBeVisible();
  await note.focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('0123456789ABCDEF');
  await note.blur();
  await expect(page.getByText('0 characters left', { exact: true })).toBeVisible();
  await expect.poll(async () => (await storedCart(page))[0]?.notes).toBe(`${'x'.repeat(490)}0123456789`);
});

test('CART-03 ERR-56 an item is removed, and Undo restores it at its position', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const things = [await seed.product(), await seed.product(), await seed.product()];
  await fillCart(
    page,
    things.map((thing) => entryOf(thing, { notes: `For ${thing.id}` })),
  );
  await open(page, '/wishlist');
  const [first, second, third] = things;
  await page.getByRole('button', { name: `Remove ${second!.name}` }).click();
  await expect(page.getByText(`Removed ${second!.name} from wishlist`)).toBeVisible();
  await expect(page.locator('main article h2')).toHaveText([first!.name, third!.name]);
  expect((await storedCart(page)).map(({ product }) => product.id)).toEqual([first!.id, third!.id]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('main article h2')).toHaveText(things.map(({ name }) => name));
  expect((await storedCart(page))[1]?.notes).toBe(`For ${second!.id}`);
});

test('CART-03 by keyboard the focus goes from a removed item to the next, the previous, and the page', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const things = [await seed.product(), await seed.product(), await seed.product()];
  await fillCart(
    page,
    things.map((thing) => entryOf(thing)),
  );
  await open(page, '/wishlist');
  const [first, second, third] = things.map(({ name }) =>
    page.getByRole('button', { name: `Remove ${name}` }),
  );
  await second!.press('Enter');
  await expect(second!).toHaveCount(0);
  await expect(third!).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(third!).toHaveCount(0);
  await expect(first!).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('CART-04 CART-07 clearing asks first, then the cart is empty and links to the shop; Undo restores it', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const things = [await seed.product(), await seed.product()];
  await fillCart(
    page,
    things.map((thing) => entryOf(thing, { notes: `For ${thing.id}` })),
  );
  await open(page, '/wishlist');
  const filled = await storedCart(page);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.locator('main article')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await dialog.getByRole('button', { name: 'Clear cart' }).click();
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  expect(await storedCart(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Proceed to checkout' })).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page.getByText('Cart cleared')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('main article h2')).toHaveText(things.map(({ name }) => name));
  expect(await storedCart(page)).toEqual(filled);
  await page.getByRole('button', { name: 'Clear cart' }).click();
  await dialog.getByRole('button', { name: 'Clear cart' }).click();
  await page.locator('main').getByRole('link', { name: 'Browse Products' }).click();
  await expect(page).toHaveURL('/products');
});

test('CART-06 Proceed to checkout opens it with the items of the cart', { tag: '@phone' }, async ({
  page,
  seed,
}) => {
  const thing = await seed.product();
  await fillCart(page, [entryOf(thing)]);
  await open(page, '/wishlist');
  await page.getByRole('link', { name: 'Proceed to checkout' }).click();
  await expect(page).toHaveURL('/checkout');
  await expect(page.locator('main')).toContainText(thing.name);
});

test('CART-09 adding an item again only updates its note', { tag: '@phone' }, async ({ page, seed }) => {
  const thing = await seed.product();
  await fillCart(page, [entryOf(thing, { notes: 'first' }), entryOf(thing, { notes: 'second' })]);
  await open(page, '/wishlist');
  await expect(page.locator('main article')).toHaveCount(1);
  await page.getByLabel(`Note for ${thing.name}`).fill('the second note');
  await page.getByRole('button', { name: 'Save note' }).click();
  await expect
    .poll(async () => (await storedCart(page)).map(({ notes }) => notes))
    .toEqual(['the second note']);
});

test('RULES-06 OPEN-45 the total is the sum of today’s prices, not of stored ones', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ percent: 25 });
  const reduced = await seed.product({ price: 200.01, promotion: code });
  const plain = await seed.product({ price: 50 });
  await fillCart(page, [
    entryOf(reduced, { price: 9, promotion: { code, price: 1 } }),
    entryOf(plain, { price: 99_999 }),
  ]);
  await open(page, '/wishlist');
  // 200.01 less 25 % is 150.0075, rounded half up to 150.01.
  await expect(page.getByRole('region', { name: 'Total' })).toContainText('₦200.01');
  await expect(page.locator('main article').first()).toContainText('₦150.01');
  await expect(page.locator('main article').last()).toContainText('₦50.00');
});

test('OPEN-01 /cart redirects to the cart', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/cart');
  await expect(page).toHaveURL('/wishlist');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('CART-04 a cart of fifty accepts no more and says why', { tag: '@phone' }, async ({ page, seed }) => {
  const thing = await seed.product();
  const full = Array.from({ length: 50 }, (_, place) =>
    entryOf({
      id: `0198aaaa-0000-7000-8000-0000000000${String(place).padStart(2, '0')}`,
      name: `Old ${place}`,
    }),
  );
  await fillCart(page, full);
  await open(page, thing.path);
  await page.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByText('Your cart is full')).toBeVisible();
  expect(await storedCart(page)).toHaveLength(50);
});

test.describe('when the API does not respond', () => {
  test.use({ expectedErrors: [/status of 503/] });

  test('CART-01 the cart is shown from browser storage, with a message that today’s prices are unknown', {
    tag: '@phone',
  }, async ({ page, seed }) => {
    const thing = await seed.product({ price: 700 });
    await fillCart(page, [entryOf(thing, { price: 650, notes: 'Mine' })]);
    await page.clock.install();
    const reads = operation('catalog/getProducts');
    await page.route(reads, (route) => route.fulfill({ status: 503, body: 'no' }));
    // A change of another journey would load the prices before the button does.
    await page.route('**/api/events*', () => {});
    await open(page, '/wishlist');
    await expect
      .poll(async () => {
        await page.clock.runFor(3000);
        return page.getByRole('alert').count();
      })
      .toBe(1);
    await expect(page.getByRole('alert')).toContainText('Today’s prices could not be checked');
    await expect(page.locator('main article')).toContainText('₦650.00');
    await expect(page.getByLabel(`Note for ${thing.name}`)).toHaveValue('Mine');
    await page.unroute(reads);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.locator('main article')).toContainText('₦700.00');
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
