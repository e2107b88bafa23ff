import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { blockEvents } from './admin/orders.ts';
import { expect, fillCart, newWord, open, test as shop } from './browsing.ts';
import { signIn } from './journey.ts';
import { addUser, deleteUsers, submitOrder } from './shopper.ts';

const WIDTHS = [320, 360, 1280];
/** Words without a break opportunity. */
const longName = (length: number) => `${newWord()}${'Asooke'.repeat(30)}`.slice(0, length);
const SENTENCE = `${'Handwoven'.repeat(12).slice(0, 100)} ${'indigo'.repeat(17).slice(0, 100)}`;

interface LongRows {
  product: { id: string; name: string };
  customer: string;
  admin: string;
  order: string;
  promotion: { code: string };
  category: string;
}

/** Every kind of row with the longest words that its columns accept. */
const test = shop.extend<{ long: LongRows }>({
  long: async ({ db, page, seed }, use) => {
    const category = await seed.category({ name: longName(100) });
    const promotion = await seed.promotion({ name: longName(180) });
    const product = await seed.product({
      name: longName(180),
      description: SENTENCE,
      price: 123_456_789.5,
      category: category.slug,
      promotion: promotion.code,
      featured: true,
      images: 3,
    });
    await db.query('UPDATE promotions SET description = $2 WHERE id = $1', [promotion.id, SENTENCE]);
    await db.query('UPDATE categories SET description = $2 WHERE id = $1', [category.id, SENTENCE]);
    const customer = await addUser(db);
    const admin = await addUser(db, 'super_admin');
    const name = longName(100);
    for (const { id } of [customer, admin]) {
      await db.query('UPDATE profiles SET name = $2, first_name = $3, last_name = $3 WHERE id = $1', [
        id,
        `${name} ${name}`,
        name,
      ]);
    }
    await signIn(page, customer.email);
    const line = { id: product.id, name: product.name, price: 123_456_789.5, notes: SENTENCE };
    // Of two items one can be taken out.
    const other = await seed.product();
    const order = await submitOrder(page, [line, { ...other, price: 1_000 }]);
    const message = randomUUID();
    await db.query(
      `INSERT INTO contact_submissions (id, name, email, subject, message) VALUES ($1, $2, $3, $4, $5)`,
      [message, longName(100), `${'a'.repeat(60)}@${'b'.repeat(60)}.example`, longName(180), SENTENCE],
    );
    const slide = randomUUID();
    await db.query(
      `INSERT INTO hero_slides (id, title, description, button_text, button_link, title_animation,
         description_animation, display_order, is_active)
       VALUES ($1, $2, $3, $4, '/products', 'animate-fade-in', 'animate-fade-in', -1, true)`,
      [slide, longName(180), SENTENCE, longName(60)],
    );
    await use({
      product,
      customer: customer.email,
      admin: admin.email,
      order: order.id,
      promotion,
      category: category.slug,
    });
    await page.close();
    await db.query('DELETE FROM hero_slides WHERE id = $1', [slide]);
    await db.query('DELETE FROM contact_submissions WHERE id = $1', [message]);
    await deleteUsers(db, customer.email);
    await deleteUsers(db, admin.email);
  },
});

const inCart = ({ product: { id, name }, promotion }: LongRows) => ({
  product: {
    id,
    name,
    price: 1000,
    image: { url: '/uploads/placeholder.jpg', width: 1200, height: 1500 },
  },
  notes: SENTENCE,
  promotion: { code: promotion.code, price: 900 },
  addedAt: '2026-01-01T10:00:00.000Z',
});

/** Elements that overflow the page, and controls that something else covers. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const found: string[] = [];
    const nameOf = (one: Element) =>
      `${one.tagName} '${(one.getAttribute('aria-label') ?? one.textContent ?? '').slice(0, 60)}'`;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} px wide`);
    const isInScroller = (one: Element): boolean => {
      for (let up = one.parentElement; up; up = up.parentElement) {
        if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return true;
      }
      return false;
    };
    const stage =
      document.querySelector('[role="dialog"], [role="alertdialog"]') ?? document.querySelector('main')!;
    for (const one of stage.querySelectorAll('button, a[href], select, input, textarea')) {
      const style = getComputedStyle(one);
      if (style.visibility === 'hidden' || style.opacity === '0' || one.closest('.sr-only')) continue;
      one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { left, right, top, width, height } = one.getBoundingClientRect();
      if (width < 2 || height < 2) continue;
      if (!isInScroller(one) && (left < -1 || right > innerWidth + 1)) {
        found.push(`${nameOf(one)} reaches from ${left} to ${right}`);
      }
      const seen = document.elementFromPoint(left + width / 2, top + height / 2);
      // A label covers its own field, a card's link is under the cart's switch.
      const isSeen =
        seen && (one.contains(seen) || seen.contains(one) || seen.closest('label')?.control === one);
      if (!isSeen) found.push(`${nameOf(one)} lies under ${seen ? nameOf(seen) : 'nothing'}`);
    }
    scrollTo(0, 0);
    return found;
  });
}

async function expectRoom(page: Page, path: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 740 : 800 });
    expect(await faults(page), `${path} at ${width}`).toEqual([]);
  }
}

test('LIST-01 DETAIL-01 a name of 180 letters and words of 100 do not widen any shop page or cover its buttons', {
  tag: '@desktop',
}, async ({ page, long }) => {
  test.setTimeout(120_000);
  await page.addInitScript(() => sessionStorage.setItem('promotion-popup-seen', 'yes'));
  const { id, name } = long.product;
  await fillCart(page, [inCart(long)]);
  for (const path of [
    '/',
    `/products?search=${name.slice(0, 12)}`,
    `/products?category=${long.category}`,
    `/products?promotion=${long.promotion.code}`,
    `/products/${id}?promotion=${long.promotion.code}`,
    '/wishlist',
    '/checkout',
    '/orders',
    `/orders/${long.order}`,
    '/account',
  ]) {
    await open(page, path);
    await expectRoom(page, path);
  }
});

test('ADM-PROD-01 ADM-ORD-01 a name of 180 letters and words of 100 do not widen any back-office page or cover its buttons', {
  tag: '@desktop',
}, async ({ page, long }) => {
  test.setTimeout(120_000);
  await signIn(page, long.admin);
  for (const path of [
    '/admin/dashboard',
    '/admin/products',
    `/admin/products/${long.product.id}`,
    '/admin/orders',
    `/admin/orders/${long.order}`,
    '/admin/messages',
    '/admin/categories',
    '/admin/promotions',
    '/admin/hero-slides',
    '/admin/history',
    '/admin/users',
    '/admin/audit-log',
  ]) {
    await open(page, path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('main').locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0);
    await expectRoom(page, path);
  }
});

/** Opens a dialog, by pressing `opener` or by choosing `option` of it, looks at it at every width, and closes it. */
async function expectRoomInDialog(page: Page, opener: Locator, name: string, option?: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  if (option === undefined) await opener.click();
  else await opener.selectOption(option);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expect(dialog, name).toBeVisible();
  await expect(dialog.locator('[role="status"][aria-label^="Loading"]')).toHaveCount(0);
  await expectRoom(page, name);
  await page.keyboard.press('Escape');
  await expect(dialog, name).toHaveCount(0);
}

test('ADM-PROD-01 a name of 180 letters and words of 100 do not widen any back-office dialog or cover its buttons', {
  tag: '@desktop',
}, async ({ page, long }) => {
  test.setTimeout(120_000);
  await signIn(page, long.admin);
  const word = long.product.name.slice(0, 12);
  const row = (text: string) => page.getByRole('row').filter({ hasText: text }).first();
  const button = (text: string, name: RegExp) => row(text).getByRole('button', { name }).first();

  await open(page, `/admin/products?search=${word}`);
  await expectRoomInDialog(page, button(word, /^Delete/), 'delete a product');
  await open(page, '/admin/messages');
  await expectRoomInDialog(page, page.getByRole('row').getByRole('link').first(), 'a message');
  await open(page, '/admin/hero-slides');
  await expectRoomInDialog(page, page.getByRole('button', { name: /^Edit / }).first(), 'edit a slide');
  await expectRoomInDialog(page, page.getByRole('button', { name: /^Delete / }).first(), 'delete a slide');
  await open(page, '/admin/categories');
  const category = page.getByRole('listitem').filter({ hasText: 'AsookeAsooke' }).last();
  await expectRoomInDialog(page, category.getByRole('button', { name: /^Edit / }).first(), 'edit a category');
  await expectRoomInDialog(
    page,
    category.getByRole('button', { name: /^Delete / }).first(),
    'delete a category',
  );
  await open(page, `/admin/users?search=${long.customer}`);
  await expectRoomInDialog(page, button(long.customer, /^Ban/), 'ban');
  const role = row(long.customer).getByRole('combobox', { name: /^Role of/ });
  await expectRoomInDialog(page, role, 'a super admin', 'super_admin');
  await open(page, '/admin/promotions');
  const menu = button('AsookeAsooke', /^Actions for/);
  for (const act of ['Edit', 'View Products', 'Assign Products', 'Delete']) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await menu.click();
    await expectRoomInDialog(
      page,
      page.getByRole('menuitem', { name: act, exact: true }),
      `promotion: ${act}`,
    );
  }
  await open(page, `/admin/orders/${long.order}`);
  await expectRoomInDialog(
    page,
    page.getByRole('button', { name: /^Enlarge/ }).first(),
    'an image of an order',
  );
  await expectRoomInDialog(
    page,
    page.getByRole('button', { name: /^Take out/ }).first(),
    'take an item out of an order',
  );
});

test.describe('the question about a newer status', () => {
  // What the browser itself writes of a refusal.
  test.use({ expectedErrors: [/status of 409/] });

  test('ADM-ORD-01 names of 100 letters leave the question about a newer status its width and its buttons', {
    tag: '@desktop',
  }, async ({ page, long }) => {
    await blockEvents(page);
    await signIn(page, long.admin);
    await open(page, `/admin/orders/${long.order}`);
    const status = page.getByRole('combobox', { name: /^Status of order/ });
    await expect(status).toHaveValue('pending');
    const answer = await page.request.put(`/api/v1/admin/orders/${long.order}/status`, {
      data: { status: 'cancelled' },
      headers: { origin: process.env.SHOP_URL! },
    });
    expect(answer.status()).toBe(200);
    await expectRoomInDialog(page, status, 'a newer status', 'processing');
  });
});

test('LAYOUT-09 a name of 180 letters and words of 100 do not widen the shop’s dialogs or cover their buttons', {
  tag: '@desktop',
}, async ({ page, long }) => {
  test.setTimeout(120_000);
  await open(page, '/');
  const popup = page.getByRole('dialog');
  await expect(popup).toBeVisible();
  await expectRoom(page, 'the promotion of the day');
  await page.keyboard.press('Escape');
  await expect(popup).toHaveCount(0);
  await fillCart(page, [inCart(long)]);
  await open(page, '/wishlist');
  await expectRoomInDialog(page, page.getByRole('button', { name: 'Clear cart' }), 'clear the cart');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: /menu/i }).click();
  await expect(popup).toBeVisible();
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 740 });
    // The dialog slides in.
    await expect.poll(() => faults(page), { message: `the menu at ${width}` }).toEqual([]);
  }
});
