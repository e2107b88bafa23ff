import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import type { Client } from 'pg';
import { expect, plainLines, submit, test, type Who } from './shop.ts';

/** Somebody's order and herself. */
interface Hers {
  userId: string;
  orderId: string;
  itemId: string;
  key: string;
  /** Where she is signed in, besides here. */
  sessionId: string;
}

/** What a call answered: its status, and what of the answer says whose it is. */
type Answered = [status: number, whose?: unknown];
type Call = (client: APIRequestContext, whose: Hers) => Promise<Answered>;

const asked =
  (path: string): Call =>
  async (client, { userId }) => {
    const answer = await client.get(`/api/v1/rpc/${path}`, { params: { userId } });
    return [answer.status()];
  };

/** What is about the caller alone, whatever ids and addresses are sent along. */
const aboutOneself = (
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

/** Operations that everybody with an account may call: what each does with one's own rows and with another's. */
const CALLS: Record<string, { call: Call; own: Answered; others: Answered }> = {
  'accounts.isAdminOrSuperAdmin': { call: asked('is_admin_or_super_admin'), own: [200], others: [403] },
  'accounts.isSuperAdmin': { call: asked('is_super_admin'), own: [200], others: [403] },
  'accounts.updateProfile': {
    // An id in it is not listened to: the profile is the caller's.
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
  'auditLog.recentActivity': aboutOneself('get', 'activity', undefined, [200]),
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
    // Whose it shall be is not asked.
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
  'security.askForAddress': aboutOneself('post', 'email', { email: 'mallory@example.com' }, [403]),
  'security.changePassword': aboutOneself('put', 'password', { password: 'another-password' }, [403]),
  'security.confirmAddress': aboutOneself('put', 'email', { code: '000000' }, [400]),
  'security.deleteAccount': aboutOneself('delete', '', { confirmation: 'delete my account' }, [403]),
  'security.endOtherSessions': aboutOneself('delete', 'sessions', {}, [200]),
  'security.endSession': {
    // What is another's is over already, as far as the caller is told.
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
  'security.signInMethods': aboutOneself('get', 'sign-in-methods', undefined, [200]),
};

async function orderBy(client: APIRequestContext, db: Client): Promise<Hers> {
  const key = randomUUID();
  const order = await (await submit(client, await plainLines(client, 1), key)).json();
  const sessionId = randomUUID();
  await db.query(
    `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [sessionId, order.userId, randomUUID()],
  );
  return { userId: order.userId, orderId: order.id, itemId: order.items[0].id, key, sessionId };
}

/** Everything that is somebody's, as it lies in the database. */
async function belongings(db: Client, { userId, orderId }: Hers) {
  const { rows } = await db.query(
    `select to_jsonb(p) as profile, to_jsonb(o) as "order", to_jsonb(i) as item,
       (select count(*) from sessions s where s.user_id = p.id) as sessions
     from profiles p join orders o on o.user_id = p.id join order_items i on i.order_id = o.id
     where p.id = $1 and o.id = $2`,
    [userId, orderId],
  );
  return rows;
}

test('every operation that a customer may call says what it does with another’s rows', () => {
  const names = readFileSync(join(import.meta.dirname, '../../docs/access.txt'), 'utf8')
    .split('\n')
    .map((line) => line.split(/\s+/))
    .flatMap(([name, access]) => (access === 'user' ? [name] : []));
  expect(Object.keys(CALLS).sort()).toEqual(names.sort());
});

for (const [name, { call, own, others }] of Object.entries(CALLS)) {
  test(`OPEN-17 PERM-03 PERM-05 ${name} on own and on others’ rows`, async ({ as, db }) => {
    const [mine, hers] = [await orderBy(as.customer, db), await orderBy(as.super, db)];
    const before = await belongings(db, hers);
    expect(before).toHaveLength(1);
    expect(await call(as.customer, hers)).toEqual(others);
    expect(await belongings(db, hers)).toEqual(before);
    expect(await call(as.customer, mine)).toEqual(own);
    const visitor: Who = 'visitor';
    if (!['orders.submit', 'accounts.updateProfile', 'orders.listMine'].includes(name)) {
      expect((await call(as[visitor], mine))[0]).toBe(401);
    }
    await db.query('delete from sessions where id = any($1)', [[mine.sessionId, hers.sessionId]]);
  });
}
