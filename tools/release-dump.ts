import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { listBackups } from '#platform/backup/read-backup.ts';
import { TEST_ENVIRONMENT } from '#platform/test-environment.ts';

// Leaves a small shop of this version for the tests of later ones, as a backup in releases/<version>: npm run
// release-dump. With a folder it runs the code of another checkout there: npm run release-dump -- ../shop-1.0.0.

const PROJECT = dirname(import.meta.dirname);
const run = promisify(execFile);

/** Width of the images of a dump, pixels. */
const WIDTH = 16;

/**
 * What the demo store does not have: every kind of row that a shop in use has. Only columns of version 1.0.0, and tables
 * of later versions where they exist.
 */
const ROWS = `
-- Thousands of likes would be most of the dump.
delete from product_likes where ctid not in (select ctid from product_likes order by product_id, browser_id limit 100);
insert into category_slugs (slug, category_id) select 'before-' || slug, id from categories order by slug limit 3;
insert into accounts (id, user_id, account_id, provider_id)
  select gen_random_uuid(), id, 'subject-of-' || email, 'google' from profiles where email = 'customer@demo.shop';
insert into sessions (id, user_id, token, expires_at)
  select gen_random_uuid(), id, 'token-of-' || email, '2100-01-01' from profiles;
insert into passkeys (id, user_id, name, public_key, credential_id, counter, device_type, backed_up)
  select gen_random_uuid(), id, 'Phone', 'x', 'credential-of-' || email, 7, 'singleDevice', false from profiles where role <> 'user';
insert into two_factors (user_id, secret) select id, 'x' from profiles where email = 'super@demo.shop';
insert into account_events (kind, matter, user_id) select 'signed_in', 'sign_in', id from profiles;
insert into verifications (id, identifier, value, expires_at) values (gen_random_uuid(), 'x', 'x', '2100-01-01');
insert into spent_captchas (nonce, expires_at) values (repeat('0', 32), '2100-01-01');
insert into product_imports (id, user_id, idempotency_key, body_hash, product_count)
  select gen_random_uuid(), id, gen_random_uuid(), 'x', 72 from profiles where email = 'admin@demo.shop';
insert into restored_jobs (id, name, data) values
  (gen_random_uuid(), 'mail', '{"to": "customer@demo.shop", "subject": "Waiting", "text": "Waiting", "html": "<p>Waiting</p>"}');
insert into backups (name, made_at, bytes) values ('aso-house-2026-01-01T030000.000Z', '2026-01-01 03:00Z', 1000);
update products set price = price + 1 where id in (select id from products order by name limit 2);
do $$ begin
  if to_regclass('saved_filters') is not null then
    insert into saved_filters (id, list, name, search) values (gen_random_uuid(), 'orders', 'Pending', '{"status": "pending"}');
    insert into staff_notes (id, order_id, author_id, text)
      select gen_random_uuid(), o.id, p.id, 'Call before noon' from orders o, profiles p where p.email = 'admin@demo.shop';
  end if;
end $$;`;

/** Runs in the checkout, so that its own code opens the database. */
const ADD_ROWS = `
import pg from 'pg';
import { atDatabase } from '#app/cli/run-command.ts';
await atDatabase(async ({ databaseUrl }) => {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query(process.env.ROWS).finally(() => client.end());
}, { asItIs: true });`;

/** Makes the backup of the version in `checkout` and returns its folder, which must not exist. */
async function makeDump(checkout: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(checkout, 'package.json'), 'utf8'));
  const folder = join(PROJECT, 'releases', version);
  if (existsSync(folder)) throw new Error(`${folder} exists: a release keeps its dump`);
  const work = await mkdtemp(join(tmpdir(), 'aso-release-'));
  // The database runs under another account when this process is root.
  await chmod(work, 0o711);
  const [data, backups] = [join(work, 'data'), join(work, 'backups')];
  const env = { ...TEST_ENVIRONMENT, SHOP_MODE: 'demo', DATA_DIR: data, BACKUP_DIR: backups, ROWS };
  const node = (...args: string[]) => run(process.execPath, args, { cwd: checkout, env });
  try {
    await node('src/app/cli/seed-demo-store.ts');
    await node('--input-type=module', '--eval', ADD_ROWS);
    await shrinkImages(join(data, 'uploads'));
    await node('src/app/cli/backup.ts');
    const [backup] = await listBackups(backups);
    if (!backup) throw new Error('No backup was made');
    await cp(backup, folder, { recursive: true });
    // Dumps share their images. Version 1.0.0 has its own, in its folder.
    const images = join(backups, 'images');
    if (existsSync(images)) await cp(images, join(PROJECT, 'releases', 'images'), { recursive: true });
    return folder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Replaces every image by a small one of the same format. */
async function shrinkImages(dir: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const image = sharp(await readFile(path)).resize(WIDTH);
    await writeFile(path, await image.toBuffer());
  }
}

console.log(await makeDump(resolve(process.argv[2] ?? PROJECT)));
