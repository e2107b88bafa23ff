import AxeBuilder from '@axe-core/playwright';
import { expect, newWord, open, operation, test } from './browsing.ts';

test('SEARCH-05 suggestions by keyboard: image, price, category, past searches, what was meant', async ({
  page,
  seed,
}) => {
  const word = `zagbada${newWord().replace(/[^a-z]/g, '')}`;
  const rail = await seed.category({ name: `${word} rail` });
  const product = await seed.product({ name: `${word} cap`, price: 12_500 });
  await open(page, '/products');
  const box = page.getByRole('combobox', { name: 'Search products' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await box.pressSequentially(word.slice(0, 8));
  const option = list.getByRole('option', { name: product.name });
  await expect(option).toContainText('₦12,500');
  await expect
    .poll(() => option.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await expect(list.getByRole('option', { name: rail.name })).toBeVisible();
  await expect(box).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText('2 suggestions, use the arrow keys')).toBeAttached();
  expect((await new AxeBuilder({ page }).include('search').analyze()).violations).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);

  // The category, the product, the text itself, and back to the product.
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp']) await box.press(key);
  await expect(option).toHaveAttribute('aria-selected', 'true');
  await expect(box).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id'))!);
  await expect(box).toBeFocused();
  // Escape closes the list and keeps the text; a second one clears it.
  await box.press('Escape');
  await expect(list).toBeHidden();
  await expect(box).toHaveValue(word.slice(0, 8));
  await box.press('ArrowDown');
  await expect(list).toBeVisible();
  await box.press('ArrowDown');
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveURL(`/products/${product.id}`);

  // What found nothing is not remembered, and has a suggestion of its own.
  await open(page, `/products?search=${word}`);
  await box.focus();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('past-searches'))).toContain(word);
  const misspelt = word.slice(0, 4) + word.slice(5);
  await box.fill(misspelt);
  const meant = page.getByRole('group', { name: 'Did you mean' }).getByRole('option', { name: word });
  await meant.click();
  await expect(page).toHaveURL(`/products?search=${word}`);
  await expect(box).toHaveValue(word);
  await expect(list).toBeHidden();
  await expect(box).toBeFocused();
  await box.fill('');
  const past = page.getByRole('group', { name: 'Past searches' }).getByRole('option');
  await expect(past).toHaveText([word]);
  await page.getByRole('button', { name: 'Clear past searches' }).click();
  await expect(list).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('past-searches'))).toBe('[]');
});

test('SEARCH-05 Enter opens the suggestion that is highlighted, also after others arrived', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const word = newWord();
  const products = [
    await seed.product({ name: `${word} gown` }),
    await seed.product({ name: `${word} xylo` }),
  ];
  await open(page, '/products');
  const box = page.getByRole('combobox', { name: 'Search products' });
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await box.pressSequentially(word);
  await expect(options).toHaveCount(2);
  const text = await options.last().textContent();
  const last = products.find(({ name }) => text!.includes(name))!;
  // The suggestions of the text before stay until those are there in which this one is the first.
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(operation('catalog/suggest'), async (route) => {
    await promise;
    await route.continue();
  });
  await box.pressSequentially(last.name.replace(word, ''));
  await box.press('ArrowUp');
  await expect(options.last()).toHaveAttribute('aria-selected', 'true');
  resolve();
  await expect(options.first()).toContainText(last.name);
  await expect(options.first()).toHaveAttribute('aria-selected', 'true');
  await box.press('Enter');
  await expect(page).toHaveURL(last.path);
});

test('SEARCH-05 after Enter no suggestions open above the list, also those that were on their way', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const word = newWord();
  await seed.product({ name: `${word} gown` });
  await open(page, '/products');
  const box = page.getByRole('combobox', { name: 'Search products' });
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await box.focus();
  await expect(page.locator('[role=listbox]')).toBeAttached();
  await box.fill(word);
  await box.press('Enter');
  await expect(page).toHaveURL(`/products?search=${word}`);
  await expect(page.locator('main article h3')).toHaveText([`${word} gown`]);
  // Suggestions are asked for before the list, so they would be there by now.
  await page.waitForTimeout(1_000);
  await expect(list).toBeHidden();
  await box.press('ArrowDown');
  await expect(list).toBeVisible();
});

test('SEARCH-05 a suggestion that is opened in a new tab changes nothing in this one', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const word = newWord();
  const category = await seed.category({ name: `${word} rail` });
  await seed.product({ name: `${word} cap` });
  await open(page, '/products');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.pressSequentially(word);
  await expect(page).toHaveURL(`/products?search=${word}`);
  const opened = page.context().waitForEvent('page');
  await page.getByRole('option', { name: category.name }).click({ modifiers: ['ControlOrMeta'] });
  await (await opened).close();
  await expect(box).toHaveValue(word);
  await expect(page).toHaveURL(`/products?search=${word}`);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/products');
});

test('SEARCH-05 a price that changed is in the next suggestion', { tag: '@phone' }, async ({
  page,
  seed,
  db,
}) => {
  const product = await seed.product({ price: 100 });
  const search = product.name.split(' ')[1]!;
  const price = async () => {
    const answer = await page.request.get('/api/v1/products/suggestions', { params: { search } });
    expect(answer.headers()['cache-control']).toBe('no-store');
    return (await answer.json()).products[0].price;
  };
  await expect.poll(price).toBe(100);
  await db.query('UPDATE products SET price = 250 WHERE id = $1', [product.id]);
  await expect.poll(price).toBe(250);
});
