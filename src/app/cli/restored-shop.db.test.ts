import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { createAccountAuth } from '#domains/accounts/server/account-rules.ts';
import { testAuth } from '#domains/accounts/server/sign-in/test-auth.ts';
import { submitOrder } from '#domains/orders/submission/server/submit-order.ts';
import { testBrowser } from '#platform/auth/test-browser.ts';
import { makeBackup } from '#platform/backup/make-backup.ts';
import { restoreBackup } from '#platform/backup/restore-backup.ts';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import { errors } from '#platform/rpc/test-errors.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { koboOfNaira } from '#shared/money.ts';

const auths = testAuth();
const log = createLog('silent');
const ORIGIN = 'http://shop.test';
const SECRET = 'a-secret-of-more-than-thirty-two-letters';
let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-restored-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

/** Submits an order of one product by this user to the shop of this database. */
function order(database: Awaited<ReturnType<typeof openDatabase>>, userId: string, productId: string) {
  const deps = {
    database,
    storage: localStorage(join(dir, 'uploads')),
    log,
    clock: clockIn('Africa/Lagos'),
    shop: {
      name: 'A',
      publicUrl: ORIGIN,
      whatsapp: '234',
      currency: 'NGN',
      ordersEmail: 'o@shop.test',
      checkCodeOf: () => '7KQ4M2XZ',
    },
    limits: createLimits(database.web),
    errors,
  };
  const lines = [{ productId, shownPrice: koboOfNaira(10), note: '', promotionCode: '' }];
  return submitOrder(deps, { userId, role: 'user' }, { idempotencyKey: randomUUID(), lines }, '10.0.0.9');
}

test('in a restored shop sessions and passwords remain valid and orders can be submitted', async () => {
  await installJobs(auths.url);
  auths.worksOnPasswords = true;
  const ada = await auths.signedIn();
  const productId = randomUUID();
  await auths.owner.query(
    `insert into products (id, name, description, price) values ($1, 'Kaftan', 'Cut', 10)`,
    [productId],
  );
  const before = await order(auths.database, ada.id, productId);
  const key = 'a key of more than twenty letters';
  const storage = localStorage(join(dir, 'uploads'));
  const { folder } = await makeBackup({ databaseUrl: auths.url, storage, dir, key, secret: SECRET });

  const name = `aso_restored_${randomUUID().replaceAll('-', '')}`;
  await auths.owner.query(`create database ${name}`);
  const url = Object.assign(new URL(auths.url), { pathname: `/${name}` }).href;
  const { secret } = await restoreBackup({ databaseUrl: url, storage, folder, key });
  const database = await openDatabase(urlsAt(url));
  try {
    const auth = createAccountAuth({
      authDb: database.auth,
      secret: secret!,
      publicUrl: ORIGIN,
      secureCookies: false,
      shopName: 'Aso House',
      sendMail: async () => {},
      log,
      clientIpAddress: () => '10.0.0.8',
    });
    expect(await auth.callerOf(ada.one.headers())).toMatchObject({ userId: ada.id, role: 'user' });
    const signIn = (password: string) =>
      testBrowser(ORIGIN, auth.handler).post('/api/auth/sign-in/email', { email: ada.email, password });
    expect((await signIn(ada.password)).status).toBe(200);
    expect((await signIn('another-one')).status).toBe(401);

    const after = await order(database, ada.id, productId);
    expect(after.orderNumber).not.toBe(before.orderNumber);
    const { rows } = await database.authPool.query(
      `select data->>'to' as to from pgboss.job where name = 'mail'`,
    );
    // Two emails per order: those of the first order were not sent yet.
    expect(rows).toHaveLength(4);
    const totals = await database.webPool.query('select order_total()::int as n');
    expect(totals.rows).toEqual([{ n: 2 }]);
  } finally {
    await database.close();
    await auths.owner.query(`drop database ${name} with (force)`);
  }
});
