import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { withConnection } from '#db/connection.ts';
import { keepPushKeys, keepTimeZone } from '#db/installation.ts';
import { migrate } from '#db/migrate.ts';
import { createAccountAuth } from '#domains/accounts/server/account-rules.ts';
import { submitOrder } from '#domains/orders/submission/server/submit-order.ts';
import { testBrowser } from '#platform/auth/test-browser.ts';
import { readBackup } from '#platform/backup/read-backup.ts';
import { loadBackup } from '#platform/backup/restore-backup.ts';
import { expectImagesOpen, readRows, releases } from '#platform/backup/test-releases.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, type TestDatabase, urlsAt } from '#platform/postgres/test-database.ts';
import { makePushKeys } from '#platform/push/push-keys.ts';
import { errors } from '#platform/rpc/test-errors.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { koboOfText } from '#shared/money.ts';

const ORIGIN = 'http://shop.test';
const log = createLog('silent');
let dir = '';
let base: TestDatabase;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-upgrade-'));
});
afterEach(() => base?.drop());
afterAll(() => rm(dir, { recursive: true, force: true }));

const inDatabase = <T>(work: Parameters<typeof withConnection<T>>[2]) =>
  withConnection(base.url, 'test', work);

/** The customer of the demo store signs in with the password of then, and orders a product at its price of then. */
async function expectUsable(): Promise<void> {
  const database = await openDatabase(urlsAt(base.url));
  try {
    const auth = createAccountAuth({
      ...{ authDb: database.auth, publicUrl: ORIGIN, secureCookies: false, shopName: 'Aso House', log },
      secret: 'a-secret-of-more-than-thirty-two-letters',
      sendMail: async () => {},
      clientIpAddress: () => '10.0.0.8',
    });
    const signIn = (password: string) =>
      testBrowser(ORIGIN, auth.handler).post('/api/auth/sign-in/email', {
        email: 'customer@demo.shop',
        password,
      });
    expect((await signIn('demo-password')).status).toBe(200);
    expect((await signIn('another-one')).status).toBe(401);

    const { rows } = await inDatabase((client) =>
      client.query<{ id: string; price: string; user: string }>(
        `select p.id, p.price::text as price, u.id as user from products p, profiles u
         where p.promotion_id is null and u.email = 'customer@demo.shop' order by p.name limit 1`,
      ),
    );
    const { id, price, user } = rows[0]!;
    const shop = {
      ...{
        name: 'A',
        publicUrl: ORIGIN,
        whatsapp: '2348012345678',
        currency: 'NGN',
        ordersEmail: 'o@shop.test',
      },
      checkCodeOf: () => '7KQ4M2XZ',
    };
    const order = await submitOrder(
      {
        ...{ database, log, shop, errors, storage: localStorage(join(dir, 'uploads')) },
        clock: clockIn('Africa/Lagos'),
        limits: createLimits(database.web),
      },
      { userId: user, role: 'user' },
      {
        idempotencyKey: randomUUID(),
        lines: [{ productId: id, shownPrice: koboOfText(price), note: '', promotionCode: '' }],
      },
      '10.0.0.9',
    );
    expect(order.orderNumber).toMatch(/^\d{4,}$/);
  } finally {
    await database.close();
  }
}

test.each(releases)(
  'DOCTOR-04 a shop of version %s is upgraded in place, and has every row and image',
  async (_, folder) => {
    base = await createTestDatabase('template1');
    const backup = await readBackup(folder, undefined);
    const { tables, pictures } = backup.manifest;
    const storage = localStorage(join(dir, 'uploads'));
    const before = await inDatabase(async (client) => {
      await client.query('begin');
      await loadBackup(client, backup, storage);
      await client.query('commit');
      return readRows(client, tables, false);
    });
    // As a start of this version does.
    await migrate(base.url);
    await keepTimeZone(base.url, 'Africa/Lagos');
    await installJobs(base.url);
    // OFF-07: an upgraded shop gets its keys for notifications.
    const keys = await keepPushKeys(base.url, makePushKeys());
    expect(await keepPushKeys(base.url, makePushKeys())).toEqual(keys);
    await inDatabase(async (client) => {
      const after = await readRows(client, tables, true);
      for (const [table, rows] of before) {
        // The start adds its own notes to the installation.
        const expected = table === 'installation' ? expect.arrayContaining(rows) : rows;
        expect(after.get(table), table).toEqual(expected);
      }
      const { rows: mail } = await client.query(
        `select data->>'to' as to from pgboss.job where name = 'mail'`,
      );
      expect(mail).toEqual([{ to: 'customer@demo.shop' }]);
      expect(await expectImagesOpen(client, storage)).toBeGreaterThan(pictures.length / 2);
      // Computed from the old rows by a migration.
      const { rows: sold } = await client.query(
        `select (select sum(orders)::int from sales_totals) as counted,
           (select count(*)::int from orders where status <> 'cancelled') as orders`,
      );
      expect(sold[0].counted).toBe(sold[0].orders);
    });
    await expectUsable();
  },
);
