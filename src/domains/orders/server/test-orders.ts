import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRouterClient } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { clockIn } from '#platform/clock.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import type { OrderMail } from '#platform/mail/message.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { localStorage } from '#platform/storage/local-storage.ts';
import type { Role } from '#shared/caller.ts';
import { createCheckCode } from '../message/server/check-code.ts';
import type { OrderDeps } from './deps.ts';
import { orderMail } from './order-emails.ts';
import { ordersRouter } from './router.ts';

// Fixture for the database tests of orders: an own database, users, products, and the real router.

export interface TestUser {
  id: string;
  email: string;
  role: Role;
}

export const FIXTURE_NOW = new Date('2026-11-20T12:00:00Z');

/** Runs SQL as the owner of the database, whom no policy restricts. */
// biome-ignore lint/suspicious/noExplicitAny: rows of any query
type Rows = (sql: string, values?: unknown[]) => Promise<any[]>;

/** An own database with the queue of jobs; `close` drops it. */
async function openDatabase() {
  const { testDatabase, database, owner } = await openTestDatabase();
  await installJobs(testDatabase.url);
  const rows: Rows = async (sql, values = []) => (await owner.query(sql, values)).rows;
  await rows("select keep_time_zone('Africa/Lagos')");
  return {
    url: testDatabase.url,
    database,
    rows,
    async close() {
      await database.close();
      // Connections of a closed pool can outlive it for a moment; dropping the database would break them.
      const others =
        'select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
      while ((await rows(others)).length > 0) await sleep(10);
      await owner.end();
      await testDatabase.drop();
    },
  };
}

type TestDatabase = Awaited<ReturnType<typeof openDatabase>>['database'];

/** A shop in Lagos at FIXTURE_NOW, with its files in the folder `uploads`. */
const shopDeps = (database: TestDatabase, uploads: string): OrderDeps => ({
  database,
  storage: localStorage(uploads),
  log: createLog('fatal'),
  clock: clockIn('Africa/Lagos', () => FIXTURE_NOW),
  shop: {
    name: 'Aso House',
    publicUrl: 'https://shop.example',
    whatsapp: '2348012345678',
    currency: 'NGN',
    ordersEmail: 'orders@shop.example',
    checkCodeOf: createCheckCode('a-secret-of-more-than-thirty-two-letters'),
  },
  limits: createLimits(database.web),
});

/** Adds users. */
function userRows(rows: Rows) {
  async function addUser({
    role = 'user',
    firstName = 'Ada',
    lastName = 'Obi',
    phone = null,
  }: {
    role?: Role;
    firstName?: string;
    lastName?: string;
    phone?: string | null;
  } = {}): Promise<TestUser> {
    const id = uuidv7();
    // Without digits: a search for a number finds no email by chance.
    const email = `${id.replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}@shop.example`;
    await rows(
      `insert into profiles (id, email, email_verified, name, first_name, last_name, phone, role)
       values ($1, $2, true, $3 || ' ' || $4, $3, $4, $5, $6)`,
      [id, email, firstName, lastName, phone, role],
    );
    return { id, email, role };
  }

  async function addUsers(n: number): Promise<TestUser[]> {
    const users = Array.from({ length: n }, () => uuidv7()).map((id) => ({
      id,
      email: `${id}@shop.example`,
      role: 'user' as const,
    }));
    await rows(
      `insert into profiles (id, email, name) select id, id || '@shop.example', 'One of many' from unnest($1::uuid[]) id`,
      [users.map(({ id }) => id)],
    );
    return users;
  }

  return { addUser, addUsers };
}

/** Adds products and promotions. */
function productRows(rows: Rows) {
  async function addPromotion({
    code = 'EID',
    type = 'percentage',
    value = '10.00',
    start = '2026-11-01',
    end = '2026-11-20',
  } = {}): Promise<string> {
    const id = uuidv7();
    await rows(
      `insert into promotions (id, name, code, start_date, end_date, promotion_type, promotion_value)
       values ($1, $2, $2, $3, $4, $5, $6)`,
      [id, code, start, end, type, value],
    );
    return id;
  }

  async function addProduct({
    name = 'Kaftan',
    price = '10.00',
    image = null as string | null,
    promotion = null as string | null,
  } = {}): Promise<string> {
    const id = uuidv7();
    await rows(
      'insert into products (id, name, description, price, promotion_id) values ($1, $2, $3, $4, $5)',
      [id, name, 'Cut in Lagos', price, promotion],
    );
    if (image !== null) {
      await rows(
        `insert into product_images (id, product_id, image_url, is_primary, display_order, width, height)
         values ($1, $3, '/uploads/product-images/first.jpg', false, 0, 10, 10), ($2, $3, $4, true, 1, 10, 10)`,
        [uuidv7(), uuidv7(), id, image],
      );
    }
    return id;
  }

  return { addPromotion, addProduct };
}

/** Reads and changes beside the operations. */
function sqlOf(database: TestDatabase, rows: Rows) {
  const counts = async () => {
    const [row] = await rows(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from order_items) as items,
              (select count(*)::int from order_events) as events,
              (select count(*)::int from pgboss.job where name = 'mail') as mails`,
    );
    return row;
  };

  /** Runs SQL as the web role on behalf of a user, under row level security alone. */
  const sqlAs = (user: TestUser | null, statement: string) =>
    database.asCaller(user && { userId: user.id, role: user.role }, (tx) => tx.execute(statement));

  /** Undoes the newest change set. */
  async function undoNewest(user: TestUser): Promise<{ rows: number; left: number }> {
    const [{ id }] = await rows('select id from change_sets order by at desc, transaction_id desc limit 1');
    const undone = await sqlAs(user, `select undo_change_set('${id}', false) as undone`);
    return (undone.rows[0] as { undone: { rows: number; left: number } }).undone;
  }

  /** Deletes all but the users. */
  const clear = () =>
    rows(
      `truncate orders, order_items, order_events, products, promotions, limits, pgboss.job, change_sets, changes
       cascade`,
    );

  /** Changes when an order was placed. */
  const placeAt = (id: string, at: string) =>
    rows('update orders set created_at = $2 where id = $1', [id, at]);

  return { counts, sqlAs, undoNewest, placeAt, clear };
}

/** The operations of the contract, and what tests do with several of them. */
function operationsOf(deps: OrderDeps, rows: Rows, { addProduct }: ReturnType<typeof productRows>) {
  const router = ordersRouter(deps);
  /** The orders router on behalf of a user; null is a visitor. */
  const as = (user: TestUser | null) =>
    createRouterClient(router, { context: testContext(user && { userId: user.id, role: user.role }) });

  /** Submits an order of one product. */
  async function orderOf(user: TestUser, idempotencyKey = randomUUID() as string, note = '') {
    const [known] = await rows("select id from products where name = 'Everyday kaftan'");
    const productId = known?.id ?? (await addProduct({ name: 'Everyday kaftan', price: '10.00' }));
    return as(user).submit({ idempotencyKey, lines: [{ productId, shownPrice: 10, note }] });
  }

  /** Submits an order of new products with these names, at ₦10 each. */
  async function orderOfProducts(user: TestUser, names: readonly string[], note = '') {
    const ids = await Promise.all(names.map((name) => addProduct({ name, price: '10.00' })));
    return as(user).submit({
      idempotencyKey: randomUUID(),
      lines: ids.map((productId) => ({ productId, shownPrice: 10, note })),
    });
  }

  /** Kind, name and detail of each entry of an order's timeline, as staff see it. */
  const timelineOf = async (id: string, staff: TestUser) =>
    (await as(staff).getForAdmin({ id })).events.map(
      ({ kind, name, detail }) => [kind, name, detail] as const,
    );

  return { as, orderOf, orderOfProducts, timelineOf };
}

export type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Creates the fixture; `close` drops its database. */
export async function createFixture() {
  const { url, database, rows, close } = await openDatabase();
  const uploads = await mkdtemp(join(tmpdir(), 'aso-orders-'));
  const deps = shopDeps(database, uploads);
  const products = productRows(rows);
  return {
    url,
    database,
    storage: deps.storage,
    rows,
    ...userRows(rows),
    ...products,
    ...operationsOf(deps, rows, products),
    ...sqlOf(database, rows),
    /** The email that the worker makes of a job of the queue `mail`. */
    mailOf: (job: OrderMail) => orderMail(deps, job),
    async close() {
      await close();
      await rm(uploads, { recursive: true, force: true });
    },
  };
}
