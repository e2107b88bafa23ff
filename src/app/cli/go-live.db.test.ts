import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verifyPassword } from 'better-auth/crypto';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackups } from '#platform/backup/read-backup.ts';
import { readConfig } from '#platform/config.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';
import { uploadsDirOf } from '../server/folders.ts';
import { seedShop } from './demo-store.ts';

let database: TestDatabase;
let owner: Client;
let dataDir = '';
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'aso-go-live-'));
  owner = await connectOwner(database.url);
  await seedShop({ config: readConfig({}), dataDir, databaseUrl: database.url }, () => {});
}, 120_000);
afterAll(async () => {
  await owner?.end();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function goLive(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const env = {
      ...TEST_ENVIRONMENT,
      SHOP_MODE: 'demo',
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      GO_LIVE_PASSWORD: 'a long password of theirs',
      DISK_RESERVE: '0',
    };
    const child = execFile(
      process.execPath,
      ['src/app/cli/go-live.ts', ...words],
      { env },
      (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
    );
    child.stdin?.end();
  });
}
const column = async (sql: string) =>
  (await owner.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => value);
const backups = async () =>
  existsSync(join(dataDir, 'backups')) ? (await listBackups(join(dataDir, 'backups'))).length : 0;

test('going live keeps rows that users changed, deletes all others and all accounts, and makes a backup first', {
  timeout: 120_000,
}, async () => {
  // Changes a user makes while trying the demo.
  const [edited] = await column(
    `update products set price = 123 where name = 'Ẹwà Ọṣun Adire Wrapper' returning id`,
  );
  const [photographed] = await column(
    `select p.id from products p join promotions o on o.id = p.promotion_id and o.code = 'SALLAH15' where p.id <> '${edited}' order by p.name limit 1`,
  );
  await owner.query(
    `insert into product_images (id, product_id, image_url, width, height, display_order) values (gen_random_uuid(), $1, '/uploads/product-images/own.jpg', 1, 1, 9)`,
    [photographed],
  );
  await owner.query(
    `update hero_slides set title = 'Ours' where id = (select id from hero_slides order by id limit 1)`,
  );
  await owner.query(
    `update profiles set name = 'Changed', first_name = 'Changed', phone = '+2348011111111'
     where email in ('customer@demo.shop', 'admin@demo.shop')`,
  );
  await owner.query(
    `update profiles set email = 'boss@shop.test', first_name = 'Boss' where email = 'super@demo.shop'`,
  );
  // Someone registered, and sent an order to the number of the demo store, and one to the owner's.
  const [registered] = await column(
    `insert into profiles (id, email, email_verified, name, first_name, last_name)
     values (gen_random_uuid(), 'amara@mail.test', true, 'Amara Okoro', 'Amara', 'Okoro') returning id`,
  );
  const order = (number: string, link: string) =>
    owner.query(
      `insert into orders (id, user_id, order_number, customer_name, customer_email, idempotency_key, body_hash, whatsapp_link)
       values (gen_random_uuid(), $1, $2, 'Amara Okoro', 'amara@mail.test', gen_random_uuid(), 'x', $3)`,
      [registered, number, link],
    );
  const [demoLink] = await column('select whatsapp_link from orders where whatsapp_link is not null limit 1');
  await order('999998', demoLink as string);
  await order('999999', 'https://wa.me/2348099999999?text=Hello');
  const images = await column(`select image_url from product_images where product_id = '${edited}'`);

  const unasked = await goLive('--email', 'ada@shop.test', '--name', 'Ada N. Obi');
  expect(unasked.code).toBe(1);
  expect(unasked.out).toMatch(
    /^Removed with the demonstration: 70 products, \d+ categories, 4 promotions, 2 slides, 14 orders, 6 messages, 8 accounts\.$/m,
  );
  expect(unasked.out).toMatch(
    /^Kept, because people made or changed it: 2 products, \d categories, 1 slide, 2 orders, 1 account\. /m,
  );
  expect(unasked.out).toContain('in a promotion of the demonstration, which goes');
  expect(unasked.err).toMatch(/^There is no terminal to ask at\. Add --yes to remove this\./);
  expect(unasked.err).not.toContain('    at ');
  const nameless = await goLive('--email', 'ada@shop.test', '--yes');
  expect([nameless.code, nameless.err]).toEqual([1, expect.stringContaining('--name')]);
  expect(await column('select count(*)::int from products')).toEqual([72]);
  expect(await backups()).toBe(0);

  // Someone registered with the owner's email, and read the code at /dev/mailbox.
  const [stranger] = await column(
    `insert into profiles (id, email, email_verified, name, phone, phone_verified, two_factor_enabled)
     values (gen_random_uuid(), 'ada@shop.test', true, 'Stranger', '+2348022222222', true, true) returning id`,
  );
  for (const statement of [
    `insert into accounts (id, user_id, account_id, provider_id) values (gen_random_uuid(), $1, 'theirs', 'google')`,
    `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
     values (gen_random_uuid(), $1, 'x', 'x', 0, 'singleDevice', false)`,
    `insert into two_factors (id, user_id, secret) values (gen_random_uuid(), $1, 'x')`,
    `insert into verifications (id, identifier, value, expires_at)
     values (gen_random_uuid(), 'reset-password:known', $1::uuid, now() + interval '1 hour')`,
    `insert into api_keys (id, name, prefix, hash, scopes, created_by)
     values (gen_random_uuid(), 'Theirs', 'aso_abcdef', repeat('0', 64), '{orders:read}', $1)`,
    `insert into webhooks (id, name, url, secret, events, acts_for)
     values (gen_random_uuid(), 'Theirs', 'https://hooks.example', '', '{order.submitted}', $1)`,
  ])
    await owner.query(statement, [stranger]);

  const { code, out, err } = await goLive('--email', 'Ada@Shop.test', '--name', 'Ada N. Obi', '--yes');
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^Backup: .*backups.*: [\d,]+ rows and \d+ images \(\d+ new\), \d+ MB\.$/m);
  expect(out).toContain('Removed: 70 products,');
  expect(out).toContain('Before that: ');
  expect(out).toContain('AUTH_SECRET');
  expect(await backups()).toBe(1);

  expect((await column('select id from products')).sort()).toEqual([edited, photographed].sort());
  expect(await column('select count(*)::int from products where category_id is null')).toEqual([0]);
  expect(await column('select title from hero_slides')).toEqual(['Ours']);
  expect(await column('select whatsapp_link from orders order by order_number')).toEqual([
    null,
    'https://wa.me/2348099999999?text=Hello',
  ]);
  for (const table of [
    'products',
    'categories',
    'promotions',
    'hero_slides',
    'orders',
    'contact_submissions',
    'profiles',
  ]) {
    expect(await column(`select count(*)::int from ${table} where is_demo`), table).toEqual([0]);
  }
  // The image files of remaining rows remain.
  for (const url of images) {
    expect(existsSync(join(uploadsDirOf(dataDir), url.replace('/uploads/', ''))), url).toBe(true);
  }
  expect(
    await column(
      `select email || ' ' || first_name || '|' || last_name || ' ' || role from profiles order by role desc`,
    ),
  ).toEqual(['amara@mail.test Amara|Okoro user', 'ada@shop.test Ada|N. Obi super_admin']);
  const passwords = await column('select password from accounts where password is not null');
  expect(passwords).toHaveLength(1);
  for (const hash of passwords) expect(await verifyPassword({ hash, password: 'demo-password' })).toBe(false);
  expect(
    await column(
      `select (phone is null and not phone_verified and not two_factor_enabled)::text || ' '
         || (select count(*) from accounts where user_id = p.id) || ' ' || (select count(*) from passkeys) || ' '
         || (select count(*) from two_factors) || ' ' || (select count(*) from verifications) || ' '
         || (select count(*) from api_keys where revoked_at is null) || ' ' || (select count(*) from webhooks where is_active)
       from profiles p where id = '${stranger}'`,
    ),
  ).toEqual(['true 1 0 0 0 0 0']);
});
