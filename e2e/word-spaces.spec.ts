import { expect, open, test } from './browsing.ts';
import { ACCOUNTS, signIn } from './journey.ts';

/** In em. Narrower, '2 items' reads as one word where a browser rounds letters to whole pixels. */
const NARROWEST = 0.2;

test('OPEN-02 a space between two words is visible at every size and weight of the pages', {
  tag: '@desktop',
}, async ({ page, seed }) => {
  const product = await seed.product();
  await signIn(page, ACCOUNTS.super);
  const narrow = new Set<string>();
  const looks = new Set<string>();
  for (const path of ['/', '/products', product.path, '/account', '/admin/dashboard', '/admin/orders']) {
    await open(page, path);
    await expect(page.locator('main :is(h1, h2)').first()).toBeAttached();
    await expect(page.locator('main [aria-label^="Loading"]')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const spaces = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: { look: string; text: string; em: number }[] = [];
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const { fontFamily, fontSize, fontWeight } = getComputedStyle(text.parentElement!);
        for (const { index } of text.data.matchAll(/(?<=\S)[ \u00a0](?=\S)/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + 1);
          const [box] = range.getClientRects();
          // At the end of a line, and in hidden text, a space has no width.
          if (!box || box.width === 0) continue;
          const look = `${fontFamily.split(',')[0]} ${fontWeight} ${fontSize}`;
          found.push({
            look,
            text: text.data.trim().slice(0, 40),
            em: box.width / Number.parseFloat(fontSize),
          });
        }
      }
      return found;
    });
    for (const { look, text, em } of spaces) {
      looks.add(look);
      if (em < NARROWEST) narrow.add(`${look}: ${em.toFixed(3)} em in '${text}'`);
    }
  }
  expect([...narrow]).toEqual([]);
  expect(
    [...looks].some((look) => look.includes('13px')),
    'small text was measured',
  ).toBe(true);
  expect(
    [...looks].some((look) => / [67]00 /.test(look)),
    'bold text was measured',
  ).toBe(true);
});
