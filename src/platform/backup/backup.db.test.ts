import { createHash, randomUUID } from 'node:crypto';
import {
  appendFile,
  chmod,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { applyMigrations } from '#db/apply-migrations.ts';
import { migrate } from '#db/migrate.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { debianPostgres } from '#platform/postgres/binaries.ts';
import { type RunningPostgres, startPostgres } from '#platform/postgres/start-postgres.ts';
import { connectOwner, createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import { type BackupDeps, type MadeBackup, makeBackup } from './make-backup.ts';
import type { Manifest } from './manifest.ts';
import { readBackup } from './read-backup.ts';
import { restoreBackup } from './restore-backup.ts';
import { keyringOf } from './sealing.ts';
import { imageFile, UNSEALED } from './stored-images.ts';
import { verifyBackup } from './verify-backup.ts';

const KEY = 'a key of more than twenty letters';
const SECRET = 'a-secret-of-more-than-thirty-two-letters';
const IMAGE = 'product-images/a/1.jpg';

let shop: TestDatabase;
let owner: Client;
/** The other of the two supported PostgreSQL versions. */
let elsewhere: RunningPostgres;
let dir: string;
const storageAt = (name: string) => localStorage(join(dir, name));

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'aso-backup-'));
  await chmod(dir, 0o711);
  const binaries = process.env.TEST_POSTGRES === '15' ? undefined : (debianPostgres() ?? undefined);
  [shop, elsewhere] = await Promise.all([
    createTestDatabase(),
    startPostgres({ dataDir: join(dir, 'elsewhere'), log: () => {}, durable: false, binaries }),
  ]);
  await installJobs(shop.url);
  owner = await connectOwner(shop.url);
  await owner.query(ROWS);
  await owner.query(`update products set name = 'Undo me', price = 7 where name = 'Agbádá 1'`);
  await putImages();
});
afterAll(async () => {
  await owner?.end();
  await elsewhere?.stop();
  await shop?.drop();
  await rm(dir, { recursive: true, force: true });
});

/** Rows with edge cases of text, time, numbers and references, and with data written by triggers. */
const ROWS = `
insert into profiles (id, email, first_name, role, is_demo) select gen_random_uuid(), n || '@shop.test', E'Ẹwà\\\\ \\t\\n"' || n,
  case when n = 1 then 'super_admin' else 'user' end, false from generate_series(1, 50) n;
update profiles set banned = true where email = '2@shop.test';
insert into sessions (id, user_id, token, expires_at) select gen_random_uuid(), id, id, now() + interval '1 day'
  from profiles where not banned limit 3;
insert into push_keys (public_key, private_key) values ('B' || repeat('k', 86), repeat('s', 43));
insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, own_orders)
  select user_id, id, 'https://push.test/' || id, 'B' || repeat('x', 86), repeat('x', 22), true from sessions;
insert into categories (id, name, slug) select gen_random_uuid(), 'C' || n, 'c' || n from generate_series(1, 6) n;
update categories set parent_id = (select id from categories where slug = 'c6') where slug = 'c1';
update categories set slug = 'new-name' where slug = 'c2';
insert into products (id, name, description, price, category_id, created_at)
  select gen_random_uuid(), 'Agbádá ' || n, E'line\\nline\\\\.', n * 1.25, (select id from categories where slug = 'c3'),
    timestamptz '2026-01-01 00:00:00.123456+01' + n * interval '1 second' from generate_series(1, 3000) n;
insert into product_images (id, product_id, image_url, is_primary, width, height)
  select gen_random_uuid(), id, '/uploads/product-images/a/1.jpg', true, 3, 4 from products limit 20;
insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
  select gen_random_uuid(), 1000 + n, (select id from profiles where email = '1@shop.test'), 'Ada', 'ada@shop.test', gen_random_uuid(), 'x'
  from generate_series(1, 40) n;
insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
  select gen_random_uuid(), id, 0, id, 'x', 1, 1, '/x' from orders;
insert into limits (key, window_start, hits) values ('x', now(), 1);
select enqueue_job('mail', '{"to": "ada@shop.test", "subject": "Your order"}');
select enqueue_job('housekeeping', '{"task": "fold_counters"}')`;

/** Writes the images, so that the next backup reads them, however long ago the one before was. */
async function putImages(): Promise<void> {
  for (let n = 0; n < 3; n++) {
    await storageAt('uploads').put(IMAGE.replace('1', String(n)), Buffer.alloc(70_000, n), {
      contentType: 'image/jpeg',
    });
  }
}

const back = (more: Partial<BackupDeps> = {}): Promise<MadeBackup> =>
  makeBackup({
    databaseUrl: shop.url,
    storage: storageAt('uploads'),
    dir: join(dir, 'backups'),
    secret: SECRET,
    ...more,
  });

/** Creates an empty database, by default on the other server. */
async function emptyDatabase(server = elsewhere.url): Promise<string> {
  const client = await connectOwner(server);
  const name = `aso_empty_${randomUUID().replaceAll('-', '')}`;
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = await connectOwner(url);
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));

/** Rows and checksums, without what a restore itself records. */
const contentOf = ({ tables, sequences, pictures }: Manifest) => ({
  tables: tables.filter(({ name }) => name !== 'backups'),
  sequences,
  pictures: pictures.map(({ modified: _, ...image }) => image),
});

test('HIST-12 OFF-07 a shop restored to the other PostgreSQL version and back is identical', async () => {
  const one = await back();
  const url = await emptyDatabase();
  await restoreBackup({ databaseUrl: url, storage: storageAt('there'), folder: one.folder });
  const two = await back({ databaseUrl: url, storage: storageAt('there') });
  const home = await emptyDatabase(shop.url);
  await restoreBackup({ databaseUrl: home, storage: storageAt('back'), folder: two.folder });
  const three = await back({ databaseUrl: home, storage: storageAt('back') });

  const [first, second, third] = await Promise.all([one, two, three].map(({ folder }) => manifestIn(folder)));
  if (debianPostgres()) expect(first!.postgres.split('.')[0]).not.toBe(second!.postgres.split('.')[0]);
  // The queued mail is a new job each time; its content is compared below.
  const comparable = (manifest: Manifest) => ({
    ...contentOf(manifest),
    tables: contentOf(manifest).tables.filter(({ name }) => name !== 'restored_jobs'),
  });
  expect(comparable(second!)).toEqual(comparable(first!));
  expect(comparable(third!)).toEqual(comparable(first!));
  expect(first!.tables.find(({ name }) => name === 'products')).toMatchObject({ rows: 3000 });
  expect(first!.tables.map(({ name }) => name)).not.toContain('limits');
  expect(first!.secret).toBeNull();
  const jobs = await query(home, `select name, data->>'subject' as subject from pgboss.job`);
  expect(jobs).toEqual([{ name: 'mail', subject: 'Your order' }]);
  // OFF-07: browsers accept messages by these keys alone.
  const push =
    'select public_key, private_key, (select count(*)::int from push_subscriptions) as n from push_keys';
  expect(await query(home, push)).toEqual(await query(shop.url, push));
  expect(await query(home, push)).toMatchObject([{ private_key: 's'.repeat(43), n: 3 }]);
  expect((await readFile(join(dir, 'back', IMAGE))).equals(Buffer.alloc(70_000, 1))).toBe(true);

  // Triggers continue from the stored totals and enforce their rules.
  const totals = `select name, sum(delta)::int as n from counters group by name order by name`;
  expect(await query(home, totals)).toEqual(await query(shop.url, totals));
  await query(home, `update categories set slug = 'newer' where slug = 'new-name'`);
  expect(await query(home, 'select slug from category_slugs order by slug')).toEqual([
    { slug: 'c2' },
    { slug: 'new-name' },
  ]);
  await query(home, `insert into counters (name, delta) values ('x', 1)`);
  await expect(query(home, `update profiles set role = 'user' where email = '1@shop.test'`)).rejects.toThrow(
    'last super_admin',
  );
  // A change from before the backups is undone.
  const [{ id: set } = { id: '' }] = await query<{ id: string }>(
    home,
    `select id from change_sets where summary = 'Changed Undo me'`,
  );
  await query(
    home,
    `begin; select set_config('app.user', id::text, true) from profiles where email = '1@shop.test';
    select undo_change_set('${set}', false); commit`,
  );
  expect(await query(home, `select price::text from products where name = 'Agbádá 1'`)).toEqual([
    { price: '1.25' },
  ]);
  const verified = await query(home, 'select name from backups where verified_at is not null order by name');
  expect(verified).toEqual([{ name: one.name }, { name: two.name }]);

  // The next start has nothing to migrate.
  await migrate(home);
  await installJobs(home);
  expect(await query(home, `select from pgboss.job where name = 'mail'`)).toHaveLength(1);
});

test('a backup taken during writes is a consistent snapshot', async () => {
  const writer = await connectOwner(shop.url);
  let writing = true;
  let written = 0;
  const writes = (async () => {
    for (; writing; written++) {
      // Both or neither; the child tables are read before and after their parents.
      await writer.query(
        `with o as (insert into orders (id, order_number, customer_name, customer_email, idempotency_key, body_hash)
           values (gen_random_uuid(), $1, 'x', 'x', gen_random_uuid(), 'x') returning id),
         e as (insert into order_events (id, order_id, kind) select gen_random_uuid(), id, 'submitted' from o)
         insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image)
         select gen_random_uuid(), id, 0, id, 'x', 1, 1, '/x' from o`,
        [String(100_000 + written)],
      );
    }
  })();
  while (written < 20) await sleep(5);
  const made = await back();
  const during = written;
  while (written < during + 20) await sleep(5);
  writing = false;
  await writes;
  await writer.end();

  const url = await emptyDatabase();
  await restoreBackup({ databaseUrl: url, storage: null, folder: made.folder });
  const [n] = await query<{
    orders: number;
    items: number;
    events: number;
    counted: number;
    sold: number;
  }>(
    url,
    `select (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as items,
       (select count(*)::int from order_events where kind = 'submitted') as events,
       (select sum(delta)::int from counters where name = 'orders') as counted,
       (select sum(orders)::int from sales_totals where kind = 'shop') as sold`,
  );
  expect(n!.orders).toBeGreaterThanOrEqual(60);
  expect(n!.orders).toBeLessThan(40 + written);
  expect(n).toEqual({
    orders: n!.orders,
    items: n!.orders,
    events: n!.orders - 40,
    counted: n!.orders,
    sold: n!.orders,
  });
});

test('a sealed backup contains the secret, reveals nothing and opens only with its key', async () => {
  const { folder } = await back({ key: KEY });
  for (const item of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(item.parentPath, item.name);
    expect((await stat(path)).mode & 0o777, path).toBe(item.isDirectory() ? 0o700 : 0o600);
    if (item.isFile()) expect(item.name).toMatch(/\.sealed$/);
  }
  const restore = async (key?: string) =>
    restoreBackup({ databaseUrl: await emptyDatabase(), storage: storageAt('sealed'), folder, key });
  await expect(restore()).rejects.toThrow('is sealed. Set BACKUP_KEY');
  await expect(restore(`${KEY}!`)).rejects.toThrow('BACKUP_KEY does not open this backup');
  expect((await restore(KEY)).secret).toBe(SECRET);
  // Swap two images, and two tables.
  const backup = await readBackup(folder, keyringOf(KEY));
  const [a, b] = await Promise.all(backup.manifest.pictures.map(async (one) => backup.fileOf(one)));
  for (const [one, other, sentence] of [
    [join(dir, 'backups', a!), join(dir, 'backups', b!), 'product-images/a/0.jpg (images/'],
    [join(folder, 'tables/orders.copy.gz.sealed'), join(folder, 'tables/profiles.copy.gz.sealed'), 'orders'],
  ] as const) {
    const bytes = await readFile(one);
    await writeFile(one, await readFile(other));
    await expect(restore(KEY)).rejects.toThrow(sentence);
    await writeFile(one, bytes);
  }
});

/** A backup and an empty database; each of the next tests leaves it empty. */
let good: string | undefined;
let place: string | undefined;

const IMAGE_FILE = imageFile(UNSEALED, createHash('sha256').update(Buffer.alloc(70_000, 1)).digest('hex'));

test.each<[string, string, (file: string) => Promise<void>, RegExp]>([
  ['a changed byte of a table', 'tables/orders.copy.gz', changeByte, /tables\/orders.copy.gz is .*damaged/],
  ['rows that are none', 'tables/orders.copy.gz', fillWithNonsense, /tables\/orders.copy.gz is .*damaged/],
  ['a table cut off', 'tables/orders.copy.gz', (file) => truncate(file, 500), /orders.copy.gz is damaged/],
  ['a missing table', 'tables/orders.copy.gz', (file) => rm(file), /tables\/orders.copy.gz is missing/],
  ['a changed byte of an image', `../${IMAGE_FILE}`, changeByte, /1.jpg .* is not what was backed up/],
  ['a longer image', `../${IMAGE_FILE}`, (file) => appendFile(file, 'x'), /1.jpg .* is not what was/],
  ['a missing image', `../${IMAGE_FILE}`, (file) => rm(file), /1.jpg .* is missing/],
  ['a manifest cut off', 'manifest.json', (file) => truncate(file, 300), /manifest.json cannot be read/],
  ['no manifest', 'manifest.json', (file) => rm(file), /is not a backup/],
])('%s is refused, and the database stays empty', async (what, file, spoil, sentence) => {
  good ??= (await back()).folder;
  place ??= await emptyDatabase();
  const folder = join(dir, what, basename(good));
  await cp(good, folder, { recursive: true });
  await cp(join(dir, 'backups', 'images'), join(dir, what, 'images'), { recursive: true });
  await spoil(join(folder, file));
  const restored = restoreBackup({ databaseUrl: place, storage: storageAt('spoilt'), folder });
  await expect(restored).rejects.toThrow(sentence);
  const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;
  expect(await query(place, tables)).toEqual([]);
  expect(await readdir(join(dir, 'spoilt', 'product-images', 'a')).catch(() => [])).not.toContain('1.jpg');
});

test('a restore never overwrites data', async () => {
  const { folder } = await back();
  const restore = (databaseUrl: string) => restoreBackup({ databaseUrl, storage: null, folder });
  await expect(restore(shop.url)).rejects.toThrow('The database is not empty');
  const other = await emptyDatabase();
  await query(other, 'create view somebodys as select 1');
  await expect(restore(other)).rejects.toThrow('it holds somebodys');
});

test('rows are not restored without what they need beside them', async () => {
  const { folder } = await back();
  const deps = { databaseUrl: await emptyDatabase(), storage: null, folder };
  const noSecret = () => Promise.reject(new Error('The secret cannot be written'));
  await expect(restoreBackup({ ...deps, beforeCommit: noSecret })).rejects.toThrow('The secret cannot');
  expect((await restoreBackup(deps)).manifest.tables).not.toEqual([]);
});

test('the history of past months is restored into its partitions', async () => {
  const old = await emptyDatabase();
  await migrate(old);
  await query(
    old,
    `insert into change_sets (at) select now() - n * interval '40 days' from generate_series(0, 9) n`,
  );
  const { folder } = await back({ databaseUrl: old });
  const databaseUrl = await emptyDatabase();
  await restoreBackup({ databaseUrl, storage: null, folder });
  expect(
    await query(
      databaseUrl,
      `select count(*)::int as sets, count(*) filter (where tableoid = 'history.change_sets_default'::regclass)::int as "inDefault"
       from change_sets`,
    ),
  ).toEqual([{ sets: 10, inDefault: 0 }]);
});

test.each(['0005_accounts', '0010_bound_caller'])(
  'a backup of an older version, %s, is restored and then migrated; one of a newer version is refused',
  async (migration) => {
    const older = await emptyDatabase();
    const client = await connectOwner(older);
    await client.query('begin');
    await applyMigrations(client, { last: migration });
    await client.query(`
    insert into profiles (id, email) values (gen_random_uuid(), 'ada@shop.test');
    insert into sessions (id, user_id, token, expires_at, way) select gen_random_uuid(), id, 'x', now(), 'code' from profiles`);
    await client.query('commit');
    await client.end();
    const { folder, name } = await back({ databaseUrl: older });
    expect((await manifestIn(folder)).migration).toBe(migration);

    const url = await emptyDatabase();
    await restoreBackup({ databaseUrl: url, storage: null, folder });
    expect(await query(url, 'select sign_in_method from sessions')).toEqual([{ sign_in_method: 'code' }]);
    expect(await query(url, 'select name from backups where verified_at is not null')).toEqual([{ name }]);

    const text = await readFile(join(folder, 'manifest.json'), 'utf8');
    await writeFile(join(folder, 'manifest.json'), text.replace(migration, '9999_later'));
    const later = restoreBackup({ databaseUrl: await emptyDatabase(), storage: null, folder });
    await expect(later).rejects.toThrow('of a newer shop (9999_later). Update the shop first.');
  },
);

test('copying images does not lock the tables', async () => {
  await putImages();
  const local = storageAt('uploads');
  let reads = 0;
  const storage = {
    ...local,
    async get(path: string) {
      reads += 1;
      await query(shop.url, `set lock_timeout = '2s'; alter table products alter column name set not null`);
      return local.get(path);
    },
  };
  await back({ storage });
  expect(reads).toBeGreaterThan(0);
});

test('an empty database is not a shop, and a failed backup leaves nothing', async () => {
  await expect(back({ databaseUrl: await emptyDatabase() })).rejects.toThrow('nothing to back up');
  const before = await readdir(join(dir, 'backups'));
  await putImages();
  const storage = { ...storageAt('uploads'), get: () => Promise.reject(new Error('the disk is gone')) };
  await expect(back({ storage })).rejects.toThrow('the disk is gone');
  expect(await readdir(join(dir, 'backups'))).toEqual(before);
});

test('a verification leaves no database behind, also when it fails', async () => {
  const { folder } = await back();
  // The database of a process that was killed two days ago.
  const abandoned = Math.floor(Date.now() / 1000) - 2 * 24 * 60 * 60;
  await owner.query(`create database aso_drill_${abandoned}_0a1b2c`);
  await verifyBackup({ databaseUrl: shop.url, folder });
  await changeByte(join(folder, 'tables/orders.copy.gz'));
  await expect(verifyBackup({ databaseUrl: shop.url, folder })).rejects.toThrow('damaged');
  // Other tests verify backups on this server at the same time; theirs go, one left behind would stay.
  await expect
    .poll(() => query(shop.url, `select datname from pg_database where datname like 'aso_drill_%'`), {
      timeout: 20_000,
    })
    .toEqual([]);
});

/** Random data large enough that the database fails before the whole file is sent. */
async function fillWithNonsense(file: string): Promise<void> {
  await writeFile(file, gzipSync('nonsense\n'.repeat(2_000_000)));
}

async function changeByte(file: string): Promise<void> {
  const bytes = await readFile(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  await writeFile(file, bytes);
}
