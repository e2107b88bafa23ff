import type { Page } from '@playwright/test';
import { cardNames, expect, newWord, open, test } from './browsing.ts';

const box = (page: Page) => page.getByLabel('Search products');

test('LIST-10 LIST-15 the list follows the typing, and the cross clears the search', async ({
  page,
  seed,
}) => {
  const { name } = await seed.product({ category: 'fila' });
  const word = name.split(' ')[1]!;
  await open(page, '/products?category=fila&page=1');
  const all = await page.locator('main article').count();
  await box(page).pressSequentially(word);
  await expect(page).toHaveURL(`/products?category=fila&search=${word}`);
  await expect(page.getByText(`1 item in Fila matching "${word}"`)).toBeVisible();
  expect(await cardNames(page)).toEqual([name]);
  await expect(box(page)).toBeFocused();

  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/products?category=fila');
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect(page.locator('main article')).toHaveCount(all);
  await expect(page.getByRole('button', { name: 'Clear search' })).toHaveCount(0);
});

test('LIST-15 a search starts on page 1, and Enter skips the debounce', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products?page=2');
  // The timers of the page are stopped: the debounce cannot have fired.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await box(page).fill('adire');
  await box(page).press('Enter');
  await expect(page).toHaveURL('/products?search=adire');
  await page.clock.resume();
  await expect(page.getByText(/items matching "adire"/)).toBeVisible();
});

test('RULES-10 RULES-11 matches any word of name, description or category, case-insensitively', {
  tag: '@phone',
}, async ({ page, seed }) => {
  const [inName, inText, inRail, other] = [newWord(), newWord(), newWord(), newWord()];
  const rail = await seed.category({ name: `Rail ${inRail}` });
  const first = await seed.product({ name: `Bùbá ${inName}`, price: 1 });
  const second = await seed.product({ description: `Woven with ${inText}.`, price: 2 });
  const third = await seed.product({ category: rail.slug, price: 3 });
  await seed.product({ name: `Left out ${other}` });
  await open(page, '/products?sort=price-low');
  await box(page).fill(`  ${inName.toUpperCase()}   ${inText} ${inRail} `);
  await expect.poll(() => cardNames(page)).toEqual([first.name, second.name, third.name]);
  for (const [query, name] of [
    [inName.slice(2, 9), first.name],
    [inText, second.name],
    [inRail, third.name],
    [`buba-${inName}`, first.name],
  ] as const) {
    await box(page).fill(query);
    await expect.poll(() => cardNames(page), query).toContain(name);
  }
  await box(page).fill(`${newWord()} ${inText}`);
  await expect.poll(() => cardNames(page)).toEqual([second.name]);
});

test('RULES-10 a search without diacritics finds words with them', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products?search=ewa%20osun');
  await expect(page.locator('main article h3').filter({ hasText: 'Ẹwà Ọṣun Adire Wrapper' })).toBeVisible();
  await box(page).fill('Ẹwà');
  await expect(page.locator('main article h3').filter({ hasText: 'Ẹwà Ọṣun Adire Wrapper' })).toBeVisible();
});

test('RULES-12 an empty query, or blanks alone, lists everything', { tag: '@phone' }, async ({ page }) => {
  await open(page, '/products');
  const everything = await page.getByText(/^\d+ items$/).textContent();
  for (const query of ['', '%20%20', '+']) {
    await open(page, `/products?search=${query}`);
    await expect(page.getByText(everything!, { exact: true })).toBeVisible();
  }
  await box(page).fill('   ');
  await box(page).press('Enter');
  await expect(page.getByText(everything!, { exact: true })).toBeVisible();
});

test('RULES-11 wildcards and quotes are ordinary characters', { tag: '@phone' }, async ({ page, seed }) => {
  const word = newWord();
  const odd = await seed.product({ name: `${word}100% "O'Neil_cut" <b>\\;--` });
  const plain = await seed.product({ name: `${word}100 NeilXcut` });
  await open(page, '/products');
  for (const query of [`${word}100%`, `"O'Neil_cut"`, `O'Neil`, `Neil_cut`, '<b>\\;--']) {
    await box(page).fill(query);
    await expect(page.getByText(`matching "${query}"`), query).toBeVisible();
    expect(await cardNames(page), query).toEqual([odd.name]);
  }
  for (const query of ['%%%', '___', `'; DROP TABLE products;--`, '<script>alert(1)</script>', '\\\\\\']) {
    await box(page).fill(query);
    await expect(page.getByText(`matching "${query}"`), query).toBeVisible();
    expect(await cardNames(page), query).not.toContain(plain.name);
  }
  await expect(page.locator('main b')).toHaveCount(0);
});

test('RULES-10 ten thousand letters are cut, not refused', { tag: '@phone' }, async ({ page }) => {
  const answer = await page.goto(`/products?search=${'kaftan+'.repeat(1450)}`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The shop');
  await open(page, '/products');
  await box(page).fill('kaftan '.repeat(1500));
  expect((await box(page).inputValue()).length).toBeLessThanOrEqual(11_000);
  await expect(page.getByText(/items matching "kaftan/)).toBeVisible();
  expect(decodeURIComponent(page.url()).length).toBeLessThan(300);
  await expect(page.locator('main article').first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
});

test('LIST-12 above a thousand matches the count ends, and so does paging', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const word = newWord();
  try {
    await db.query(
      `INSERT INTO products (id, name, description, price)
       SELECT gen_random_uuid(), $1 || ' ' || lpad(n::text, 4, '0'), 'Many of a kind.', n FROM generate_series(1, 1100) AS n`,
      [word],
    );
    await open(page, `/products?search=${word}&sort=name-asc`);
    await expect(page.getByText(`1,000+ items matching "${word}"`, { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Page 84' }).click();
    await expect(page).toHaveURL(`/products?search=${word}&sort=name-asc&page=84`);
    await expect.poll(async () => (await cardNames(page))[0]).toBe(`${word} 0997`);
    await expect(page.getByRole('link', { name: 'Next page' })).toHaveCount(0);
    await open(page, `/products?search=${word}&sort=name-asc&page=90`);
    await expect(page).toHaveURL(/page=84$/);
  } finally {
    await db.query(`DELETE FROM products WHERE name LIKE $1 || ' %'`, [word]);
  }
});
