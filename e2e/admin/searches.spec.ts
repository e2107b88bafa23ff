import { newWord } from '../browsing.ts';
import { expect, expectAccessible, open, signIn, test } from '../journey.ts';

test('SEARCH-06 a search that found nothing is counted, listed and mended in the back office', async ({
  page,
  db,
}) => {
  const word = `q${newWord().replace(/[^a-z]/g, '')}vvx`.padEnd(38, 'z');
  try {
    await open(page, `/products?search=${word}`);
    await expect(page.getByText(`0 items matching "${word}"`)).toBeVisible();
    // Of a program that names itself.
    await page.request.get('/api/v1/products', {
      params: { search: word },
      headers: { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
    });
    const counted = () => db.query('SELECT times, found FROM searches WHERE query = $1', [word]);
    await expect
      .poll(async () => (await counted()).rows, { timeout: 20_000 })
      .toEqual([{ times: 1, found: 0 }]);

    await signIn(page, 'admin@demo.shop');
    await open(page, `/admin/searches?nothing=true&search=${word}`);
    await expect(page.getByRole('row').filter({ hasText: word })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const size = page.viewportSize()!;
    await page.setViewportSize({ width: 768, height: size.height });
    for (const name of ['Times', 'Found', 'Mend']) {
      const text = page.getByRole('columnheader', { name }).evaluate((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return range.getClientRects().length;
      });
      expect(await text, `lines of ${name}`).toBe(1);
    }
    await page.setViewportSize(size);
    await page.getByRole('button', { name: `Means the same as … ${word}` }).click();
    const dialog = page.getByRole('dialog', { name: `“${word}” means the same as …` });
    await dialog.getByRole('textbox', { name: 'Words' }).press('End');
    await dialog.getByRole('textbox', { name: 'Words' }).pressSequentially(`${word}, agbada`);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Every search found something')).toBeVisible();
    await open(page, `/products?search=${word}`);
    await expect(page.getByRole('heading', { name: `Close to "${word}": agbada` })).toBeVisible();

    await open(page, '/admin/searches');
    await page.getByRole('button', { name: 'Words that mean the same' }).click();
    await page.getByRole('button', { name: `Delete ${word}, agbada` }).click();
    await expect(page.getByRole('button', { name: `Delete ${word}, agbada` })).toHaveCount(0);
    await expectAccessible(page);
  } finally {
    await db.query('DELETE FROM synonyms WHERE $1 = ANY (words)', [word]);
    await db.query('DELETE FROM searches WHERE query = $1', [word]);
  }
});

test('SEARCH-06 one press accepts the word that a search likely stands for, and another takes it back', async ({
  page,
  db,
}) => {
  const word = `agbadawqx${newWord()
    .replace(/[^a-f]/g, '')
    .slice(0, 3)}`;
  try {
    await db.query('INSERT INTO searches VALUES (current_date, $1, 3, 0)', [word]);
    await signIn(page, 'admin@demo.shop');
    await open(page, `/admin/searches?nothing=true&search=${word}`);
    const accept = page.getByRole('button', { name: `Means “agbada” ${word}` });
    await expect(accept).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    await accept.click();
    await expect(page.getByText('Every search found something')).toBeVisible();
    const synonyms = () => db.query('SELECT words FROM synonyms WHERE $1 = ANY (words)', [word]);
    expect((await synonyms()).rows).toEqual([{ words: [word, 'agbada'] }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(accept).toBeVisible();
    expect((await synonyms()).rows).toEqual([]);
  } finally {
    await db.query('DELETE FROM synonyms WHERE $1 = ANY (words)', [word]);
    await db.query('DELETE FROM searches WHERE query = $1', [word]);
  }
});
