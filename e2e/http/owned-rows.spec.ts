import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { Client } from 'pg';
import { expect, plainLines, type Role, submit, test } from './shop.ts';

/** A user and one of their orders. */
interface Owned {
  userId: string;
  orderId: string;
  itemId: string;
  key: string;
  /** A second session of the user, and the endpoint of its browser's notifications. */
  sessionId: string;
  endpoint: string;
}

/** The result of a call: its status, and the part of the response that names the owner. */
type Answered = [status: number, owned?: unknown];
type Call = (client: APIRequestContext, owned: Owned) => Promise<Answered>;

const requested =
  (path: string): Call =>
  async (client, { userId }) => {
    const answer = await client.get(`/api/v1/rpc/${path}`, { params: { user_id: userId } });
    return [answer.status()];
  };

/** Operations on the caller alone, whatever ids and emails are sent along. */
const aboutCaller = (
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data: object | undefined,
  answer: Answered,
): { call: Call; own: Answered; others: Answered } => ({
  call: async (client, { userId }) => {
    const params = { userId, id: userId };
    const sent = await client[method](
      `/api/v1/me${path && `/${path}`}`,
      data ? { data: { ...params, ...data } } : { params },
    );
    return [sent.status()];
  },
  own: answer,
  others: answer,
});

const SUBSCRIPTIONS = '/api/v1/me/push-subscriptions';
/** A push service of the shop's own network, to which nothing is sent here. */
const newEndpoint = () => `http://127.0.0.1:${process.env.SHOP_PUSH_PORT}/${randomUUID()}`;
const keyPair = createECDH('prime256v1');
const KEYS = { p256dh: keyPair.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };

/** Operations that every signed-in user may call: the result for own rows and for another user's. */
const CALLS: Record<string, { call: Call; own: Answered; others: Answered }> = {
  'accounts.isAdminOrSuperAdmin': { call: requested('is_admin_or_super_admin'), own: [200], others: [403] },
  'accounts.isSuperAdmin': { call: requested('is_super_admin'), own: [200], others: [403] },
  'accounts.updateProfile': {
    // An id in the body is ignored: the profile is the caller's.
    call: async (client, { userId }) => {
      const before = await (await client.get('/api/v1/me')).json();
      const { firstName, lastName, phone } = before;
      const data = { id: userId, userId, firstName, lastName, phone, role: 'super_admin' };
      const answer = await client.patch('/api/v1/me', { data });
      return [answer.status(), (await answer.json()).id === before.id];
    },
    own: [200, true],
    others: [200, true],
  },
  'auditLog.recentActivity': aboutCaller('get', 'activity', undefined, [200]),
  'push.deleteSubscription': {
    // Another user's looks as if it had already ended.
    call: async (client, { endpoint }) => [
      (await client.delete(SUBSCRIPTIONS, { data: { endpoint, topic: 'own_orders' } })).status(),
    ],
    own: [200],
    others: [200],
  },
  'push.findSubscription': {
    call: async (client, { endpoint }) => {
      const answer = await client.post(`${SUBSCRIPTIONS}/find`, { data: { endpoint } });
      return [answer.status(), (await answer.json()).topics?.length];
    },
    own: [200, 1],
    others: [200, 0],
  },
  'push.renewSubscription': {
    call: async (client, { endpoint }) => {
      const data = { before: endpoint, endpoint: newEndpoint(), keys: KEYS };
      const answer = await client.patch(SUBSCRIPTIONS, { data });
      return [answer.status(), (await answer.json()).renewed];
    },
    own: [200, true],
    others: [200, false],
  },
  // The caller's, whatever ids are sent along.
  'push.saveSubscription': {
    call: async (client, { userId }) => {
      const data = { userId, endpoint: newEndpoint(), keys: KEYS };
      return [(await client.put(SUBSCRIPTIONS, { data })).status()];
    },
    own: [200],
    others: [200],
  },
  'orders.findSubmitted': {
    call: async (client, { key }) => {
      const answer = await client.get(`/api/v1/orders/by-key/${key}`);
      return [answer.status(), (await answer.json())?.id !== undefined];
    },
    own: [200, true],
    others: [200, false],
  },
  'orders.get': {
    call: async (client, { orderId }) => [(await client.get(`/api/v1/orders/${orderId}`)).status()],
    own: [200],
    others: [404],
  },
  'orders.listMine': {
    call: async (client, { orderId }) => {
      const { orders } = await (await client.get('/api/v1/orders')).json();
      return [200, (orders as { id: string }[]).some(({ id }) => id === orderId)];
    },
    own: [200, true],
    others: [200, false],
  },
  'orders.markOpened': {
    call: async (client, { orderId }) => [
      (await client.post(`/api/v1/orders/${orderId}/opened`, { data: {} })).status(),
    ],
    own: [200],
    others: [404],
  },
  'orders.submit': {
    // The owner cannot be chosen.
    call: async (client, { userId }) => {
      const [line] = await plainLines(client, 1);
      const data = { idempotencyKey: randomUUID(), lines: [line], userId, user_id: userId };
      const answer = await client.post('/api/v1/orders', { data });
      const me = await (await client.get('/api/v1/me')).json();
      return [answer.status(), (await answer.json()).userId === me.id];
    },
    own: [200, true],
    others: [200, true],
  },
  'orders.updateNote': {
    call: async (client, { itemId }) => [
      (await client.patch(`/api/v1/order-items/${itemId}`, { data: { note: 'Size 40' } })).status(),
    ],
    own: [200],
    others: [403],
  },
  'security.requestEmailChange': aboutCaller('post', 'email', { email: 'mallory@example.com' }, [403]),
  'security.changePassword': aboutCaller('put', 'password', { password: 'another-password' }, [403]),
  'security.confirmEmailChange': aboutCaller('put', 'email', { code: '000000' }, [400]),
  'security.deleteAccount': aboutCaller('delete', '', { confirmation: 'delete my account' }, [403]),
  'security.endOtherSessions': aboutCaller('delete', 'sessions', {}, [200]),
  'security.endSession': {
    // For the caller, another user's session looks as if it has already ended.
    call: async (client, { sessionId }) => [
      (await client.delete(`/api/v1/me/sessions/${sessionId}`)).status(),
    ],
    own: [200],
    others: [200],
  },
  'security.listSessions': {
    call: async (client, { sessionId }) => {
      const answer = await client.get('/api/v1/me/sessions');
      const sessions = answer.status() === 200 ? ((await answer.json()) as { id: string }[]) : [];
      return [answer.status(), sessions.some(({ id }) => id === sessionId)];
    },
    own: [200, true],
    others: [200, false],
  },
  'security.signInMethods': aboutCaller('get', 'sign-in-methods', undefined, [200]),
};

async function orderBy(client: APIRequestContext, db: Client): Promise<Owned> {
  const key = randomUUID();
  const order = await (await submit(client, await plainLines(client, 1), key)).json();
  const sessionId = randomUUID();
  await db.query(
    `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, order.userId, randomUUID()],
  );
  const endpoint = newEndpoint();
  await db.query(
    'insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, own_orders) values ($1, $2, $3, $4, $5, true)',
    [order.userId, sessionId, endpoint, KEYS.p256dh, KEYS.auth],
  );
  return { userId: order.userId, orderId: order.id, itemId: order.items[0].id, key, sessionId, endpoint };
}

/** All rows of a user in the database. */
async function ownedRows(db: Client, { userId, orderId }: Owned) {
  const { rows } = await db.query(
    `select to_jsonb(p) as profile, to_jsonb(o) as "order", to_jsonb(i) as item,
       (select count(*) from sessions s where s.user_id = p.id) as sessions,
       (select jsonb_agg(s ORDER BY s.id) from push_subscriptions s where s.user_id = p.id) as subscriptions
     from profiles p join orders o on o.user_id = p.id join order_items i on i.order_id = o.id
     where p.id = $1 and o.id = $2`,
    [userId, orderId],
  );
  return rows;
}

test('every operation that a customer may call has a test for another user’s rows', () => {
  const names = readFileSync(join(import.meta.dirname, '../../docs/access.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .flatMap(([name, access]) => (access === 'user' ? [name] : []));
  expect(Object.keys(CALLS).sort()).toEqual(names.sort());
});

for (const [name, { call, own, others }] of Object.entries(CALLS)) {
  test(`OPEN-17 PERM-03 PERM-05 ${name} on own and on others’ rows`, async ({ as, db }) => {
    const [mine, theirs] = [await orderBy(as.customer, db), await orderBy(as.super, db)];
    const before = await ownedRows(db, theirs);
    expect(before).toHaveLength(1);
    expect(await call(as.customer, theirs)).toEqual(others);
    expect(await ownedRows(db, theirs)).toEqual(before);
    expect(await call(as.customer, mine)).toEqual(own);
    const visitor: Role = 'visitor';
    if (!['orders.submit', 'accounts.updateProfile', 'orders.listMine'].includes(name)) {
      expect((await call(as[visitor], mine))[0]).toBe(401);
    }
    await db.query('delete from sessions where id = any($1)', [[mine.sessionId, theirs.sessionId]]);
  });
}
