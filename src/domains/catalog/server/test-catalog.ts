import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { Change } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Caller, Role } from '#shared/caller.ts';
import type { CatalogDeps } from './catalog-deps.ts';
import { catalogRouter } from './router.ts';

// Fixture for the catalogue's database tests: an own database, an adjustable clock, and the real router.

export type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** A call's context, with these cookies and this caller. */
export const contextOf = (cookie = '', caller: Caller = null) =>
  testContext(caller, { headers: new Headers({ cookie }) });

export const namesOf = ({ items }: { items: { name: string }[] }): string[] => items.map(({ name }) => name);

/** Creates the fixture; `reset` empties its database, `close` drops it. */
export async function createFixture() {
  const { testDatabase: base, database, owner, close } = await openTestDatabase();
  const listeners = new Set<(change: Change) => void>();
  const uploads = await mkdtemp(join(tmpdir(), 'aso-catalogue-'));
  let now = new Date(0);
  let minute = 0;
  const storage = localStorage(uploads);
  const deps: CatalogDeps = {
    database,
    clock: clockIn('Africa/Lagos', () => now),
    changes: {
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      isListening: () => true,
    },
    secureCookies: false,
    storage,
    log: createLog('silent'),
  };
  const apiOf = (context = contextOf(), more: Partial<CatalogDeps> = {}) =>
    createRouterClient(catalogRouter({ ...deps, ...more }), { context });
  /** Creates a user of this role; call the API as them with `apiOf(contextOf('', user))`. */
  async function createUser(role: Role, firstName = '') {
    const userId = randomUUID();
    await owner.query('INSERT INTO profiles (id, email, first_name, role) VALUES ($1, $2, $3, $4)', [
      userId,
      `${userId}@test.shop`,
      firstName,
      role,
    ]);
    return { userId, role };
  }
  async function category(
    name: string,
    more: { parentId?: string; isActive?: boolean; displayOrder?: number } = {},
  ) {
    const id = randomUUID();
    await owner.query(
      'INSERT INTO categories (id, name, slug, parent_id, is_active, display_order) VALUES ($1, $2, $3, $4, $5, $6)',
      [id, name, name.toLowerCase(), more.parentId ?? null, more.isActive ?? true, more.displayOrder ?? 0],
    );
    return id;
  }
  /** Each product is one minute newer than the previous one. */
  async function product(
    name: string,
    more: {
      description?: string;
      price?: string;
      categoryId?: string;
      featured?: boolean;
      promotionId?: string;
      likes?: number;
      status?: 'published' | 'draft';
      soldOut?: boolean;
    } = {},
  ) {
    const id = randomUUID();
    await owner.query(
      `INSERT INTO products (id, name, description, price, category_id, featured, promotion_id, likes, status, sold_out, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [
        id,
        name,
        more.description ?? 'Sewn in Lagos',
        more.price ?? '100.00',
        more.categoryId ?? null,
        more.featured ?? false,
        more.promotionId ?? null,
        more.likes ?? 0,
        more.status ?? 'published',
        more.soldOut ?? false,
        new Date(Date.UTC(2026, 0, 1) + ++minute * 60_000),
      ],
    );
    return id;
  }
  async function promotion(code: string, startDate: string, endDate: string) {
    const id = randomUUID();
    await owner.query(
      `INSERT INTO promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
       VALUES ($1, $2, $2, $3, $4, 'percentage', 12.5)`,
      [id, code, startDate, endDate],
    );
    return id;
  }
  async function images(productId: string, list: [url: string, isPrimary: boolean][]) {
    await owner.query('BEGIN');
    for (const [n, [url, isPrimary]] of list.entries()) {
      await owner.query(
        `INSERT INTO product_images (id, product_id, image_url, is_primary, display_order, width, height)
         VALUES ($1, $2, $3, $4, $5, 1200, 1500)`,
        [randomUUID(), productId, url, isPrimary, n],
      );
    }
    await owner.query('COMMIT');
  }
  return {
    /** The owner's, for another connection. */
    url: base.url,
    owner,
    database,
    storage,
    deps,
    apiOf,
    createUser,
    category,
    product,
    promotion,
    images,
    /** The creation time of the last product. */
    lastCreated: () => new Date(Date.UTC(2026, 0, 1) + minute * 60_000),
    setNow: (instant: string) => {
      now = new Date(instant);
    },
    /** Notifies the process that a table changed. */
    changed: (table: string) => {
      for (const listener of listeners) listener({ table, op: 'update' });
    },
    reset: async () => {
      await owner.query('TRUNCATE products, categories, promotions CASCADE');
      now = new Date('2026-11-20T12:00:00Z');
      listeners.clear();
    },
    close: async () => {
      await close();
      await rm(uploads, { recursive: true, force: true });
    },
  };
}
