import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { APIRequestContext } from '@playwright/test';
import type { Client } from 'pg';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { PASSWORD } from '../journey.ts';
import { addUser, deleteUsers } from '../shopper.ts';
import { expect, refusalOf, test } from './shop.ts';

const ORDER = '0193b3a4-0000-7000-8000-000000000000';
const data = {};

test.afterAll(({ db }) => deleteUsers(db, 'user-%@example.com'));

/** A signed-in user of this test. */
async function signedIn(
  playwright: { request: { newContext(options: object): Promise<APIRequestContext> } },
  db: Client,
  role: 'user' | 'admin' | 'super_admin' = 'user',
) {
  const account = await addUser(db);
  await db.query('update profiles set role = $2 where id = $1', [account.id, role]);
  const client = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { origin: process.env.SHOP_URL! },
  });
  const answer = await client.post('/api/auth/sign-in/email', {
    data: { email: account.email, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  return { ...account, client };
}

const setRole = (client: APIRequestContext, id: string, role: string, shown: string) =>
  client.patch(`/api/v1/admin/users/${id}/role`, { data: { role, shown } });

test('ERR-20 the eight calls name the action that needs a sign-in', async ({ as }) => {
  const { visitor } = as;
  const calls = {
    'create order': visitor.post('/api/v1/orders', { data }),
    'fetch orders': visitor.get('/api/v1/orders'),
    'fetch order details': visitor.get(`/api/v1/orders/${ORDER}`),
    'update notes': visitor.patch(`/api/v1/order-items/${ORDER}`, { data }),
    'update status': visitor.put(`/api/v1/admin/orders/${ORDER}/status`, { data }),
    'fetch users': visitor.get('/api/v1/admin/users'),
    'update roles': visitor.patch(`/api/v1/admin/users/${ORDER}/role`, { data }),
    'fetch all orders': visitor.get('/api/v1/admin/orders'),
  };
  for (const [what, answer] of Object.entries(calls)) {
    expect(await refusalOf(await answer)).toEqual({
      status: 401,
      code: 'SIGN_IN_REQUIRED',
      message: `User must be authenticated to ${what}`,
    });
  }
});

test('ERR-21 OPEN-23 PERM-08 the five calls name the action that is not permitted', async ({ as, db }) => {
  const { rows } = await db.query(
    `select i.id from order_items i join orders o on o.id = i.order_id join profiles p on p.id = o.user_id
     where p.email <> 'customer@demo.shop' limit 1`,
  );
  const { customer, admin } = as;
  const calls = {
    'view all orders': [customer.get('/api/v1/admin/orders')],
    'update order status': [customer.put(`/api/v1/admin/orders/${ORDER}/status`, { data })],
    'view all users': [customer.get('/api/v1/admin/users'), admin.get('/api/v1/admin/users')],
    'update user roles': [customer, admin].map((client) =>
      client.patch(`/api/v1/admin/users/${ORDER}/role`, { data }),
    ),
    'update this order item': [
      customer.patch(`/api/v1/order-items/${rows[0].id}`, { data: { note: 'Mine now' } }),
    ],
  };
  for (const [what, answers] of Object.entries(calls)) {
    for (const answer of answers) {
      expect(await refusalOf(await answer)).toEqual({
        status: 403,
        code: 'NO_PERMISSION',
        message: `You do not have permission to ${what}`,
      });
    }
  }
});

test('PERM-13 CALLS-31 a role change applies from the next request, without a new sign-in', async ({
  playwright,
  as,
  db,
}) => {
  const { id, client } = await signedIn(playwright, db);
  const orders = async () => (await client.get('/api/v1/admin/orders')).status();
  const users = async () => (await client.get('/api/v1/admin/users')).status();
  expect(await orders()).toBe(403);
  expect((await setRole(as.super, id, 'admin', 'user')).status()).toBe(200);
  expect([await orders(), await users()]).toEqual([200, 403]);
  expect((await setRole(as.super, id, 'super_admin', 'admin')).status()).toBe(200);
  expect([await orders(), await users()]).toEqual([200, 200]);
  expect((await setRole(as.super, id, 'user', 'super_admin')).status()).toBe(200);
  expect([await orders(), await users()]).toEqual([403, 403]);
  await client.dispose();
});

test('a stream of events ends with the role it was opened with', async ({ playwright, as, db }) => {
  const { id, client } = await signedIn(playwright, db, 'admin');
  const { cookies } = await client.storageState();
  const stream = await fetch(`${process.env.SHOP_URL}/api/events?topics=orders`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  });
  expect(stream.status).toBe(200);
  const ended = stream.text();
  expect((await setRole(as.super, id, 'user', 'admin')).status()).toBe(200);
  // It would stay open for half an hour.
  expect(await Promise.race([ended.then(() => 'ended'), new Promise((go) => setTimeout(go, 5_000))])).toBe(
    'ended',
  );
  await client.dispose();
});

test('ERR-22 PERM-15 OPEN-44 the own role cannot be changed over the API either', async ({
  playwright,
  db,
}) => {
  const { id, client } = await signedIn(playwright, db, 'super_admin');
  expect(await refusalOf(await setRole(client, id, 'user', 'super_admin'))).toEqual({
    status: 403,
    code: 'OWN_ROLE',
    message: 'You cannot change your own role',
  });
  expect(await refusalOf(await setRole(client, randomUUID(), 'admin', 'user'))).toEqual({
    status: 404,
    code: 'PROFILE_NOT_FOUND',
    message: 'User profile not found',
  });
  await client.dispose();
});

test('OPEN-41 a role given by the command line applies in the running shop', async ({ playwright, db }) => {
  const { email, client } = await signedIn(playwright, db);
  const user = (...words: string[]) =>
    promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../src/app/cli/user.ts'), ...words],
      {
        env: { ...TEST_ENVIRONMENT, DATA_DIR: process.env.SHOP_DATA_DIR, SHOP_MODE: 'demo' },
      },
    );
  expect((await user('role', email, 'admin')).stdout).toContain(`${email} is admin now (before: user).`);
  expect((await client.get('/api/v1/admin/orders')).status()).toBe(200);
  expect((await user('list', email)).stdout).toContain('admin');
  await client.dispose();
});
