import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashPassword } from 'better-auth/crypto';
import { Client } from 'pg';
import type { ResilienceShop } from './shop.ts';

/** Delay before an unanswered order is sent again, and the time after which a shopper gives up. */
const AGAIN_MS = 200;
export const PATIENCE_MS = 120_000;
const PASSWORD = 'resilience-password';

interface Line {
  productId: string;
  note: string;
  promotionCode: null;
  shownPrice: number;
}

/** Results of the orders of one load. */
export interface Sent {
  /** Key → number of each acknowledged order. */
  acknowledged: Map<string, string>;
  /** Responses by status; 0 for none. */
  answers: Map<number, number>;
  /** 503 responses without Retry-After. */
  withoutRetryAfter: number;
  /** Shoppers who gave up. */
  givenUp: number;
}

export const emptySent = (): Sent => ({
  acknowledged: new Map(),
  answers: new Map(),
  withoutRetryAfter: 0,
  givenUp: 0,
});

export const withDatabase = async <T>(url: string, work: (db: Client) => Promise<T>): Promise<T> => {
  const db = new Client(url);
  // The server may be killed during a query.
  db.on('error', () => {});
  await db.connect();
  try {
    return await work(db);
  } finally {
    await db.end().catch(() => {});
  }
};

/** Creates and signs in users; returns their emails and cookies. */
export async function signInShoppers(
  shop: ResilienceShop,
  count: number,
): Promise<{ email: string; cookie: string }[]> {
  const hash = await hashPassword(PASSWORD);
  const emails = Array.from({ length: count }, () => `shopper-${randomUUID()}@example.com`);
  await withDatabase(shop.databaseUrl(), (db) =>
    db.query(
      `with users as (
         insert into profiles (id, email, email_verified, name, first_name, last_name)
         select gen_random_uuid(), email, true, 'Resilience Shopper', 'Resilience', 'Shopper' from unnest($1::text[]) as email
         returning id
       )
       insert into accounts (id, user_id, account_id, provider_id, password)
       select gen_random_uuid(), id, id::text, 'credential', $2 from users`,
      [emails, hash],
    ),
  );
  return Promise.all(emails.map(async (email) => ({ email, cookie: await signIn(shop, email) })));
}

async function signIn(shop: ResilienceShop, email: string): Promise<string> {
  const answer = await post(shop, '/api/auth/sign-in/email', { body: { email, password: PASSWORD } });
  if (!answer.ok) throw new Error(`A shopper could not sign in: ${answer.status} ${await answer.text()}`);
  const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return cookies.join('; ');
}

/** Sends JSON as the shop's own pages do. */
export const post = (
  shop: ResilienceShop,
  path: string,
  { body, cookie = '', method = 'POST' }: { body: unknown; cookie?: string; method?: string },
): Promise<Response> =>
  fetch(shop.url + path, {
    method,
    headers: { 'content-type': 'application/json', origin: shop.origin, cookie },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  });

/** Uploads an image of a product, as the back office does. */
export function postImage(
  shop: ResilienceShop,
  { productId, cookie, image }: { productId: string; cookie: string; image: Buffer },
): Promise<Response> {
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(image)], { type: 'image/jpeg' }), 'cloth.jpg');
  return fetch(`${shop.url}/api/v1/admin/products/${productId}/images`, {
    method: 'POST',
    headers: { origin: shop.origin, cookie },
    body,
    signal: AbortSignal.timeout(60_000),
  });
}

/** Sends one order; null when there is no response within 20 s. */
export const postOrder = (
  shop: ResilienceShop,
  { cookie, lines, key = randomUUID() }: { cookie: string; lines: Line[]; key?: string },
): Promise<Response | null> =>
  post(shop, '/api/v1/orders', { cookie, body: { idempotencyKey: key, lines } }).catch(() => null);

/** Deletes rate limit counters: all shoppers use one IP address, far more often than real users. */
export const resetLimits = (databaseUrl: string) =>
  withDatabase(databaseUrl, (db) => db.query('delete from limits')).catch(() => {});

/** Order lines of three products without a promotion. */
export async function linesOf(url: string): Promise<Line[]> {
  const answer = await fetch(`${url}/api/v1/products?sort=price-low&pageSize=100`);
  const { items } = (await answer.json()) as {
    items: { id: string; price: number; promotion: unknown }[];
  };
  return items
    .filter(({ promotion }) => promotion === null)
    .slice(0, 3)
    .map(({ id, price }) => ({ productId: id, note: 'resilience', promotionCode: null, shownPrice: price }));
}

/**
 * Sends `count` orders, `atOnce` at a time, each with its own key, and repeats each with the same key until it is
 * answered, as the checkout does. `sent` is updated during the run.
 */
export async function sendOrders(
  shop: ResilienceShop,
  {
    cookies,
    lines,
    count,
    atOnce = 10,
    sent = emptySent(),
  }: { cookies: string[]; lines: Line[]; count: number; atOnce?: number; sent?: Sent },
): Promise<Sent> {
  let next = 0;

  async function sendOne(cookie: string): Promise<void> {
    const key = randomUUID();
    const until = Date.now() + PATIENCE_MS;
    while (Date.now() < until) {
      const answer = await postOrder(shop, { cookie, lines, key });
      const status = answer?.status ?? 0;
      sent.answers.set(status, (sent.answers.get(status) ?? 0) + 1);
      // A truncated response counts as none.
      const body = await answer?.json().catch(() => null);
      if (status === 200 && body?.orderNumber) {
        sent.acknowledged.set(key, body.orderNumber);
        return;
      }
      if (status === 503 && !answer!.headers.has('retry-after')) sent.withoutRetryAfter++;
      await sleep(AGAIN_MS);
    }
    sent.givenUp++;
  }

  await Promise.all(
    Array.from({ length: atOnce }, async (_, worker) => {
      while (next < count) {
        next++;
        await sendOne(cookies[(worker + next) % cookies.length]!);
      }
    }),
  );
  return sent;
}

/** Compares the orders in the database with `sent`; returns the violations, or an empty list. */
export async function findViolations(databaseUrl: string, sent: Sent, lines: number): Promise<string[]> {
  return withDatabase(databaseUrl, async (db) => {
    const found: string[] = [];
    const keys = [...sent.acknowledged.keys()];
    const { rows } = await db.query<{ key: string; number: string; items: number; events: number }>(
      `select o.idempotency_key as key, o.order_number as number,
         (select count(*)::int from order_items i where i.order_id = o.id) as items,
         (select count(*)::int from order_events e where e.order_id = o.id) as events
       from orders o where o.idempotency_key = any($1::uuid[])`,
      [keys],
    );
    if (rows.length !== keys.length)
      found.push(`${keys.length} acknowledged, ${rows.length} in the database`);
    for (const { key, number, items, events } of rows) {
      if (sent.acknowledged.get(key) !== number)
        found.push(`${key} was acknowledged with another number than ${number}`);
      if (items !== lines || events < 1)
        found.push(`${number} is incomplete: ${items} lines, ${events} events`);
    }
    return found;
  });
}
