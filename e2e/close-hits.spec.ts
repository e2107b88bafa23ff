import { cardNames, expect, newWord, open, test } from './browsing.ts';

test('LIST-16 SEARCH-04 close hits stand below the hits under their own heading, also without scripts', async ({
  page,
  browser,
  seed,
}) => {
  const word = `zagbada${newWord().replace(/[^a-z]/g, '')}`;
  const typed = word.slice(0, 3) + word.slice(4);
  await seed.product({ name: `Wide ${word}` });
  const url = `/products?search=${typed}`;
  await open(page, url);
  const heading = page.getByRole('heading', { name: `Close to "${typed}": ${word}` });
  await expect(heading).toBeVisible();
  await expect(page.getByText(`0 items matching "${typed}"`)).toBeVisible();
  await expect(page.getByText('No products found')).toBeVisible();
  expect(await cardNames(page)).toEqual([`Wide ${word}`]);
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Best match');

  const still = await browser.newContext({ javaScriptEnabled: false });
  try {
    const plain = await still.newPage();
    await plain.goto(new URL(url, page.url()).href);
    await expect(plain.getByRole('heading', { name: `Close to "${typed}": ${word}` })).toBeVisible();
    await expect(plain.getByRole('link', { name: `Wide ${word}` }).first()).toBeVisible();
  } finally {
    await still.close();
  }
});

test('SEARCH-02 the best match is the eighth and first order of a search', async ({ page, seed }) => {
  const word = newWord();
  await seed.product({ name: `${word} in its name` });
  await seed.product({ name: 'Featured one', description: `Goes with ${word}.`, featured: true });
  await open(page, '/products');
  const sort = page.getByLabel('Sort by');
  await expect(sort.locator('option')).toHaveCount(7);
  await page.getByLabel('Search products').fill(word);
  await page.getByLabel('Search products').press('Enter');
  await expect(page).toHaveURL(`/products?search=${word}`);
  await expect.poll(() => cardNames(page)).toEqual([`${word} in its name`, 'Featured one']);
  await expect(sort.locator('option')).toHaveCount(8);
  await expect(sort.locator('option').first()).toHaveText('Best match');
  await expect(sort.locator('option:checked')).toHaveText('Best match');
  await sort.selectOption('Featured');
  await expect.poll(() => cardNames(page)).toEqual(['Featured one', `${word} in its name`]);
  await page.reload();
  await expect(sort.locator('option:checked')).toHaveText('Featured');
  expect(await cardNames(page)).toEqual(['Featured one', `${word} in its name`]);
  // As the form sends it before it has scripts.
  await open(page, `/products?unsorted=featured&search=${word}&sort=featured`);
  await expect(sort.locator('option:checked')).toHaveText('Best match');
  await sort.selectOption('Featured');
  await expect.poll(() => cardNames(page)).toEqual(['Featured one', `${word} in its name`]);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/products');
  await expect(sort).toHaveValue('featured');
  await expect(sort.locator('option')).toHaveCount(7);
});
