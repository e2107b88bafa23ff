import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testNotifications } from './test-notifications.ts';

const shop = testNotifications();

/** A customer whose browser gets notifications, and staff who change orders. */
async function customerAndStaff() {
  const [customer, staff] = [await shop.user(), await shop.user('admin')];
  const phone = shop.service.browser();
  expect(await customer.page.push.saveSubscription(phone.subscription)).toEqual({
    topics: ['own_orders'],
  });
  return { customer, staff, phone };
}

test('OFF-07 a customer is notified when their order is worked on, and when it is ready', async () => {
  const { customer, staff, phone } = await customerAndStaff();
  const order = await shop.order(customer.page);
  expect(await shop.jobs()).toEqual([]);
  const set = (status: 'pending' | 'processing' | 'completed' | 'cancelled') =>
    staff.page.orders.setStatus({ id: order.id, status });

  await set('processing');
  // Time in which a mistake is undone.
  expect(await shop.jobs()).toMatchObject([{ order: order.id, status: 'processing', wait: 10 }]);
  await shop.sendAll();
  for (const silent of ['pending', 'cancelled'] as const) await set(silent);
  await staff.page.orders.setStatuses({
    key: crypto.randomUUID(),
    selection: { ids: [order.id] },
    status: 'completed',
  });
  await shop.sendAll();
  const common = {
    body: `Order #${order.orderNumber} · Aso House`,
    tag: `order-${order.id}`,
    path: `/orders/${order.id}`,
  };
  expect(shop.service.messagesOf(phone)).toEqual([
    { title: 'Your order is being worked on', ...common },
    { title: 'Your order is ready', ...common },
  ]);
  // The push service, too, replaces the older message of an order.
  const topics = shop.service.received.map(({ headers }) => headers.topic);
  expect(new Set(topics).size).toBe(1);
  expect(topics[0]).toMatch(/^[\w-]{32}$/);
});

test('OFF-07 what is rolled back is not sent', async () => {
  const { customer, staff } = await customerAndStaff();
  await staff.page.push.saveStaffSubscription(shop.service.browser().subscription);
  await expect(
    shop.pageIn(customer.one).orders.submit({
      idempotencyKey: crypto.randomUUID(),
      lines: [{ productId: crypto.randomUUID(), shownPrice: 1, note: '' }],
    }),
  ).rejects.toMatchObject({ code: 'PRODUCTS_GONE' });
  const order = await shop.order(customer.page);
  await shop.sendAll();
  const undone = shop.auth.database.asCaller({ userId: staff.id, role: 'admin' }, async (tx) => {
    await tx.execute(sql`update orders set status = 'processing' where id = ${order.id}`);
    throw new Error('rolled back');
  });
  await expect(undone).rejects.toThrow('rolled back');
  expect(await shop.jobs()).toEqual([]);
});

test('OFF-07 a message that is no longer true is not sent, and a newer one takes its place', async () => {
  const { customer, staff, phone } = await customerAndStaff();
  const order = await shop.order(customer.page);
  const set = (status: 'pending' | 'processing' | 'completed') =>
    staff.page.orders.setStatus({ id: order.id, status });
  await set('processing');
  await set('pending');
  expect(await shop.jobs()).toHaveLength(1);
  await shop.sendAll();
  expect(shop.service.received).toEqual([]);

  await set('processing');
  await set('completed');
  expect(await shop.jobs()).toMatchObject([{ status: 'completed' }]);
  await shop.sendAll();
  expect(shop.service.messagesOf(phone)).toMatchObject([{ title: 'Your order is ready' }]);

  // While one is being sent, a newer one gets a job of its own.
  await set('processing');
  await shop.rows(`update pgboss.job set state = 'active' where name = 'push'`);
  await set('completed');
  expect((await shop.jobs()).map(({ status }) => status)).toEqual(['processing', 'completed']);

  // An order that is deleted, or of a deleted customer.
  await shop.rows('update orders set user_id = null where id = $1', [order.id]);
  await shop.sendAll();
  expect(shop.service.received).toHaveLength(1);
});

test('OFF-07 the staff are notified of a new order, with its number and total and nothing personal', async () => {
  const [customer, ada, bola] = [await shop.user(), await shop.user('admin'), await shop.user('super_admin')];
  const browsers = [shop.service.browser(), shop.service.browser()] as const;
  expect(await ada.page.push.saveStaffSubscription(browsers[0].subscription)).toEqual({
    topics: ['new_orders'],
  });
  await bola.page.push.saveStaffSubscription(browsers[1].subscription);
  await expect(
    customer.page.push.saveStaffSubscription(shop.service.browser().subscription),
  ).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  const order = await shop.order(customer.page);
  expect(await shop.jobs()).toMatchObject([{ wait: 0 }, { wait: 0 }]);
  await shop.sendAll();
  const message = {
    title: 'New order',
    body: `#${order.orderNumber} · ₦25,000.00`,
    tag: `new-order-${order.id}`,
    path: `/admin/orders/${order.id}`,
  };
  for (const browser of browsers) expect(shop.service.messagesOf(browser)).toEqual([message]);
});

test('OFF-07 who lost the role gets no message of the staff, also none that was queued before', async () => {
  const [customer, staff] = [await shop.user(), await shop.user('admin')];
  await staff.page.push.saveStaffSubscription(shop.service.browser().subscription);
  await shop.order(customer.page);
  expect(await shop.jobs()).toHaveLength(1);
  await shop.rows(`update profiles set role = 'user' where id = $1`, [staff.id]);
  await shop.sendAll();
  await shop.order(customer.page);
  expect(await shop.jobs()).toEqual([]);
  // A user who writes the topic into their own row.
  await shop.auth.database.asCaller({ userId: customer.id, role: 'user' }, (tx) =>
    tx.execute(sql`update push_subscriptions set new_orders = true`),
  );
  await shop.order(customer.page);
  await shop.sendAll();
  expect(shop.service.received).toEqual([]);
});

test('OFF-07 an endpoint that answers 410 is deleted, and another browser of the account stays', async () => {
  const { customer, staff, phone } = await customerAndStaff();
  const laptop = shop.service.browser();
  await customer.page.push.saveSubscription(laptop.subscription);
  shop.service.answer = (response, { path }) =>
    void response.writeHead(phone.endpoint.endsWith(path) ? 410 : 201).end();
  const order = await shop.order(customer.page);
  await staff.page.orders.setStatus({ id: order.id, status: 'processing' });
  await shop.sendAll();
  expect(await shop.endpointsOf(customer.id)).toEqual([laptop.endpoint]);
  expect(shop.service.messagesOf(laptop)).toHaveLength(1);
  expect(await customer.page.push.findSubscription({ endpoint: phone.endpoint })).toEqual({
    topics: [],
    publicKey: shop.publicKey,
  });
});

test('OFF-07 after a day a message is given up', async () => {
  const { customer, staff } = await customerAndStaff();
  const order = await shop.order(customer.page);
  await staff.page.orders.setStatus({ id: order.id, status: 'processing' });
  const [job] = await shop.jobs();
  const at = (seconds: number) => () => (job!.until + seconds) * 1000;
  await shop.send(job!, at(1));
  expect(shop.service.received).toEqual([]);
  await shop.send(job!, at(-60));
  expect(shop.service.received.map(({ headers }) => headers.ttl)).toEqual(['60']);
});

test('OFF-07 a push service that is busy is asked again when it says, within the day', async () => {
  const { customer, staff } = await customerAndStaff();
  const order = await shop.order(customer.page);
  await staff.page.orders.setStatus({ id: order.id, status: 'processing' });
  const [job] = await shop.jobs();
  const answering = (retryAfter: string, ...at: [() => number] | []) => {
    shop.service.answer = (response) => void response.writeHead(429, { 'retry-after': retryAfter }).end();
    return shop.send(job!, ...at);
  };
  expect(await answering('900')).toBe(900);
  // A subscription can name any endpoint: none makes the shop ask more often than once a minute.
  expect(await answering('0')).toBe(60);
  expect(await answering('900', () => (job!.until - 800) * 1000)).toBe(null);
  await expect(answering('never')).rejects.toThrow('The push service answered 429');
});

test('OFF-07 a topic is ended without the other one, and with the last one the subscription', async () => {
  const staff = await shop.user('admin');
  const { subscription, endpoint } = shop.service.browser();
  const { push } = staff.page;
  await push.saveSubscription(subscription);
  expect(await push.saveStaffSubscription(subscription)).toEqual({
    topics: ['own_orders', 'new_orders'],
  });
  expect(await push.deleteSubscription({ endpoint, topic: 'own_orders' })).toEqual({
    topics: ['new_orders'],
  });
  expect(await push.deleteSubscription({ endpoint, topic: 'own_orders' })).toEqual({
    topics: ['new_orders'],
  });
  expect(await push.deleteSubscription({ endpoint, topic: 'new_orders' })).toEqual({ topics: [] });
  expect(await shop.endpointsOf(staff.id)).toEqual([]);
});

test('OFF-07 endpoints on private addresses and malformed subscriptions are refused with a clear answer', async () => {
  const { page, id } = await shop.user();
  const { keys } = shop.service.browser().subscription;
  const refusalOf = (change: object) =>
    page.push.saveSubscription({ endpoint: `${shop.service.url}/x`, keys, ...change }).then(
      () => 'saved',
      ({ code }: { code: string }) => code,
    );
  for (const endpoint of [
    'https://127.0.0.1/push',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.1]/push',
    'http://8.8.8.8/push',
    'https://no-such-host.invalid/push',
  ])
    expect(await refusalOf({ endpoint }), endpoint).toBe('PUSH_REFUSED');
  for (const change of [
    { endpoint: 'javascript:alert(1)' },
    { endpoint: `${shop.service.url}/${'x'.repeat(1000)}` },
    { keys: { ...keys, p256dh: 'A'.repeat(87) } },
    { keys: { ...keys, auth: `${keys.auth}x` } },
    { keys: {} },
  ])
    expect(await refusalOf(change), JSON.stringify(change)).toBe('BAD_INPUT');
  expect(await shop.endpointsOf(id)).toEqual([]);
});

test('OFF-07 an endpoint whose host has a private address by now gets nothing, and delays no other browser', async () => {
  // Public when the browsers subscribed.
  shop.addresses.set('push.test', '8.8.8.8').set('meta.test', '8.8.4.4');
  const { customer, staff, phone } = await customerAndStaff();
  const { keys } = shop.service.browser().subscription;
  for (const endpoint of ['https://push.test/1', 'https://meta.test/latest/meta-data/'])
    await customer.page.push.saveSubscription({ endpoint, keys });
  shop.addresses.set('push.test', '127.0.0.1').set('meta.test', '169.254.169.254');
  const order = await shop.order(customer.page);
  await staff.page.orders.setStatus({ id: order.id, status: 'processing' });
  expect(await shop.jobs()).toHaveLength(3);
  // A connection to one of them would fail the job.
  await shop.sendAll();
  expect(shop.service.messagesOf(phone)).toHaveLength(1);
});

test('OFF-07 an account has ten browsers at most: the one added first goes', async () => {
  const { page, id } = await shop.user();
  const browsers = Array.from({ length: 12 }, () => shop.service.browser());
  for (const { subscription } of browsers) await page.push.saveSubscription(subscription);
  expect(await shop.endpointsOf(id)).toEqual(browsers.slice(2).map(({ endpoint }) => endpoint));
});

test('OFF-07 a shop that sends no notifications says so', async () => {
  const { one } = await shop.user();
  const { push } = shop.pageIn(one, false);
  const off = { code: 'PUSH_OFF' };
  await expect(push.findSubscription({ endpoint: null })).rejects.toMatchObject(off);
  await expect(push.saveSubscription(shop.service.browser().subscription)).rejects.toMatchObject(off);
});
