import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { keepPushKeys } from '#db/installation.ts';
import { DELETE_WORDS } from '#domains/accounts/security.contract.ts';
import { createJobs, enqueue } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { makePushKeys } from '#platform/push/push-keys.ts';
import { eventually } from '#shared/test-eventually.ts';
import { testNotifications } from './test-notifications.ts';

const shop = testNotifications();

/** A user with a browser that gets notifications of their orders. */
async function notified(role: 'user' | 'admin' = 'user') {
  const user = await shop.user(role);
  const browser = shop.service.browser();
  await user.page.push.saveSubscription(browser.subscription);
  return { ...user, browser };
}

test('OFF-07 a sign-out ends the notifications of that browser, and of no other', async () => {
  const { one, email, password, id, browser } = await notified();
  const phone = shop.auth.browser();
  await phone.post('/api/auth/sign-in/email', { email, password });
  const onPhone = shop.service.browser();
  await shop.pageIn(phone).push.saveSubscription(onPhone.subscription);
  expect(await shop.endpointsOf(id)).toEqual([browser.endpoint, onPhone.endpoint]);
  await one.post('/api/auth/sign-out', {});
  expect(await shop.endpointsOf(id)).toEqual([onPhone.endpoint]);
  // From another browser.
  const laptop = shop.auth.browser();
  await laptop.post('/api/auth/sign-in/email', { email, password });
  await shop.pageIn(laptop).security.endOtherSessions();
  expect(await shop.endpointsOf(id)).toEqual([]);
});

test('OFF-07 a browser belongs to who is signed in there: signing in as somebody else moves it', async () => {
  const [ada, bola] = [await notified(), await shop.user()];
  const { email, password } = bola;
  // Over the session of Ada, as two tabs of one browser do.
  await ada.one.post('/api/auth/sign-in/email', { email, password });
  expect(await shop.endpointsOf(ada.id)).toEqual([]);
  expect(await shop.endpointsOf(bola.id)).toEqual([ada.browser.endpoint]);
  await ada.one.post('/api/auth/sign-out', {});
  expect(await shop.endpointsOf(bola.id)).toEqual([]);

  // A page that subscribes again with an endpoint of another account.
  const chidi = await notified('admin');
  await chidi.page.push.saveStaffSubscription(chidi.browser.subscription);
  expect(await bola.page.push.saveSubscription(chidi.browser.subscription)).toEqual({
    topics: ['own_orders'],
  });
  expect(await shop.endpointsOf(chidi.id)).toEqual([]);
});

test('OFF-07 an endpoint that the browser has renewed takes the place of the old one, for its own account alone', async () => {
  const [ada, bola] = [await notified(), await shop.user()];
  const next = shop.service.browser();
  const change = { before: ada.browser.endpoint, ...next.subscription };
  expect(await bola.page.push.renewSubscription(change)).toEqual({ renewed: false });
  expect(await ada.page.push.renewSubscription(change)).toEqual({ renewed: true });
  expect(await ada.page.push.renewSubscription(change)).toEqual({ renewed: false });
  expect(await shop.endpointsOf(ada.id)).toEqual([next.endpoint]);
});

test('OFF-07 a refused sign-in moves nothing', async () => {
  const [ada, bola] = [await notified(), await shop.user()];
  await ada.one.post('/api/auth/sign-in/email', { email: bola.email, password: 'wrong-password' });
  expect(await shop.endpointsOf(ada.id)).toEqual([ada.browser.endpoint]);
});

test('OFF-07 a ban and the deletion of the account end all notifications', async () => {
  const [banned, leaving, owner] = [await notified(), await notified(), await shop.user('super_admin')];
  await owner.page.users.setBanned({ id: banned.id, banned: true, shown: false, reason: 'Spam' });
  expect(await shop.endpointsOf(banned.id)).toEqual([]);
  await shop.auth.reauthenticate(leaving.one);
  await leaving.page.security.deleteAccount({ confirmation: DELETE_WORDS });
  expect(await shop.rows('select from push_subscriptions')).toEqual([]);
});

test('OFF-07 row level security: an account reaches its own browsers alone, and nobody the private key', async () => {
  const [ada, bola] = [await notified(), await notified('admin')];
  const as = (user: { id: string }, statement: string) =>
    shop.auth.database.asCaller({ userId: user.id, role: 'user' }, (tx) => tx.execute(sql.raw(statement)));
  for (const user of [ada, bola]) {
    const { rows } = await as(user, 'select endpoint from push_subscriptions');
    expect(rows).toEqual([{ endpoint: user.browser.endpoint }]);
  }
  expect((await as(bola, 'delete from push_subscriptions')).rowCount).toBe(1);
  expect(await shop.endpointsOf(ada.id)).toEqual([ada.browser.endpoint]);
  const { push } = bola.page;
  const { endpoint } = ada.browser;
  expect((await push.findSubscription({ endpoint })).topics).toEqual([]);
  await push.deleteSubscription({ endpoint, topic: 'own_orders' });
  expect(await shop.endpointsOf(ada.id)).toEqual([endpoint]);
  const denied = { cause: { code: '42501' } };
  for (const statement of [
    'insert into push_subscriptions default values',
    `update push_subscriptions set user_id = '${bola.id}'`,
    `update push_subscriptions set endpoint = 'https://evil.test/'`,
    'select private_key from push_keys',
    `select enqueue_push('${ada.id}', '${ada.id}', '${ada.id}', 'own_orders', 'completed', '0')`,
  ])
    await expect(as(bola, statement), statement).rejects.toMatchObject(denied);
  await expect(shop.auth.database.authPool.query('select private_key from push_keys')).rejects.toThrow(
    'permission denied',
  );
});

test('OFF-07 the keys are made once, also by several starts at the same time', async () => {
  await shop.rows('delete from push_keys');
  const starts = await Promise.all(
    Array.from({ length: 4 }, () => keepPushKeys(shop.auth.url, makePushKeys())),
  );
  expect(new Set(starts.map((keys) => JSON.stringify(keys))).size).toBe(1);
  expect(await keepPushKeys(shop.auth.url, makePushKeys())).toEqual(starts[0]);
});

/** Runs the worker until the end of `work`. */
async function withWorker(mail: () => void, work: () => Promise<void>): Promise<void> {
  const jobs = createJobs({
    database: shop.auth.database,
    log: createLog('silent'),
    handlers: { mail: async () => mail(), text: async () => {}, push: (job) => shop.send(job) },
  });
  await jobs.start();
  try {
    await work();
  } finally {
    await jobs.stop();
  }
}

const retried = async () =>
  (
    await shop.rows(
      `select state, retry_count as tries, extract(epoch from start_after - now())::float as wait
       from pgboss.job where name = 'push'`,
    )
  )[0];

test('OFF-07 429 and 500 are tried again after growing waits, until the message arrives', async () => {
  const [customer, staff] = [await notified(), await shop.user('admin')];
  const order = await shop.order(customer.page);
  await staff.page.orders.setStatus({ id: order.id, status: 'processing' });
  const answers = [429, 500, 201];
  shop.service.answer = (response) => void response.writeHead(answers.shift()!).end();
  const now = `update pgboss.job set start_after = now() where name = 'push'`;
  await withWorker(
    () => {},
    async () => {
      await shop.rows(now);
      await eventually(async () => expect(await retried()).toMatchObject({ state: 'retry' }));
      expect((await retried()).wait).toBeGreaterThan(3);
      const first = shop.service.received.length;
      await shop.rows(now);
      await eventually(() => expect(shop.service.received).toHaveLength(first + 1));
      await eventually(async () => expect((await retried()).wait).toBeGreaterThan(10));
      await shop.rows(now);
      await eventually(async () => expect(await retried()).toMatchObject({ state: 'completed', tries: 2 }));
    },
  );
  expect(shop.service.messagesOf(customer.browser)).toHaveLength(3);
}, 40_000);

test('OFF-07 a push service that does not answer delays no email', async () => {
  const [customer, staff] = [await shop.user(), await shop.user('admin')];
  for (let n = 0; n < 8; n++)
    await staff.page.push.saveStaffSubscription(shop.service.browser().subscription);
  shop.service.answer = () => undefined;
  await shop.order(customer.page);
  const sent: number[] = [];
  await withWorker(
    () => sent.push(Date.now()),
    async () => {
      await eventually(() => expect(shop.service.received.length).toBeGreaterThan(0));
      const queued = Date.now();
      const email = { to: 'ada@shop.test', subject: 'Code', text: '1', html: '1' };
      for (let n = 0; n < 8; n++) await enqueue(shop.auth.database.auth, 'mail', email);
      await eventually(() => expect(sent).toHaveLength(8));
      // Four at once, and none of them has been answered.
      expect(shop.service.received).toHaveLength(4);
      expect(Math.max(...sent) - queued).toBeLessThan(8_000);
    },
  );
}, 40_000);
