import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS, expect, ignoreLaterErrors } from './journey.ts';

export { storedCart } from './browsing.ts';

export interface TestUser {
  id: string;
  email: string;
}

/** Adds a user with a confirmed email and the demo store's password. */
export async function addUser(
  db: Client,
  role: 'user' | 'admin' | 'super_admin' = 'user',
): Promise<TestUser> {
  const id = randomUUID();
  const email = `${role.replace('_', '-')}-${id.slice(0, 13)}@example.com`;
  await db.query(
    `insert into profiles (id, email, email_verified, name, first_name, last_name, role)
     values ($1, $2, true, 'Ẹwà Ọṣun', 'Ẹwà', 'Ọṣun', $3)`,
    [id, email, role],
  );
  await db.query(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), $1, $1::uuid::text, 'credential', a.password
     from accounts a join profiles p on p.id = a.user_id
     where p.email = $2 and a.provider_id = 'credential'`,
    [id, ACCOUNTS.customer],
  );
  return { id, email };
}

/** Cleanup: deletes users with their orders; the demo store stays unchanged. */
export async function deleteUsers(db: Client, emailLike: string): Promise<void> {
  ignoreLaterErrors();
  await db.query('delete from orders where user_id in (select id from profiles where email like $1)', [
    emailLike,
  ]);
  await db.query('delete from profiles where email like $1', [emailLike]);
}

export interface TestProduct {
  id: string;
  name: string;
  /** Naira. */
  price: number;
}

/** Adds a product that only this test has. */
export async function addProduct(
  db: Client,
  { name = `Cloth ${randomUUID().slice(0, 8)}`, price = 12_500, promotionId = null as string | null } = {},
): Promise<TestProduct> {
  const id = randomUUID();
  await db.query(
    `insert into products (id, name, description, price, promotion_id) values ($1, $2, 'Handwoven.', $3, $4)`,
    [id, name, price, promotionId],
  );
  return { id, name, price };
}

export async function removeProducts(db: Client, cloths: readonly TestProduct[]): Promise<void> {
  await db.query('delete from products where id = any($1)', [cloths.map((cloth) => cloth.id)]);
}

interface Line extends TestProduct {
  notes?: string;
  promotion?: { code: string; price: number };
}

/** Writes a cart to this browser's storage, as from an earlier day. */
export async function storeCart(
  page: Page,
  lines: readonly Line[],
  key: string = randomUUID(),
): Promise<string> {
  const cart = lines.map(({ id, name, price, notes = '', promotion = null }) => ({
    product: { id, name, price, image: { url: '/uploads/placeholder.jpg', width: 1200, height: 1500 } },
    notes,
    promotion,
    addedAt: '2026-01-05T09:00:00.000Z',
  }));
  // An empty page of the shop's origin, so that only this writes to the storage.
  await page.route('**/lay-cart', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
  );
  await page.goto('/lay-cart');
  await page.evaluate(
    ([text, orderKey]) => {
      localStorage.setItem('wishlist', text!);
      localStorage.setItem('order-key', orderKey!);
    },
    [JSON.stringify(cart), key],
  );
  return key;
}

export const storedKey = (page: Page) => page.evaluate(() => localStorage.getItem('order-key'));
/** Sends an order over HTTP as the signed-in user of the browser. */
export const sendOrder = (
  page: Page,
  body: { idempotencyKey: string; lines: { productId: string; shownPrice: number; note?: string }[] },
) => page.request.post('/api/v1/orders', { data: body, headers: { origin: process.env.SHOP_URL! } });

/** Submits an order over HTTP as the user who is signed in on `page`, and expects success. */
export async function submitOrder(page: Page, lines: readonly Line[]) {
  const answer = await sendOrder(page, {
    idempotencyKey: randomUUID(),
    lines: lines.map(({ id, price, notes = '' }) => ({ productId: id, shownPrice: price, note: notes })),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { id: string; orderNumber: string; whatsappLink: string; total: number };
}

/** Intercepts requests to WhatsApp. Returns their URLs. */
export async function catchWhatsApp(page: Page): Promise<string[]> {
  const openedUrls: string[] = [];
  await page.context().route('https://wa.me/**', (route) => {
    openedUrls.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' });
  });
  return openedUrls;
}

/** Waits for the newest email to a recipient whose subject matches; returns its text. */
export async function mailTo(page: Page, email: string, subject: RegExp): Promise<string> {
  const list = () => page.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`).then((r) => r.text());
  const find = (html: string) =>
    [...html.matchAll(/<a href="(\/dev\/mailbox\/[^"]+)"><strong>(.*?)<\/strong>/g)].find(([, , title]) =>
      subject.test(title!),
    )?.[1];
  await expect.poll(async () => find(await list()), { timeout: 15_000 }).toBeTruthy();
  const html = await (await page.request.get(find(await list())!)).text();
  return html.replaceAll('&amp;', '&').replaceAll('&#38;', '&').replaceAll('&#39;', "'");
}

/** Expects a toast with this title and description. */
export async function expectToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  // The newest toast comes first.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: title }).first();
  await expect(toast.locator('[data-title]')).toHaveText(title);
  if (description !== undefined) await expect(toast.locator('[data-description]')).toHaveText(description);
}
