import type { CDPSession, Page } from '@playwright/test';
import { expect, open, test } from './browsing.ts';

const TEXT = '₦12,500.00 Ẹwà Ọṣun';
const FACES = ['Commissioner', 'Noto Serif Display'];

/** The fonts that Chromium used for an element; a fallback has another name and is not custom. */
async function facesOf(cdp: CDPSession, selector: string) {
  const { root } = await cdp.send('DOM.getDocument', { depth: 0 });
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName, isCustomFont }) =>
    isCustomFont
      ? (FACES.find((face) => familyName.startsWith(face)) ?? familyName)
      : `not ours: ${familyName}`,
  );
}

/** Shows one text in one font, alone, where nothing else moves. */
async function lay(page: Page, id: string, text: string, family: string) {
  await page.evaluate(
    ([id, text, family]) => {
      const line = document.createElement('p');
      line.id = id!;
      line.textContent = text!;
      line.style.cssText = `position:fixed;top:0;left:0;z-index:99;margin:0;padding:8px;width:324px;height:60px;background:#fff;color:#000;font:400 28px/44px ${family};white-space:nowrap`;
      document.body.append(line);
    },
    [id, text, family],
  );
}

test.beforeEach(async ({ page, db }, testInfo) => {
  // One reference for every operating system: the fonts are files of the shop.
  testInfo.snapshotSuffix = '';
  const { rows } = await db.query(`SELECT id FROM products WHERE name LIKE 'Ẹwà Ọṣun%'`);
  await open(page, `/products/${rows[0].id}`);
  await page.evaluate(() => document.fonts.ready);
});

test('CONST-01 OPEN-02 every letter of a price and a Yoruba name comes from the shop’s own two fonts', {
  tag: '@phone',
}, async ({ page }) => {
  const loaded = await page.evaluate(() =>
    [...document.fonts]
      .filter(({ status }) => status === 'loaded')
      .map(({ family }) => family.replace(/"/g, '')),
  );
  expect(loaded).toEqual(expect.arrayContaining(FACES));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  expect(await facesOf(cdp, 'h1')).toEqual(['Noto Serif Display']);
  // The price, and beside it another text in the page's body font.
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main span')) {
      if (one.children.length === 0 && one.textContent === '₦12,500.00') one.id = 'the-price';
    }
  });
  expect(await facesOf(cdp, '#the-price')).toEqual(['Commissioner']);

  // Letter by letter, in both fonts: with diacritics, composed and decomposed, in both cases.
  const characters = ['₦', ...'ẸẹỌọṢṣÀàÁáÈèÉéÌìÍíÒòÓóÙùÚúẸ́ẹ̀Ọ́ọ̀ńǹ'.match(/\P{M}\p{M}*/gu)!];
  const forms = characters.flatMap((character) => [character.normalize('NFC'), character.normalize('NFD')]);
  for (const family of FACES) {
    await lay(page, `letters-of-${family.length}`, '', `'${family}', monospace`);
    await page.evaluate(
      async ([id, ...texts]) => {
        const line = document.getElementById(id!)!;
        for (const text of texts)
          line.append(Object.assign(document.createElement('span'), { textContent: text }));
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      },
      [`letters-of-${family.length}`, ...forms],
    );
    for (const [place, character] of forms.entries()) {
      const drawn = await facesOf(cdp, `#letters-of-${family.length} > :nth-child(${place + 1})`);
      expect(drawn, `${character} (${place}) in ${family}`).toEqual([family]);
    }
  }
});

for (const family of FACES) {
  test(`CONST-01 an image of ‘${TEXT}’ in ${family}`, async ({ page }) => {
    await lay(page, 'shown', TEXT, `'${family}'`);
    await page.evaluate(() => document.fonts.ready);
    const shown = page.locator('#shown');
    // Tolerates another machine's antialiasing, but neither another font nor an empty box.
    const image = `${family.toLowerCase().replace(/ /g, '-')}.png`;
    const room = { maxDiffPixelRatio: 0.03, threshold: 0.3, scale: 'css' } as const;
    await expect(shown).toHaveScreenshot(image, room);
    for (const fallback of ['monospace', 'serif', 'sans-serif']) {
      await shown.evaluate((one, face) => one.style.setProperty('font-family', face), fallback);
      await expect(shown, fallback).not.toHaveScreenshot(image, room);
    }
  });
}
