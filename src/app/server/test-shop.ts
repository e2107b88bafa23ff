import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { openDatabase } from '#db/client.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contentRouter } from '#domains/content/server/router.ts';
import { historyRouter } from '#domains/history/server/router.ts';
import { rewriteLinks } from '#domains/orders/message/server/rewrite-links.ts';
import { ordersRouter } from '#domains/orders/server/router.ts';
import { promotionsRouter } from '#domains/promotions/server/router.ts';
import { usersRouter } from '#domains/users/server/router.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { connectOwner, createTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Role } from '#shared/caller.ts';

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

const SHOP = {
  name: 'A',
  publicUrl: 'http://shop.test',
  whatsapp: '2348012345678',
  currency: 'NGN',
  ordersEmail: 'o@shop.test',
  checkCodeOf: () => '7KQ4M2XZ',
  timeZone: 'Africa/Lagos',
};

/** The operations of the shop's domains on a database of their own, with an account of each role. */
export async function openTestShop() {
  const base = await createTestDatabase();
  // The timeline of an order reads its emails.
  await installJobs(base.url);
  const database = await openDatabase(base);
  const owner = await connectOwner(base.url);
  const changes = createChanges({ url: base.url, log: createLog('silent') });
  await changes.ready;
  const dir = await mkdtemp(join(tmpdir(), 'aso-shop-'));
  const userIds = { user: randomUUID(), admin: randomUUID(), super_admin: randomUUID() };
  for (const [role, id] of Object.entries(userIds))
    await owner.query('insert into profiles (id, email, first_name, role) values ($1, $2, $3, $4)', [
      id,
      `${role}@shop.test`,
      role,
      role,
    ]);

  function apiAs(role: Role | null, responseHeaders = new Headers()) {
    const log = createLog('silent');
    const deps = {
      ...{ changes, database, log, shop: SHOP, clock: clockIn(SHOP.timeZone) },
      ...{ storage: localStorage(dir), limits: createLimits(database.web) },
    };
    const router = {
      catalog: catalogRouter({ ...deps, secureCookies: false }),
      content: contentRouter(deps),
      history: historyRouter({ ...deps, rewriteLinks: (tx, ids) => rewriteLinks(deps, tx, ids) }),
      orders: ordersRouter(deps),
      promotions: promotionsRouter(deps),
      users: usersRouter(deps),
    };
    return createRouterClient(router, {
      context: testContext(role && { userId: userIds[role], role }, { responseHeaders }),
    });
  }

  return {
    url: base.url,
    owner,
    changes,
    userIds,
    apiAs,
    async close() {
      await changes.close();
      await owner.end();
      await database.close();
      await base.drop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
