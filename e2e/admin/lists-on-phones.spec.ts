import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS } from '../journey.ts';
import {
  blockEvents,
  expect,
  expectAccessible,
  open,
  openOrders,
  rowOf,
  rowsOn,
  signIn,
  statusFor,
  test,
} from './orders.ts';
import { slidesOf } from './slides.ts';

const orders = (page: Page) => page.getByRole('table', { name: 'Orders' });

/** The widest cards and the narrowest tables: rows stay low, and nothing is cut off at the right. */
async function expectRoom(page: Page, path: string): Promise<void> {
  const before = page.viewportSize()!;
  for (const width of [640, 768, 1024]) {
    await page.setViewportSize({ width, height: before.height });
    const { highest, hidden } = await page.getByRole('table').evaluate((table) => ({
      highest: Math.max(...[...table.querySelectorAll('tbody tr')].map((row) => row.clientHeight)),
      hidden: table.scrollWidth - table.parentElement!.clientWidth,
    }));
    expect(highest, `${path} at ${width}`).toBeLessThan(260);
    expect(hidden, `${path} at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
}

test('ten orders are at most 1,300 px high, also with long names and large totals', {
  tag: '@phone',
}, async ({ page, fixture }) => {
  for (let n = 0; n < 10; n++) {
    await fixture.order({
      customer: `Oluwaseun Adébáyọ̀ Ògúnbánjọ-Williams ${fixture.word} ${n}`,
      opened: n % 2 === 0,
      placed: `now() - interval '${n * 11} minutes'`,
      items: [{ name: 'One', price: 1_234_500 }, { name: 'Two' }],
    });
  }
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowsOn(page)).toHaveCount(10);
  const { height } = (await orders(page).boundingBox())!;
  expect(height).toBeLessThanOrEqual(1_300);
  // Every control keeps the minimum touch size.
  for (const control of [
    rowsOn(page).first().getByRole('combobox'),
    rowsOn(page)
      .first()
      .getByRole('link', { name: /^View order/ }),
  ]) {
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await expectAccessible(page);
  await expectRoom(page, 'orders');
});

test('beside the menu of a small laptop there is room for a search and for the newest orders', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  await fixture.order({
    customer: 'Oluwaseun Adébáyọ̀ Ògúnbánjọ-Williams',
    items: [{ name: 'One' }, { name: 'Two' }],
  });
  await page.setViewportSize({ width: 1024, height: 768 });
  await openOrders(page);
  const box = page.getByRole('searchbox', { name: 'Search orders' });
  expect((await box.boundingBox())!.width).toBeGreaterThanOrEqual(300);
  await open(page, '/admin');
  const row = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /^View order/ }) })
    .first();
  expect((await row.boundingBox())!.height).toBeLessThan(160);
});

/** Ten rows in every list except orders, with typical texts. All contain `word`. */
async function fillLists(db: Client, word: string): Promise<void> {
  for (let n = 0; n < 10; n++) {
    await db.query(
      `INSERT INTO contact_submissions (id, name, email, subject, message, read_at)
       VALUES (gen_random_uuid(), 'Oluwaseun Ògúnbánjọ-Williams', $1, $2, $3, $4)`,
      [
        `oluwaseun.ogunbanjo.williams${n}@example.com`,
        `Can the agbada be ready before the wedding in December? ${word}`,
        'My brother marries in December and we need five agbada of the same cloth, and gele for the ladies.',
        n % 2 ? new Date() : null,
      ],
    );
    await db.query(
      `INSERT INTO pgboss.job (id, data, name, state, created_on, source_name, source_created_on,
         source_retry_count, source_output)
       VALUES (gen_random_uuid(), $1, 'dead_letters', 'completed', now(), 'mail', now() - interval '12 hours', 20, $2)`,
      [
        JSON.stringify({
          to: `oluwaseun.ogunbanjo.williams${n}@example.com`,
          subject: `Your order was received ${word}`,
          text: '',
        }),
        JSON.stringify({ message: 'connect ECONNREFUSED 10.0.0.1:25' }),
      ],
    );
    await db.query(
      `INSERT INTO account_events (kind, matter, subject, ip_address, user_agent, detail)
       VALUES ('sign_in_failed', 'failure', $1, '2a02:8109:9c40:2a4c:c91f:1f0e:12b8:9a31', $2, $3)`,
      [
        `${word}@example.com`,
        'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
        JSON.stringify({ reason: 'INVALID_EMAIL_OR_PASSWORD' }),
      ],
    );
    await db.query(`INSERT INTO profiles (id, email, name) VALUES (gen_random_uuid(), $1, $2)`, [
      `${word}${n}@example.com`,
      `Oluwaseun ${word}`,
    ]);
    await db.query(
      `INSERT INTO products (id, name, description, price) VALUES (gen_random_uuid(), $1, 'Blue', 265500)`,
      [`Blue Brocade ${word} ${n}`],
    );
  }
}

async function emptyLists(db: Client, word: string): Promise<void> {
  const part = `%${word}%`;
  await db.query('DELETE FROM contact_submissions WHERE subject LIKE $1', [part]);
  await db.query(`DELETE FROM pgboss.job WHERE data->>'subject' LIKE $1`, [part]);
  await db.query('DELETE FROM account_events WHERE subject LIKE $1', [part]);
  await db.query('DELETE FROM profiles WHERE email LIKE $1', [part]);
  await db.query('DELETE FROM products WHERE name LIKE $1', [part]);
  await db.query('DELETE FROM hero_slides WHERE title LIKE $1', [part]);
}

test('ten rows of every other list are half as high as one card per fact, and Delete is never the largest target', {
  tag: '@phone',
}, async ({ page, db }) => {
  const kinds = Array.from({ length: 10 }, (_, n) => `The Sallah collection for the family ${n}`);
  const [slide] = await slidesOf(db, ...kinds);
  const word = slide!.title.split(' ').at(-1)!;
  try {
    await fillLists(db, word);
    await signIn(page, ACCOUNTS.super);
    for (const [path, search, limit] of [
      ['products', `?search=${word}`, 1_020],
      ['messages', '', 1_300],
      ['mail', '', 1_300],
      ['journal', `?search=${word}`, 1_300],
      ['users', `?search=${word}`, 1_170],
      ['hero-slides', '', 2_000],
    ] as const) {
      await open(page, `/admin/${path}${search}`);
      const rows = page.locator('main tbody tr');
      await expect.poll(() => rows.count(), { message: path }).toBeGreaterThanOrEqual(10);
      const boxes = await rows.evaluateAll((all) =>
        all.slice(-10).map((row) => row.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(boxes.at(-1)!.bottom - boxes[0]!.top, path).toBeLessThanOrEqual(limit);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(360);
      const areas = await rows
        .first()
        .locator('button, select, a')
        .evaluateAll((controls) =>
          controls.map((control) => {
            const { width, height } = control.getBoundingClientRect();
            const name = control.getAttribute('aria-label') ?? control.textContent ?? '';
            return { isDangerous: /^(Delete|Ban)\b/.test(name.trim()), area: width * height };
          }),
        );
      const largest = Math.max(...areas.filter((one) => !one.isDangerous).map(({ area }) => area));
      for (const { area } of areas.filter((one) => one.isDangerous)) {
        expect(area, path).toBeLessThanOrEqual(largest);
      }
      await expectAccessible(page);
      await expectRoom(page, path);
    }
  } finally {
    await emptyLists(db, word);
  }
});

test('a single page is shown as the current page', { tag: '@desktop' }, async ({ page, fixture }) => {
  for (let n = 0; n < 11; n++) await fixture.order();
  await openOrders(page, `?search=${fixture.word}&page=2`);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect(pages.locator('[aria-current]')).toHaveCount(1);
});

test('Back to orders returns to the same filter and page', { tag: '@phone' }, async ({ page, fixture }) => {
  for (let n = 0; n < 11; n++) await fixture.order();
  await openOrders(page, `?search=${fixture.word}&status=pending`);
  await page.getByRole('link', { name: 'Page 2' }).click();
  await expect(rowsOn(page)).toHaveCount(1);
  const list = page.url();
  await page.getByRole('link', { name: /^View order/ }).click();
  await page.getByRole('link', { name: 'Back to orders' }).click();
  await expect(page).toHaveURL(list);
  await expect(rowsOn(page)).toHaveCount(1);
});

test('no row moves while the focus is in the list; a button shows the number of new rows', {
  tag: '@desktop',
}, async ({ page, fixture }) => {
  const first = await fixture.order({ placed: `now() - interval '1 hour'` });
  await openOrders(page, `?search=${fixture.word}`);
  await expect(rowsOn(page)).toHaveCount(1);
  const news = page.getByRole('button', { name: /^\d+ new orders?$/ });
  await statusFor(page, first).focus();
  const second = await fixture.order();
  await expect(news).toHaveText('1 new order');
  await fixture.order();
  await expect(news).toHaveText('2 new orders');
  await expect(rowsOn(page)).toHaveCount(1);
  await expect(rowsOn(page).first()).toContainText(`#${first.number}`);
  await expectAccessible(page);
  await news.click();
  await expect(rowsOn(page)).toHaveCount(3);
  await expect(rowOf(page, second)).toBeVisible();
  await expect(news).toHaveCount(0);
});

test('held-back rows appear when the pointer leaves the list', { tag: '@desktop' }, async ({
  page,
  fixture,
}) => {
  const first = await fixture.order({ placed: `now() - interval '1 hour'` });
  await openOrders(page, `?search=${fixture.word}`);
  await rowOf(page, first).hover();
  await fixture.order();
  await expect(page.getByRole('button', { name: '1 new order' })).toBeVisible();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(rowsOn(page)).toHaveCount(2);
});

test('changes made in this tab show at once', { tag: '@desktop' }, async ({ page, fixture }) => {
  await blockEvents(page);
  const first = await fixture.order();
  await openOrders(page, `?search=${fixture.word}&status=pending`);
  await statusFor(page, first).focus();
  await statusFor(page, first).selectOption('completed');
  await expect(page.getByRole('heading', { name: 'No orders found' })).toBeVisible();
});

test('an order is printed without the back-office layout', { tag: '@desktop' }, async ({ page, fixture }) => {
  const order = await fixture.order({ items: [{ name: 'Adire gown', note: 'Bust 38' }, { name: 'Fila' }] });
  await openOrders(page, `?search=${fixture.word}`);
  await page.getByRole('link', { name: `View order #${order.number}` }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Order #${order.number}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const text of [
    `Order #${order.number}`,
    fixture.customer,
    'Adire gown',
    'Bust 38',
    'Total',
    'Pending',
  ]) {
    await expect(page.getByText(text).filter({ visible: true }).first(), text).toBeVisible();
  }
  await expect(page.getByRole('navigation').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('combobox').filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Back to orders' })).toBeHidden();
  const buttons = page.getByRole('button').filter({ visible: true });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) await expect(button).toHaveAccessibleName(/^Enlarge/);
  // Print is black on white also in dark mode.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).not.toBe('dark');
});
