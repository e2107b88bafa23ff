import { cardNames, expect, newWord, open, test } from './browsing.ts';

test('SEARCH-04 close hits stand below the hits under their own heading, also without scripts', async ({
  page,
  browser,
  seed,
}) => {
  const word = `zagbada${newWord().replace(/[^a-z]/g, '')}`;
  const typed = word.slice(0, 3) + word.slice(4);
  await seed.product({ name: `Wide ${word}` });
  const url = `/products?search=${typed}`;
  await open(page, url);
  const heading = page.getByRole('heading', { name: `Close to “${typed}”: ${word}` });
  await expect(heading).toBeVisible();
  await expect(page.getByText(`0 items matching "${typed}"`)).toBeVisible();
  await expect(page.getByText('No products found')).toHaveCount(0);
  expect(await cardNames(page)).toEqual([`Wide ${word}`]);
  await expect(page.getByLabel('Sort by').locator('option:checked')).toHaveText('Relevance');

  const still = await browser.newContext({ javaScriptEnabled: false });
  try {
    const plain = await still.newPage();
    await plain.goto(new URL(url, page.url()).href);
    await expect(plain.getByRole('heading', { name: `Close to “${typed}”: ${word}` })).toBeVisible();
    await expect(plain.getByRole('link', { name: `Wide ${word}` }).first()).toBeVisible();
  } finally {
    await still.close();
  }
});
