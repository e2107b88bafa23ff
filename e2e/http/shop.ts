import { request as httpRequest } from 'node:http';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Client } from 'pg';
import { v4 as uuid } from 'uuid';
import { ACCOUNTS, test as base, expect, PASSWORD } from '../journey.ts';

export { ACCOUNTS, expect, PASSWORD };

export type Who = 'visitor' | 'customer' | 'admin' | 'super';

interface People {
  /** Whatever these tests order and write is gone afterwards: other journeys find the demonstration. */
  tidy: undefined;
  /** A client of its own cookies for each, writing from the shop's own origin. */
  as: Record<Who, APIRequestContext>;
}

interface Calm {
  /** Counts of limits begin anew with each test: all come from one address. */
  calm: undefined;
}

export const test = base.extend<Calm, People>({
  as: [
    async ({ playwright }, use) => {
      const open = (who: Who) =>
        playwright.request.newContext({
          baseURL: process.env.SHOP_URL,
          extraHTTPHeaders: { origin: process.env.SHOP_URL!, 'user-agent': `journeys as ${who}` },
        });
      const people = {
        visitor: await open('visitor'),
        customer: await open('customer'),
        admin: await open('admin'),
        super: await open('super'),
      };
      for (const who of ['customer', 'admin', 'super'] as const) {
        const answer = await people[who].post('/api/auth/sign-in/email', {
          data: { email: ACCOUNTS[who], password: PASSWORD },
        });
        expect(answer.status()).toBe(200);
      }
      await use(people);
      for (const one of Object.values(people)) await one.dispose();
    },
    { scope: 'worker' },
  ],
  tidy: [
    async ({ db }, use) => {
      const { rows } = await db.query('select now() as began');
      await use(undefined);
      await db.query('delete from orders where created_at >= $1', [rows[0].began]);
      await db.query('delete from contact_submissions where created_at >= $1', [rows[0].began]);
    },
    { scope: 'worker', auto: true },
  ],
  calm: [
    async ({ db }, use) => {
      await db.query('truncate limits');
      await use(undefined);
    },
    { auto: true },
  ],
});

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  text: string;
}

interface RawRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** A request exactly as written: no normalised path, no corrected Host, no decompression. */
export function send(
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawAnswer> {
  const { hostname, port } = new URL(process.env.SHOP_URL!);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode!, headers: response.headers, bytes, text: bytes.toString() });
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** How many rows everything has that a visitor or customer can cause. */
export async function rowsOf(db: Client): Promise<Record<string, string>> {
  const { rows } = await db.query(`select
    (select count(*) from orders) as orders, (select count(*) from order_items) as items,
    (select count(*) from order_events) as events, (select count(*) from contact_submissions) as messages,
    (select count(*) from profiles) as people,
    (select count(*) from pgboss.job where name = 'mail') as letters`);
  return rows[0];
}

/** The closed error of a refusal: its status and code. */
export async function refusalOf(
  answer: APIResponse,
): Promise<{ status: number; code: string; message: string }> {
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return { status: answer.status(), code, message };
}

export interface SentLine {
  productId: string;
  note?: string;
  promotionCode?: string | null;
  shownPrice: number;
}

/** Products without a promotion, as a cart would hold them. */
export async function plainLines(visitor: APIRequestContext, count: number): Promise<SentLine[]> {
  const { items } = await (
    await visitor.get('/api/v1/products', { params: { sort: 'price-low', pageSize: 100 } })
  ).json();
  return (items as { id: string; price: number; promotion: unknown }[])
    .filter(({ promotion }) => promotion === null)
    .slice(0, count)
    .map(({ id, price }) => ({ productId: id, note: '', promotionCode: null, shownPrice: price }));
}

export const submit = (client: APIRequestContext, lines: unknown, idempotencyKey: string = uuid()) =>
  client.post('/api/v1/orders', { data: { idempotencyKey, lines } });
