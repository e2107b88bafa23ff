import type { Page } from '@playwright/test';
import { expect, open, stopClock, test, withoutPopup } from './front.ts';

const THREE = [
  {
    title: 'Second by its order',
    order: 20,
    animation: 'animate-scale-up',
    buttonText: 'See the caps',
    buttonLink: '/products?category=fila',
  },
  {
    title: 'First by its order',
    order: 10,
    animation: 'animate-slide-in-right',
    buttonText: 'Read about us',
    buttonLink: '/about',
  },
  {
    title: 'Third by its order',
    order: 30,
    animation: 'animate-float',
    buttonText: 'Elsewhere',
    buttonLink: 'https://example.com/looms',
  },
  { title: 'Folded away', order: 15, active: false },
];

const carousel = (page: Page) => page.getByRole('region', { name: 'Highlights' });
/** The current slide: the others are hidden, also for screen readers. */
const standing = (page: Page) => carousel(page).getByRole('group').and(page.locator('[data-active]'));
const title = (page: Page) => standing(page).getByRole('heading');
const control = (page: Page, name: string) => carousel(page).getByRole('button', { name, exact: true });

/** Opens the page with its clock stopped at the moment the first slide is fully shown. */
async function openAtRest(page: Page): Promise<void> {
  await page.clock.install();
  await open(page, '/');
  await stopClock(page);
  await control(page, 'Next slide').click();
  await control(page, 'Previous slide').click();
  await page.locator('footer').hover();
}

test.beforeEach(({ page }) => withoutPopup(page));

test('HOME-01 HOME-05 OPEN-61 the active slides by their order, each with its button', async ({
  page,
  front,
}) => {
  await front.slides(THREE);
  await open(page, '/');
  await expect(carousel(page).getByRole('button', { name: /^Slide \d/ })).toHaveCount(3);
  const shown = [
    { name: 'First by its order', text: 'Read about us', link: '/about' },
    { name: 'Second by its order', text: 'See the caps', link: '/products?category=fila' },
    { name: 'Third by its order', text: 'Elsewhere', link: 'https://example.com/looms' },
  ];
  for (const { name, text, link } of shown) {
    await expect(title(page)).toHaveText(name);
    await expect(title(page)).toBeVisible();
    await expect(standing(page).getByRole('link', { name: text })).toHaveAttribute('href', link);
    await control(page, 'Next slide').click();
  }
  await expect(page.getByText('Folded away')).toHaveCount(0);
  await expect(title(page)).toHaveText('First by its order');
  await standing(page).getByRole('link', { name: 'Read about us' }).click();
  await expect(page).toHaveURL('/about');
});

test('HOME-04 each slide has its own image, and its title its own animation', { tag: '@phone' }, async ({
  page,
  front,
}) => {
  await front.slides(THREE);
  await open(page, '/');
  const seen = new Set<string>();
  for (const animation of ['animate-slide-in-right', 'animate-scale-up', 'animate-float']) {
    await expect(title(page)).toHaveClass(new RegExp(`(^| )${animation}( |$)`));
    const image = standing(page).locator('img');
    await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    seen.add((await image.getAttribute('src'))!);
    expect(await title(page).evaluate((h2) => getComputedStyle(h2).animationName)).not.toBe('none');
    await control(page, 'Next slide').click();
  }
  expect(seen.size).toBe(3);
});

test('HOME-02 HOME-03 CONST-13 a slide is shown for ten seconds, and after the last comes the first', {
  tag: '@phone',
}, async ({ page, front }) => {
  await front.slides([{ title: 'One' }, { title: 'Two' }]);
  await openAtRest(page);
  await expect(title(page)).toHaveText('One');
  await page.clock.runFor(9_900);
  await expect(title(page)).toHaveText('One');
  await page.clock.runFor(200);
  await expect(title(page)).toHaveText('Two');
  await page.clock.runFor(9_700);
  await expect(title(page)).toHaveText('Two');
  await page.clock.runFor(300);
  await expect(title(page)).toHaveText('One');
});

test('HOME-02 the slides can be paused and started, and pause while the user reads', {
  tag: '@desktop',
}, async ({ page, front }) => {
  await front.slides([{ title: 'One' }, { title: 'Two' }]);
  await openAtRest(page);
  await control(page, 'Pause the slides').click();
  await page.locator('footer').hover();
  await page.clock.runFor(60_000);
  await expect(title(page)).toHaveText('One');
  await control(page, 'Play the slides').click();
  await page.locator('footer').hover();
  await page.clock.runFor(10_100);
  await expect(title(page)).toHaveText('Two');
  // Keyboard focus inside means that the user is reading.
  await control(page, 'Previous slide').focus();
  await page.keyboard.press('Tab');
  await expect(control(page, 'Pause the slides')).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(title(page)).toHaveText('Two');
  // Screen readers: no announcements while the carousel runs by itself.
  await expect(carousel(page).locator('[aria-live]')).toHaveAttribute('aria-live', 'polite');
});

test('HOME-02 with reduced motion the user starts the slides, and removing a slide shows another', {
  tag: '@phone',
}, async ({ page, front, db }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await front.slides([{ title: 'One' }, { title: 'Two' }]);
  await page.clock.install();
  await open(page, '/');
  await stopClock(page);
  await page.clock.runFor(60_000);
  await expect(title(page)).toHaveText('One');
  await control(page, 'Play the slides').click();
  await page.locator('footer').hover();
  await page.clock.runFor(10_100);
  await expect(title(page)).toHaveText('Two');
  await control(page, 'Pause the slides').click();
  await db.query(`UPDATE hero_slides SET is_active = false WHERE title = 'Two'`);
  // Data older than five minutes is reloaded when the connection comes back.
  await page.clock.runFor(301_000);
  await page.clock.resume();
  await page.evaluate(() => ['offline', 'online'].map((name) => dispatchEvent(new Event(name))));
  await expect(title(page)).toHaveText('One');
  await expect(carousel(page).getByRole('button')).toHaveCount(0);
});

test('HOME-02 a swipe turns the slide, and scrolling the page with a drifting thumb does not', {
  tag: '@phone',
}, async ({ page, front }) => {
  await front.slides([{ title: 'One' }, { title: 'Two' }]);
  await openAtRest(page);
  const chromium = await page.context().newCDPSession(page);
  const drag = async ([x, y]: [number, number], [dx, dy]: readonly [number, number]) => {
    await chromium.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const part of [0.25, 0.5, 0.75, 1])
      await chromium.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: [{ x: x + dx * part, y: y + dy * part }],
      });
    await chromium.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  for (const [by, shown] of [
    [[-60, -330], 'One'],
    [[-120, 10], 'Two'],
  ] as const) {
    await page.evaluate(() => scrollTo(0, 0));
    await drag([300, 450], by);
    await expect(title(page)).toHaveText(shown);
  }
});

test('HOME-02 more than six slides are counted, and the controls of six fit a phone', {
  tag: '@phone',
}, async ({ page, front, db }) => {
  await front.slides(Array.from({ length: 7 }, (_, place) => ({ title: `Slide ${'ABCDEFG'[place]}` })));
  await open(page, '/');
  await expect(carousel(page).getByText('1 / 7')).toBeVisible();
  await control(page, 'Next slide').click();
  await expect(carousel(page).getByText('2 / 7')).toBeVisible();
  const places = carousel(page).getByRole('button', { name: /^Slide \d/ });
  await expect(places).toHaveCount(0);
  await db.query(`UPDATE hero_slides SET is_active = false WHERE title = 'Slide G'`);
  await expect
    .poll(async () => {
      await open(page, '/');
      return places.count();
    })
    .toBe(6);
  for (const button of await carousel(page).getByRole('button').all()) {
    const { x, width } = (await button.boundingBox())!;
    expect([x >= 16, x + width <= 344]).toEqual([true, true]);
  }
});

test('HOME-05 a single slide needs no controls', { tag: '@desktop' }, async ({ page, front }) => {
  await front.slides([{ title: 'The only one' }]);
  await open(page, '/');
  await expect(title(page)).toHaveText('The only one');
  await expect(carousel(page).getByRole('button')).toHaveCount(0);
});

test('HOME-01 a title of any length is below the header, and its button within the slide, also on a phone on its side', {
  tag: '@phone',
}, async ({ page, front }) => {
  const words = 'Hand-woven aso oke from Iseyin in every colour of the harmattan ';
  const boxOf = async (part: ReturnType<Page['locator']>) => (await part.boundingBox())!;
  for (const length of [22, 60, 90, 180]) {
    const slide = { title: `${length} ${words.repeat(3)}`.slice(0, length).trim(), buttonText: 'See it now' };
    await front.slides([slide]);
    for (const [width, height] of [
      [360, 740],
      [667, 375],
      [568, 320],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, '/');
      const header = await boxOf(page.getByRole('banner'));
      const heading = await boxOf(title(page));
      const button = await boxOf(carousel(page).getByRole('link', { name: 'See it now' }));
      const whole = await boxOf(carousel(page));
      const at = `${length} letters at ${width}`;
      expect(heading.y, at).toBeGreaterThanOrEqual(header.y + header.height);
      expect(button.y + button.height, at).toBeLessThanOrEqual(whole.y + whole.height);
      expect(button.y, at).toBeGreaterThan(heading.y + heading.height);
    }
  }
});

test('HOME-06 without slides a welcome is shown', { tag: '@phone' }, async ({ page, front }) => {
  await front.slides([]);
  await open(page, '/');
  await expect(carousel(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Welcome to Aso House' })).toBeVisible();
  const explore = page.getByRole('link', { name: 'Explore Collection' });
  await expect(explore).toHaveAttribute('href', '/products');
  await explore.click();
  await expect(page).toHaveURL('/products');
});

test('CONST-07 OPEN-62 a description is cut to 100 characters, on a phone to 50', async ({
  page,
  front,
  isMobile,
}) => {
  const limit = isMobile ? 50 : 100;
  const words =
    'Every wrapper is drawn by a woman who could sign it and no second one will ever be the same '.repeat(3);
  await front.slides([
    { title: 'Long', description: words },
    { title: 'Short', description: 'x'.repeat(limit) },
  ]);
  await open(page, '/');
  const text = (await standing(page).locator('p span:visible').textContent())!;
  expect(text.length).toBeGreaterThan(limit - 12);
  expect(text.length).toBeLessThanOrEqual(limit);
  expect(text).toMatch(/\w…$/);
  expect(words.startsWith(text.slice(0, -1))).toBe(true);
  await control(page, 'Next slide').click();
  await expect(standing(page).locator('p')).toHaveText('x'.repeat(limit), { useInnerText: true });
});
