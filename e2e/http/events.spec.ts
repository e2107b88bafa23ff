import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import type { APIRequestContext } from '@playwright/test';
import { expect, plainLines, submit, test } from './shop.ts';

interface EventStream {
  status: number;
  type: string;
  events: { name: string; data: Record<string, unknown> }[];
  isOver: boolean;
  close(): void;
}

/** Listens with the cookies of a client. Playwright's own client does not stream responses. */
async function listen(client: APIRequestContext, topics: string): Promise<EventStream> {
  const { cookies } = await client.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const url = new URL(`/api/events?topics=${topics}`, process.env.SHOP_URL);
  const received: EventStream = {
    status: 0,
    type: '',
    events: [],
    isOver: false,
    close: () => request.destroy(),
  };
  const request = httpRequest(url, { headers: { cookie } });
  request.on('error', () => {});
  request.end();
  await new Promise<void>((resolve) => {
    request.on('response', (response) => {
      received.status = response.statusCode!;
      received.type = response.headers['content-type'] ?? '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        for (const [, name, data] of part.matchAll(/event: (.+)\ndata: (.+)\n/g)) {
          received.events.push({ name: name!, data: JSON.parse(data!) });
        }
      });
      response.on('error', () => {});
      response.on('close', () => {
        received.isOver = true;
      });
      resolve();
    });
  });
  if (received.status === 200) await expect.poll(() => received.events[0]?.name).toBe('opened');
  return received;
}

const ALL = 'catalog,orders,people,messages,presence,staff';
const changes = ({ events }: EventStream) =>
  events.filter(({ name }) => name === 'change').map(({ data }) => data);

test('OPEN-68 every user receives only the events they may see', async ({ as, db }) => {
  const roles = ['visitor', 'customer', 'admin', 'super'] as const;
  const [visitor, customer, admin, owner] = await Promise.all(
    roles.map((account) => listen(as[account], ALL)),
  );
  const all = [visitor!, customer!, admin!, owner!];
  try {
    expect(all.map(({ status, type }) => [status, type.split(';')[0]])).toEqual(
      all.map(() => [200, 'text/event-stream']),
    );
    expect(all.map(({ events }) => Object.keys(events[0]!.data).join())).toEqual([
      'catalog',
      'catalog,orders',
      'catalog,orders,messages,presence,staff',
      'catalog,orders,people,messages,presence,staff',
    ]);
    // A customer receives no event about orders of other customers.
    expect(customer!.events[0]!.data.orders).toBe(0);

    const sent = await submit(as.super, await plainLines(as.visitor, 1));
    const { id } = (await sent.json()) as { id: string };
    await as.visitor.post('/api/v1/contact', {
      data: {
        idempotencyKey: randomUUID(),
        name: 'Ngozi',
        email: 'n@example.com',
        subject: 'Caps, too?',
        message: 'Do you make caps?',
      },
    });
    await db.query(`update products set price = price where id = (select id from products limit 1)`);
    const seen = (received: EventStream) => changes(received).map(({ type }) => String(type));
    for (const received of all) await expect.poll(() => seen(received)).toContain('catalog');
    await expect.poll(() => [...new Set(seen(owner!))].sort()).toEqual(['catalog', 'messages', 'orders']);
    await expect.poll(() => [...new Set(seen(admin!))].sort()).toEqual(['catalog', 'messages', 'orders']);
    expect([...new Set([...seen(visitor!), ...seen(customer!)])]).toEqual(['catalog']);
    expect(changes(admin!)).toContainEqual({ type: 'orders', ids: [id] });
  } finally {
    for (const received of all) received.close();
  }
});

test('OPEN-68 a client without permission for any requested topic gets no stream', async ({ as }) => {
  expect((await listen(as.visitor, 'orders,people,messages')).status).toBe(204);
  expect((await listen(as.customer, 'people,messages')).status).toBe(204);
  expect((await listen(as.admin, 'people')).status).toBe(204);
  expect((await listen(as.super, 'everything')).status).toBe(204);
});

test('OPEN-68 a stream ends when its user signs out or gets another role', async ({ playwright, as, db }) => {
  const { rows } = await db.query<{ id: string; role: string }>(
    `select id, role from profiles where email = 'admin@demo.shop'`,
  );
  const { id, role } = rows[0]!;
  const admin = await listen(as.admin, ALL);
  const customer = await listen(as.customer, ALL);
  try {
    await db.query(`update profiles set role = 'user' where id = $1`, [id]);
    await expect.poll(() => admin.isOver).toBe(true);
    const again = await listen(as.admin, ALL);
    expect(Object.keys(again.events[0]!.data)).toEqual(['catalog', 'orders']);
    again.close();
    expect(customer.isOver).toBe(false);
  } finally {
    await db.query('update profiles set role = $2 where id = $1', [id, role]);
    customer.close();
  }

  const leaving = await playwright.request.newContext({
    baseURL: process.env.SHOP_URL,
    extraHTTPHeaders: { origin: process.env.SHOP_URL! },
  });
  await leaving.post('/api/auth/sign-in/email', {
    data: { email: 'customer@demo.shop', password: 'demo-password' },
  });
  const deletedStream = await listen(leaving, 'orders');
  await leaving.post('/api/auth/sign-out', { data: {} });
  await expect.poll(() => deletedStream.isOver).toBe(true);
  expect((await listen(leaving, 'orders')).status).toBe(204);
  await leaving.dispose();
});
