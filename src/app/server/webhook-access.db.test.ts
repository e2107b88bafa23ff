import { sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { sentenceOf } from '#domains/accounts/activity.ts';
import { housekeep } from '#platform/jobs/housekeeping.ts';
import { closeReceivers, createWebhookFixture, type WebhookFixture } from './test-webhooks.ts';

// Who may make and see webhooks, where they may send, and what is left of them.

let shop: WebhookFixture;
beforeAll(async () => {
  shop = await createWebhookFixture();
});
afterAll(() => shop.close());
beforeEach(() => shop.reset());
afterEach(closeReceivers);

test('AGENT-02 a webhook is switched off after three days without a delivery, and with the account that it acts for', async () => {
  const receiver = await shop.addReceiver((response) => void response.writeHead(503).end());
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  const { webhooks } = shop.as('super_admin');
  await shop.addOrder();
  await shop.send(id);
  expect(await webhooks.getWebhook({ id })).toMatchObject({
    isActive: true,
    failingSince: expect.any(String),
  });
  await shop.rows(`update webhooks set failing_since = now() - interval '4 days'`);
  await shop.makeDue();
  await shop.send(id);
  // The failure of four days ago may be over since: this delivery is tried again first.
  expect(await webhooks.getWebhook({ id })).toMatchObject({ isActive: true });
  await shop.rows('update webhook_deliveries set tries = 7');
  await shop.addOrder();
  await shop.makeDue();
  await shop.send(id);
  expect(await webhooks.getWebhook({ id })).toMatchObject({ isActive: false, offReason: 'failing' });
  expect(await shop.deliveries('state')).toEqual([{ state: 'given_up' }, { state: 'waiting' }]);
  receiver.answer = (response) => void response.writeHead(200).end();
  // What waits is sent when it is on again.
  await webhooks.setActive({ id, isActive: true });
  expect(await webhooks.getWebhook({ id })).toMatchObject({
    isActive: true,
    offReason: null,
    failingSince: null,
  });
  await shop.makeDue();
  await shop.send(id);
  expect(await shop.deliveries('state')).toEqual([{ state: 'given_up' }, { state: 'delivered' }]);
  await shop.addOrder();
  await shop.rows(
    `insert into profiles (id, email, role) values (gen_random_uuid(), 'second@shop.test', 'super_admin')`,
  );
  await shop.rows(`update profiles set role = 'admin' where id = $1`, [shop.users.super_admin]);
  receiver.received.length = 0;
  await shop.send(id);
  await shop.rows(`update profiles set role = 'super_admin' where id = $1`, [shop.users.super_admin]);
  expect(receiver.received).toEqual([]);
  expect(await webhooks.getWebhook({ id })).toMatchObject({ isActive: false, offReason: 'account' });
});

test('AGENT-02 making a webhook and changing its URL or secret need a reauthentication, and are in the audit log', async () => {
  const receiver = await shop.addReceiver();
  const id = uuidv7();
  const input = { id, name: 'Delivery', url: receiver.url, events: ['order.submitted' as const] };
  const stolen = shop.as('super_admin', { isReauthenticated: false }).webhooks;
  const refused = { code: 'REAUTHENTICATION_REQUIRED' };
  await expect(stolen.createWebhook(input)).rejects.toMatchObject(refused);
  const { webhooks } = shop.as('super_admin');
  await webhooks.createWebhook(input);
  await expect(webhooks.createWebhook(input)).rejects.toMatchObject({ code: 'CONFLICT' });
  await stolen.updateWebhook({ ...input, name: 'Couriers' });
  await expect(stolen.updateWebhook({ ...input, url: `${receiver.url}2` })).rejects.toMatchObject(refused);
  await webhooks.updateWebhook({ ...input, url: `${receiver.url}2` });
  await expect(stolen.rotateSecret({ id })).rejects.toMatchObject(refused);
  const { secret } = await webhooks.rotateSecret({ id });
  expect(secret).toMatch(/^whsec_/);
  await webhooks.deleteWebhook({ id });
  const events = await shop.rows(
    `select kind, user_id, ip_address, detail from account_events where kind like 'webhook%' order by created_at, id`,
  );
  expect(events.map(sentenceOf)).toEqual([
    'Made a webhook “Delivery”',
    'Changed a webhook “Delivery”',
    'Made a new secret for a webhook “Delivery”',
    'Deleted a webhook “Delivery”',
  ]);
  expect(
    events.every((one) => one.user_id === shop.users.super_admin && one.ip_address === '192.0.2.1'),
  ).toBe(true);
});

test('AGENT-02 an address that is private, no https or on another port is refused when it is saved', async () => {
  const { webhooks } = shop.as('super_admin');
  const save = (url: string) =>
    webhooks.createWebhook({ id: uuidv7(), name: 'x', url, events: ['order.submitted'] }).then(
      () => 'saved',
      (error: { code: string; data: { reason: string } }) => [error.code, error.data.reason],
    );
  const refused = (reason: string) => ['WEBHOOK_URL_REFUSED', reason];
  for (const url of [
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://10.1.2.3/x',
    'https://169.254.169.254/',
  ])
    expect(await save(url), url).toEqual(refused('An address that is not public'));
  expect(await save('http://receiver.test/')).toEqual(refused('Not an https address'));
  expect(await save('https://a:b@receiver.test/')).toEqual(refused('A URL with a password'));
  expect(await save('https://receiver.test:8443/')).toEqual(refused('Port 8443'));
  shop.rules.resolve = async () => ['93.184.215.14', '192.168.1.5'];
  expect(await save('https://receiver.test/')).toEqual(refused('An address that is not public'));
  shop.rules.resolve = async () => [];
  expect(await save('https://receiver.test/')).toEqual(refused('The name of the other server is not known'));
  shop.rules.resolve = async () => ['93.184.215.14'];
  expect(await save('https://receiver.test/')).toBe('saved');
});

test('AGENT-02 a webhook that others changed since is not overwritten, and a repeated save is none of these', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  const { webhooks } = shop.as('super_admin');
  const { name, url, events } = await webhooks.getWebhook({ id });
  const shown = { name, url, events };
  const theirs = { id, name, url, events: [...events, 'order.confirmed' as const] };
  await webhooks.updateWebhook({ ...theirs, shown });
  await webhooks.updateWebhook({ ...theirs, shown });
  await expect(webhooks.updateWebhook({ id, ...shown, name: 'Couriers', shown })).rejects.toMatchObject({
    code: 'STALE',
    data: { current: { events: ['order.submitted', 'order.confirmed'] } },
  });
  await webhooks.updateWebhook({ id, ...shown });
  expect(await webhooks.getWebhook({ id })).toMatchObject(shown);

  // A change that ends while the save waits for it.
  await shop.rows('begin');
  await shop.rows(`update webhooks set name = 'Theirs' where id = $1`, [id]);
  const save = webhooks.updateWebhook({ ...theirs, shown }).catch((error: unknown) => error);
  await expect.poll(() => shop.rows('select from pg_locks where not granted')).toHaveLength(1);
  await shop.rows('commit');
  expect(await save).toMatchObject({ code: 'STALE', data: { current: { name: 'Theirs' } } });
});

test('AGENT-02 only super admins see and change webhooks, no API key does, and no request writes a delivery', async () => {
  const receiver = await shop.addReceiver();
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  await shop.addOrder();
  const [delivery] = await shop.deliveries();
  await expect(shop.as('admin').webhooks.listWebhooks({})).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await expect(shop.as('super_admin', { apiKey: true }).webhooks.listWebhooks({})).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  // With a role that is not theirs.
  const forged = shop.as('admin', { asRole: 'super_admin' }).webhooks;
  expect((await forged.listWebhooks({})).items).toEqual([]);
  for (const call of [
    () => forged.listDeliveries({ id }),
    () => forged.sendTest({ id }),
    () => forged.sendDeliveryAgain({ id: delivery.id }),
    () => forged.setActive({ id, isActive: false }),
    () => forged.deleteWebhook({ id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const injected = (statement: string) =>
    shop.database.asCaller({ userId: shop.users.super_admin, role: 'super_admin' }, (tx) =>
      tx.execute(sql.raw(statement)),
    );
  for (const statement of [
    'select secret from webhooks',
    `update webhooks set acts_for = '${shop.users.admin}'`,
    'update webhooks set off_reason = null',
    `insert into webhook_deliveries (webhook_id, event) values ('${id}', 'order.submitted')`,
    `update webhook_deliveries set order_id = null`,
    'delete from webhook_deliveries',
    `select wake_webhook('${id}')`,
    'select wake_webhooks()',
    `select queue_changed_products('{}')`,
  ])
    await expect(injected(statement), statement).rejects.toThrow();
  await expect(
    shop.database.asCaller({ userId: shop.users.admin, role: 'super_admin' }, (tx) =>
      tx.execute(
        sql`insert into webhooks (id, name, url, events, secret) values (gen_random_uuid(), 'x', 'https://x.test', '{order.submitted}', 'x')`,
      ),
    ),
  ).rejects.toThrow();
});

test('AGENT-02 there are at most 20 webhooks', async () => {
  const receiver = await shop.addReceiver();
  for (let n = 1; n <= 20; n++) await shop.addWebhook(receiver.url, ['order.submitted'], `Webhook ${n}`);
  await expect(shop.addWebhook(receiver.url, ['order.submitted'])).rejects.toMatchObject({
    code: 'LIST_FULL',
  });
  const { total, items } = await shop.as('super_admin').webhooks.listWebhooks({ page: 2 });
  expect([total, items.length]).toEqual([20, 10]);
});

test('AGENT-02 a deleted account leaves nothing personal in deliveries, and old ones are dropped', async () => {
  const leaving = uuidv7();
  await shop.rows(`insert into profiles (id, email, first_name) values ($1, 'bisi@shop.test', 'Bisi')`, [
    leaving,
  ]);
  const receiver = await shop.addReceiver(
    (response, { body }) => void response.writeHead(500).end(body.slice(-250)),
  );
  const { id } = await shop.addWebhook(receiver.url, ['order.submitted']);
  const orderId = await shop.addOrder('completed');
  await shop.rows('update orders set user_id = $1 where id = $2', [leaving, orderId]);
  await shop.send(id);
  expect((await shop.deliveries())[0].attempts[0].answer).not.toBe('');
  await shop.rows('delete from profiles where id = $1', [leaving]);
  expect((await shop.deliveries())[0].attempts).toMatchObject([{ answer: '', status: 500 }]);
  // What is still to be sent has the order as it is now.
  await shop.makeDue();
  await shop.send(id);
  expect(receiver.received.at(-1)!.body).not.toContain('amara@shop.test');
  await shop.rows(`delete from orders`);
  await shop.makeDue();
  await shop.send(id);
  expect((await shop.deliveries())[0]).toMatchObject({ state: 'given_up' });
  await shop.addOrder();
  await shop.rows(
    `update webhook_deliveries set created_at = now() - interval '31 days' where state = 'given_up'`,
  );
  await housekeep(shop.database, 'forget_sessions');
  expect(await shop.deliveries('state')).toEqual([{ state: 'waiting' }]);
});
