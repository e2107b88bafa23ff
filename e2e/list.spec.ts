import { cardNames, expect, newWord, open, storedCart, test } from './browsing.ts';

const chip = (name: string) => ({ name, exact: true });

test('LIST-01 LIST-09 LIST-15 chips filter by category and back to all, from page 1', async ({
  page,
  db,
}) => {
  const { rows } = await db.query(
    `SELECT count(*) AS men, count(*) FILTER (WHERE c.slug = 'agbada') AS agbada FROM products
     JOIN categories c ON c.id = category_id LEFT JOIN categories p ON p.id = c.parent_id WHERE p.slug = 'men'`,
  );
  await open(page, '/products?page=2');
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await chips.getByRole('link', chip('Men')).click();
  await expect(page).toHaveURL('/products?category=men');
  await expect(page.getByText(`${rows[0].men} items in Men`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Men');
  await expect(chips.getByRole('link', chip('Men'))).toHaveAttribute('aria-current', /.+/);

  // The chosen category's children are shown below; a parent contains their products.
  await chips.getByRole('link', chip('Agbada')).click();
  await expect(page).toHaveURL('/products?category=agbada');
  await expect(page.getByText(`${rows[0].agbada} items in Agbada`)).toBeVisible();
  await expect(page.locator('main article')).toHaveCount(Number(rows[0].agbada));

  await chips.getByRole('link', chip('All')).click();
  await expect(page).toHaveURL('/products');
  await expect(page.getByText(/^\d+ items$/)).toBeVisible();
  await expect(page.locator('main article')).toHaveCount(12);
});

test('LIST-08 OPEN-56 OPEN-57 chips are All and the top level; an inactive category has none', async ({
  page,
  db,
  seed,
}) => {
  const { rows } = await db.query(
    `SELECT name FROM categories WHERE parent_id IS NULL AND is_active ORDER BY display_order`,
  );
  await open(page, '/products');
  const chips = page.getByRole('navigation', { name: 'Categories' }).getByRole('link');
  await expect(chips).toHaveText(['All', ...rows.map(({ name }) => name)]);
  await expect(page.getByText('Archive', { exact: true })).toHaveCount(0);

  const closed = await seed.category({ active: false });
  const remaining = await seed.product({ category: closed.slug });
  await open(page, `/products?search=${remaining.name.split(' ')[1]}`);
  expect(await cardNames(page)).toEqual([remaining.name]);
});

test('more than twenty chips in a row are folded behind More', { tag: '@phone' }, async ({ page, seed }) => {
  const made: string[] = [];
  for (let n = 0; n < 21; n++) made.push((await seed.category()).slug);
  const chips = page.getByRole('navigation', { name: 'Categories' });
  await open(page, '/products');
  await expect(chips.getByRole('link')).toHaveCount(21);
  // Of equal order they are in any order.
  const hrefs = await chips.locator('a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  const last = made.findLast((slug) => hrefs.indexOf(`/products?category=${slug}`) > 20);
  await expect(chips.locator(`a[href*="${last}"]`)).toBeHidden();
  await chips.getByRole('button', { name: 'More categories' }).click();
  await expect(chips.locator(`a[href*="${last}"]`)).toBeVisible();
  await expect(chips.getByRole('button', { name: 'More categories' })).toHaveCount(0);
  // The chosen chip is shown there also while others are folded.
  await open(page, `/products?category=${last}`);
  await expect(chips.locator(`a[href*="${last}"]`)).toBeVisible();
});

test('OPEN-56 the name of a category works, and the URL changes to its slug', { tag: '@phone' }, async ({
  page,
}) => {
  await open(page, '/products?category=Aso-Oke&sort=newest');
  await expect(page).toHaveURL(/\/products\?category=aso-oke&sort=newest$/);
  await expect(page.getByText('5 items in Aso-Oke')).toBeVisible();
});

test('OPEN-56 a renamed category is still found by its old URL', { tag: '@phone' }, async ({
  page,
  db,
  seed,
}) => {
  const rail = await seed.category();
  const { name } = await seed.product({ category: rail.slug });
  const old = newWord();
  await db.query('INSERT INTO category_slugs (slug, category_id) VALUES ($1, $2)', [old, rail.id]);
  const answer = await page.request.get(`/products?category=${old}`, { maxRedirects: 0 });
  expect(answer.status()).toBe(301);
  await open(page, `/products?category=${old}&sort=newest`);
  await expect(page).toHaveURL(`/products?category=${rail.slug}&sort=newest`);
  expect(await cardNames(page)).toEqual([name]);
});

test('LIST-04 LIST-05 LIST-14 twelve on a page, and page 1 has no parameter', async ({ page, seed }) => {
  const word = newWord();
  const names = Array.from({ length: 13 }, (_, place) => `${word} ${String(place).padStart(2, '0')}`);
  for (const name of names) await seed.product({ name });
  await open(page, `/products?search=${word}&sort=name-asc`);
  await expect(page.getByText(`13 items matching "${word}"`)).toBeVisible();
  expect(await cardNames(page)).toEqual(names.slice(0, 12));

  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(page).toHaveURL(`/products?search=${word}&sort=name-asc&page=2`);
  await expect.poll(() => cardNames(page)).toEqual(names.slice(12));

  await page.getByRole('link', { name: 'Page 1' }).click();
  await expect(page).toHaveURL(`/products?search=${word}&sort=name-asc`);
  await expect.poll(() => cardNames(page)).toEqual(names.slice(0, 12));
});

test('LIST-02 LIST-06 LIST-07 all parameters of a URL work together', { tag: '@phone' }, async ({
  page,
  seed,
  db,
}) => {
  const { code } = await seed.promotion({ percent: 10 });
  await db.query(`UPDATE promotions SET tag_line = '' WHERE code = $1`, [code]);
  const word = newWord();
  for (let place = 0; place < 14; place++) {
    await seed.product({ name: `${word} ${place}`, price: 100 + place, category: 'gele', promotion: code });
  }
  await seed.product({ name: `${word} elsewhere`, category: 'bubu', promotion: code });
  await seed.product({ name: `${word} without`, category: 'gele' });
  await seed.product({ name: 'Another word', category: 'gele', promotion: code });

  await open(page, `/products?category=headwear&search=${word}&sort=price-high&page=2&promotion=${code}`);
  await expect(page.getByText(`14 items in Headwear matching "${word}"`)).toBeVisible();
  expect(await cardNames(page)).toEqual([`${word} 1`, `${word} 0`]);
  await expect(page.locator('main article').first()).toContainText('₦90.90');
  await expect(page.getByText(/^Until \d+ \p{Letter}+$/u)).toBeVisible();
});

test('LIST-06 an unknown promotion lists nothing, says so, and links to all products', {
  tag: '@phone',
}, async ({ page }) => {
  const code = newWord();
  await open(page, `/products?category=gele&promotion=${code}`);
  await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible();
  await expect(page.getByText(`The promotion code “${code}” is unknown.`)).toBeVisible();
  await page.getByRole('link', { name: 'See all products' }).click();
  await expect(page).toHaveURL('/products');
  await expect(page.locator('main article')).toHaveCount(12);
});

test('LIST-06 RULES-04 an ended promotion lists its products at the usual price and says that it ended', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { code } = await seed.promotion({ percent: 25, from: -9, to: -1, name: 'Harmattan sale' });
  const { name } = await seed.product({ price: 4000, promotion: code });
  // As rendered by the server, and by the browser.
  expect(await (await page.request.get(`/products?promotion=${code}`)).text()).toContain(
    'Harmattan sale ended on',
  );
  await open(page, `/products?promotion=${code}`);
  await expect(page.getByText(/^Harmattan sale ended on .+ usual price again\.$/)).toBeVisible();
  expect(await cardNames(page)).toEqual([name]);
  const card = page.locator('main article');
  await expect(card).toContainText('₦4,000.00');
  await expect(card.getByText('Promo')).toHaveCount(0);
  await card.getByRole('button', { name: `${name}: in the cart` }).click();
  expect((await storedCart(page))[0]).toMatchObject({ product: { price: 4000 }, promotion: null });
});

test('LIST-12 LIST-17 OPEN-30 the count line omits unset filters, and prices are in naira', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const { name } = await seed.product({ price: 1234567.5, category: 'fila' });
  const word = name.split(' ')[1]!;
  await open(page, `/products?category=fila&search=${word}`);
  await expect(page.getByText(`1 item in Fila matching "${word}"`, { exact: true })).toBeVisible();
  await expect(page.locator('main article')).toContainText('₦1,234,567.50');
  await open(page, `/products?search=${word}`);
  await expect(page.getByText(`1 item matching "${word}"`, { exact: true })).toBeVisible();
  await open(page, '/products?category=shoes');
  await expect(page.getByText('7 items in Shoes', { exact: true })).toBeVisible();
  for (const price of await page.locator('main article > div:last-child > span').allTextContents()) {
    expect(price).toMatch(/^₦\d{1,3}(,\d{3})*\.\d{2}$/);
  }
});

test('OPEN-51 LIST-15 only the shopper resets the page, and one past the end becomes the last', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products?page=2');
  await expect(page.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await page.getByLabel('Sort by').selectOption('newest');
  await expect(page).toHaveURL('/products?sort=newest');
  await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');

  await open(page, '/products?category=shoes&page=900');
  await expect(page).toHaveURL('/products?category=shoes');
  await expect(page.locator('main article')).toHaveCount(7);
  await open(page, '/products?category=men&page=900');
  await expect(page).toHaveURL('/products?category=men&page=2');
});

test('LIST-07 invalid parameters are ignored', { tag: '@phone' }, async ({ page }) => {
  for (const junk of [
    'page=-1',
    'page=abc',
    'page=0',
    'sort=zzz',
    'page=1e999',
    'utm_source=x',
    'page=2.5',
  ]) {
    const answer = await page.goto(`/products?${junk}`);
    expect(answer?.status()).toBe(200);
    await expect(page.locator('main article')).toHaveCount(12);
    await expect(page.getByRole('link', { name: 'Page 1' })).toHaveAttribute('aria-current', 'page');
  }
});
