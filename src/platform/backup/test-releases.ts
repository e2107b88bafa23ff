import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import { expect } from 'vitest';
import { type Storage, storagePathOf } from '#platform/storage/storage.ts';
import type { Manifest } from './manifest.ts';

const DIR = 'releases';

/** The versions that left a dump (npm run release-dump), and its folder. */
export const releases = readdirSync(DIR)
  .filter((name) => /^\d/.test(name))
  .map((version) => [version, join(DIR, version)] as const);

/** Columns that a later version renamed: 'table.before' → after. */
const RENAMED: Record<string, string> = {
  'accounts.address': 'email',
  'sessions.way': 'sign_in_method',
  'sessions.second_step': 'second_factor',
  'sessions.proven_at': 'reauthenticated_at',
  'backups.proven_at': 'verified_at',
  'backups.drill_error': 'verification_error',
};
/** Tables whose rows are folded or moved by the shop itself. */
const REWRITTEN = ['counters', 'restored_jobs'];

type Rows = Map<string, string[]>;

/** Every row of a dump's tables in its own columns, as sorted text. `isUpgraded` reads renamed columns by their new name. */
export async function readRows(
  client: pg.ClientBase,
  tables: Manifest['tables'],
  isUpgraded: boolean,
): Promise<Rows> {
  const rows: Rows = new Map();
  for (const { name, columns } of tables) {
    if (REWRITTEN.includes(name)) continue;
    const read = columns.map((column) => (isUpgraded && RENAMED[`${name}.${column}`]) || column);
    const found = await client.query(
      `select row(${read.join(', ')})::text collate "C" as row from ${name} order by 1`,
    );
    rows.set(
      name,
      found.rows.map(({ row }) => row),
    );
  }
  return rows;
}

/** Every image that a row names is in the storage, and can be decoded. Returns their number. */
export async function expectImagesOpen(client: pg.ClientBase, storage: Storage): Promise<number> {
  const { rows } = await client.query<{ url: string }>(
    `select image_url as url from product_images union select image_url from hero_slide_images
     union select image_url from categories where image_url is not null union select product_image from order_items`,
  );
  for (const { url } of rows) {
    const file = await storage.get(storagePathOf(url)!);
    expect(file, `${url} is in the storage`).not.toBeNull();
    const { width } = await sharp(await new Response(file!.stream).bytes()).metadata();
    expect(width, url).toBeGreaterThan(0);
  }
  return rows.length;
}
