import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { keepPushKeys } from '#db/installation.ts';
import { securityRouter } from '#domains/accounts/server/router.ts';
import { testAuth } from '#domains/accounts/server/sign-in/test-auth.ts';
import { notificationsRouter } from '#domains/notifications/server/router.ts';
import { sendNotification } from '#domains/notifications/server/send-notification.ts';
import { orderNotification } from '#domains/orders/server/order-notification.ts';
import { ordersRouter } from '#domains/orders/server/router.ts';
import { usersRouter } from '#domains/users/server/router.ts';
import type { testBrowser } from '#platform/auth/test-browser.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import type { PushJob } from '#platform/jobs/queues.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { makePushKeys, type PushKeys } from '#platform/push/push-keys.ts';
import { createPushSender } from '#platform/push/send-push.ts';
import { startPushService, type TestPushService } from '#platform/push/test-push-service.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';

type Browser = ReturnType<typeof testBrowser>;

/**
 * Orders, sign-in and notifications on a database of its own, and a push service on this machine. Call it once at the
 * top of the file; it sets itself up and cleans up.
 */
export function testNotifications() {
  const auth = testAuth();
  const log = createLog('silent');
  let service: TestPushService;
  let keys: PushKeys;
  let productId: string;

  beforeAll(async () => {
    await installJobs(auth.url);
    await auth.owner.query("select keep_time_zone('Africa/Lagos')");
    keys = await keepPushKeys(auth.url, makePushKeys());
    service = await startPushService();
    productId = randomUUID();
    await auth.owner.query(
      `insert into products (id, name, description, price, status) values ($1, 'Everyday kaftan', 'D', 25000, 'published')`,
      [productId],
    );
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await auth.owner.query('truncate push_subscriptions, pgboss.job, limits');
    service.received.length = 0;
    addresses.clear();
    service.answer = (response) => void response.writeHead(201).end();
  });

  /** The addresses of names that tests make up; every other name is looked up. */
  const addresses = new Map<string, string>();
  const sender = () =>
    createPushSender({
      ...{ keys, subject: 'mailto:hello@shop.test', allowedHosts: [service.host] },
      ...(addresses.size > 0 && {
        resolve: async (name: string) => [addresses.get(name)].flatMap((one) => one ?? []),
      }),
    });
  const orderDeps = () => ({
    database: auth.database,
    log,
    storage: localStorage(join(tmpdir(), 'aso-notifications')),
    clock: clockIn('Africa/Lagos'),
    limits: createLimits(auth.database.web),
    shop: {
      name: 'Aso House',
      publicUrl: 'http://shop.test',
      whatsapp: '2348012345678',
      currency: 'NGN',
      ordersEmail: 'orders@shop.test',
      checkCodeOf: () => '7KQ4M2XZ',
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: rows of any query
  const rows = async (sql: string, values: unknown[] = []): Promise<any[]> =>
    (await auth.owner.query(sql, values)).rows;

  /** The operations as the page in this browser calls them. */
  function pageIn(one: Browser, isOn = true) {
    const headers = one.headers();
    const { database } = auth;
    const limits = createLimits(database.web);
    const push = isOn ? { publicKey: keys.publicKey, sender: sender() } : undefined;
    const router = {
      push: notificationsRouter({ auth: auth.auth, database, limits, push }),
      orders: ordersRouter(orderDeps()),
      security: securityRouter(auth.own),
      users: usersRouter({ database }),
    };
    return createRouterClient(router, {
      context: testContext(null, {
        ipAddress: auth.ipAddress,
        headers,
        findCaller: () => auth.auth.callerOf(headers),
      }),
    });
  }

  const shop = {
    ...{ auth, rows, addresses },
    get service() {
      return service;
    },
    get publicKey() {
      return keys.publicKey;
    },
    pageIn,
    /** A user who is signed in. */
    async user(role: 'user' | 'admin' | 'super_admin' = 'user') {
      const user = await auth.signedIn();
      await rows('update profiles set role = $2 where id = $1', [user.id, role]);
      return { ...user, page: pageIn(user.one) };
    },
    order: (page: ReturnType<typeof pageIn>) =>
      page.orders.submit({
        idempotencyKey: randomUUID(),
        lines: [{ productId, shownPrice: 25_000, note: 'Chest 102, for my wedding' }],
      }),
    jobs: async (): Promise<(PushJob & { wait: number })[]> =>
      (
        await rows(
          `select data, extract(epoch from start_after - created_on)::int as wait from pgboss.job
           where name = 'push' and state < 'completed' order by created_on`,
        )
      ).map(({ data, wait }) => ({ ...data, wait })),
    /** What the worker does with one job. */
    send: (job: PushJob, now = Date.now) =>
      sendNotification(
        {
          database: auth.database,
          sender: sender(),
          log,
          now,
          write: (of) => orderNotification(orderDeps(), of),
        },
        job,
      ),
    /** Runs all waiting jobs once, as if their delay had passed. */
    async sendAll(): Promise<void> {
      for (const { wait: _, ...job } of await shop.jobs()) await shop.send(job);
      await rows(`delete from pgboss.job where name = 'push'`);
    },
    /** The endpoints of all subscriptions of an account. */
    endpointsOf: async (userId: string): Promise<string[]> =>
      (
        await rows('select endpoint from push_subscriptions where user_id = $1 order by created_at', [userId])
      ).map(({ endpoint }) => endpoint),
  };
  return shop;
}
