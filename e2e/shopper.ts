import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Client } from 'pg';
import { ACCOUNTS, expect, journeyIsOver } from './journey.ts';

export interface Person {
  id: string;
  email: string;
}

/** Somebody of her own with a confirmed address and the demonstration's password. */
export async function aPerson(db: Client, role: 'user' | 'admin' | 'super_admin' = 'user'): Promise<Person> {
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

/** At the end: removes people with everything they ordered; the demonstration stays as it was. */
export async function forgetPeople(db: Client, emailLike: string): Promise<void> {
  journeyIsOver();
  await db.query('delete from orders where user_id in (select id from profiles where email like $1)', [
    emailLike,
  ]);
  await db.query('delete from profiles where email like $1', [emailLike]);
}

export interface Cloth {
  id: string;
  name: string;
  /** Naira. */
  price: number;
}

/** A product that only this journey knows. */
export async function aCloth(
  db: Client,
  { name = `Cloth ${randomUUID().slice(0, 8)}`, price = 12_500, promotionId = null as string | null } = {},
): Promise<Cloth> {
  const id = randomUUID();
  await db.query(
    `insert into products (id, name, description, price, promotion_id) values ($1, $2, 'Handwoven.', $3, $4)`,
    [id, name, price, promotionId],
  );
  return { id, name, price };
}

export async function removeCloths(db: Client, cloths: readonly Cloth[]): Promise<void> {
  await db.query('delete from products where id = any($1)', [cloths.map((cloth) => cloth.id)]);
}

interface Line extends Cloth {
  notes?: string;
  promotion?: { code: string; price: number };
}

/** Lays a cart into this browser's storage, as if it had been chosen on an earlier day. */
export async function layCart(
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
  // A page of the shop's origin with nothing in it, so that only this writes to the storage.
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
export const storedCart = (page: Page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem('wishlist') ?? '[]') as unknown[]);

/** Sends an order over HTTP as the browser's own person. */
export const sendOrder = (
  page: Page,
  body: { idempotencyKey: string; lines: { productId: string; shownPrice: number; note?: string }[] },
) => page.request.post('/api/v1/orders', { data: body, headers: { origin: process.env.SHOP_URL! } });

/** An order of this person, saved over HTTP. `page` is signed in as her. */
export async function anOrder(page: Page, lines: readonly Line[]) {
  const answer = await sendOrder(page, {
    idempotencyKey: randomUUID(),
    lines: lines.map(({ id, price, notes = '' }) => ({ productId: id, shownPrice: price, note: notes })),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as { id: string; orderNumber: string; whatsappLink: string; total: number };
}

/** Opening a chat stays on this machine. Gives the addresses that were asked for. */
export async function catchWhatsApp(page: Page): Promise<string[]> {
  const asked: string[] = [];
  await page.context().route('https://wa.me/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<title>WhatsApp</title>' });
  });
  return asked;
}

/** The newest mail to an address whose subject fits, as text; waits until it was sent. */
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

/** A message of the shop: its title and, below it, its sentence. */
export async function expectToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  // The newest stands first.
  const toast = page.locator('[data-sonner-toast]').filter({ hasText: title }).first();
  await expect(toast.locator('[data-title]')).toHaveText(title);
  if (description !== undefined) await expect(toast.locator('[data-description]')).toHaveText(description);
}
