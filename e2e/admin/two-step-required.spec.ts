import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, expect, expectAccessible, open, PASSWORD } from '../journey.ts';
import { aPerson, forgetPeople } from '../shopper.ts';
import { databaseUrlOf, freePort, untilReady } from '../start-shop.ts';

/** A second process over the same database, that asks more of those who work in the shop. */
const test = base.extend<object, { strict: string }>({
  strict: [
    async ({}, use) => {
      const port = await freePort();
      const url = `http://localhost:${port}`;
      const dataDir = await mkdtemp(join(tmpdir(), 'aso-strict-'));
      // The pictures are there already.
      await symlink(join(process.env.SHOP_DATA_DIR!, 'uploads'), join(dataDir, 'uploads'));
      const shop = spawn(process.execPath, ['tools/start.ts'], {
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          PUBLIC_URL: url,
          DATA_DIR: dataDir,
          DATABASE_URL: await databaseUrlOf(process.env.SHOP_DATA_DIR!),
          SHOP_MODE: 'demo',
          AUTH_SECRET: randomBytes(32).toString('hex'),
          ADMINS_NEED_TWO_STEP: 'true',
          BACKGROUND_WORK: 'false',
          LOG_LEVEL: 'warn',
        },
        stdio: 'ignore',
      });
      const gone = new Promise((resolve) => shop.once('exit', resolve));
      await untilReady(url);
      await use(url);
      shop.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ strict }, use) => use(strict),
});

// One card at the door, narrow at every size.
test('where the shop asks for it, a password alone leads no further than the door, which says what to do', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { id, email } = await aPerson(db, 'admin');
  await open(page, '/admin/orders');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'One step more' })).toBeVisible();
  await expect(page.getByText('Set up two-step sign-in or a passkey first.')).toBeVisible();
  await expectAccessible(page);
  expect((await page.request.get('/api/v1/admin/orders')).status()).toBe(403);
  await page.getByRole('link', { name: 'Set it up now' }).click();
  await expect(page).toHaveURL('/account/security');
  // As after signing in with it.
  await db.query(`update sessions set second_step = 'app' where user_id = $1`, [id]);
  await open(page, '/admin/orders');
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await forgetPeople(db, email);
});
