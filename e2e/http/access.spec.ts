import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { expect, type Role, refusalOf, test } from './shop.ts';

/** An unknown id, so that allowed calls change nothing. */
const NOBODY = '0193b3a4-0000-7000-8000-000000000000';
const RANK: Record<string, number> = {
  public: 0,
  visitor: 0,
  customer: 1,
  user: 1,
  admin: 2,
  super: 3,
  super_admin: 3,
};
const operations = readFileSync(join(import.meta.dirname, '../../docs/access.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name, access, method, path, ...action] = line.split(/\s+/) as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    // 'view all orders (signed out: fetch all orders) (API key: orders:read)'
    const [refusal = '', signedOut = refusal] = action
      .join(' ')
      .replace(/ \(API key: \S+\)/, '')
      .split(/ \(signed out: |\)/);
    return { name, access, method, path: path.replace(/\{\w+\}/g, NOBODY), action: refusal, signedOut };
  })
  .filter(({ name }) => name !== 'events.stream');

const call = (client: APIRequestContext, { method, path }: { method: string; path: string }) =>
  client.fetch(`/api/v1${path}`, { method, ...(method === 'GET' ? {} : { data: {} }) });

for (const operation of operations) {
  for (const role of ['visitor', 'customer', 'admin', 'super'] as Role[]) {
    const allowed = RANK[role]! >= RANK[operation.access]!;
    test(`OPEN-17 OPEN-18 ${operation.name} ${allowed ? 'is open to' : 'refuses'} ${role}`, async ({
      as,
    }) => {
      const answer = await call(as[role], operation);
      if (allowed) {
        expect([200, 400, 404]).toContain(answer.status());
      } else {
        expect(await refusalOf(answer)).toEqual(
          role === 'visitor'
            ? {
                status: 401,
                code: 'SIGN_IN_REQUIRED',
                message: `User must be authenticated to ${operation.signedOut}`,
              }
            : {
                status: 403,
                code: 'NO_PERMISSION',
                message: `You do not have permission to ${operation.action}`,
              },
        );
      }
    });
  }
}

test('OPEN-17 the pages’ own API refuses in the same way', async ({ as }) => {
  for (const { name, access } of operations) {
    for (const role of ['visitor', 'customer', 'admin'] as Role[]) {
      if (RANK[role]! >= RANK[access]!) continue;
      const answer = await as[role].post(`/api/rpc/${name.replace('.', '/')}`, { data: { json: {} } });
      expect(answer.status(), `${name} as ${role}`).toBe(role === 'visitor' ? 401 : 403);
    }
  }
  expect((await as.admin.post('/api/rpc/promotions/list', { data: { json: {} } })).status()).toBe(200);
});

test('a session that was signed out gives no access', async ({ playwright, as }) => {
  const client = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { origin: process.env.SHOP_URL! },
  });
  await client.post('/api/auth/sign-in/email', {
    data: { email: 'customer@demo.shop', password: 'demo-password' },
  });
  const cookie = (await client.storageState()).cookies
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  expect((await client.get('/api/v1/orders')).status()).toBe(200);
  await client.post('/api/auth/sign-out', { data: {} });
  expect((await as.visitor.get('/api/v1/orders', { headers: { cookie } })).status()).toBe(401);
  await client.dispose();
});
