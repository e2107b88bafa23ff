import { request as httpRequest } from 'node:http';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import type { Client } from 'pg';
import { v4 as uuid } from 'uuid';
import { ACCOUNTS, test as base, expect, PASSWORD } from '../journey.ts';

export { ACCOUNTS, expect, PASSWORD };

export type Role = 'visitor' | 'customer' | 'admin' | 'super';

interface Clients {
  /** Deletes orders and messages of the tests, so that other tests find the demo store unchanged. */
  cleanUp: undefined;
  /** A client with its own cookies for each role, sending the shop's own origin. */
  as: Record<Role, APIRequestContext>;
}

interface PerTest {
  /** Resets rate limits before each test: all requests come from one IP address. */
  resetLimits: undefined;
}

export const test = base.extend<PerTest, Clients>({
  as: [
    async ({ playwright }, use) => {
      const open = (role: Role) =>
        playwright.request.newContext({
          baseURL: process.env.SHOP_URL,
          extraHTTPHeaders: { origin: process.env.SHOP_URL!, 'user-agent': `journeys as ${role}` },
        });
      const clients = {
        visitor: await open('visitor'),
        customer: await open('customer'),
        admin: await open('admin'),
        super: await open('super'),
      };
      for (const role of ['customer', 'admin', 'super'] as const) {
        const answer = await clients[role].post('/api/auth/sign-in/email', {
          data: { email: ACCOUNTS[role], password: PASSWORD },
        });
        expect(answer.status()).toBe(200);
      }
      await use(clients);
      for (const one of Object.values(clients)) await one.dispose();
    },
    { scope: 'worker' },
  ],
  cleanUp: [
    async ({ db }, use) => {
      const { rows } = await db.query('select now() as began');
      await use(undefined);
      await db.query('delete from orders where created_at >= $1', [rows[0].began]);
      await db.query('delete from contact_submissions where created_at >= $1', [rows[0].began]);
    },
    { scope: 'worker', auto: true },
  ],
  resetLimits: [
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

/** Sends a request exactly as written: no normalised path, no corrected Host, no decompression. */
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

/** Row counts of all tables that a visitor or customer can write to; emails as they are queued, because they are sent later. */
export async function rowsOf(db: Client): Promise<Record<string, string>> {
  const { rows } = await db.query(`select
    (select count(*) from orders) as orders, (select count(*) from order_items) as items,
    (select count(*) from order_events where kind <> 'email') as events, (select count(*) from contact_submissions) as messages,
    (select count(*) from profiles) as users,
    (select count(*) from pgboss.job where name = 'mail') as emails`);
  return rows[0];
}

/** The status, code and message of an error response. */
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

/** Order lines of products without a promotion. */
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
