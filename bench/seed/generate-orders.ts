import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { insertRows, type Row } from '#db/seed/insert-rows.ts';
import { productNamesOf } from '#domains/orders/search.ts';
import type { Random } from './random.ts';
import { fullName, orderNote } from './vocabulary.ts';

const DAY = 86_400_000;
const PER_STATEMENT = 1000;

/** Inserts this many customers, without a password: signing in as one is impossible. */
export async function generateUsers(client: pg.ClientBase, count: number, chance: Random): Promise<void> {
  const now = Date.now();
  for (let from = 0; from < count; from += PER_STATEMENT) {
    const length = Math.min(PER_STATEMENT, count - from);
    const rows = Array.from({ length }, (): Row => {
      const id = uuidv7();
      const { first, last } = fullName(chance);
      const createdAt = new Date(now - Math.floor(chance.next() * 700 * DAY));
      return {
        id,
        email: `${first}.${last}.${id.slice(-12)}@seed.example`.toLowerCase(),
        emailVerified: true,
        name: `${first} ${last}`,
        firstName: first,
        lastName: last,
        isDemo: true,
        createdAt,
        updatedAt: createdAt,
      };
    });
    await insertRows(client, 'profiles', rows);
  }
}

interface Buyer {
  id: string;
  name: string;
  email: string;
}
interface Bought {
  id: string;
  name: string;
  price: string;
  image: string | null;
}

/**
 * Inserts this many orders of one to four items, by demo customers (a few are created if there are none), with
 * products of this database. Throws if there is no product.
 */
export async function generateOrders(client: pg.ClientBase, count: number, chance: Random): Promise<void> {
  const products = await someProducts(client);
  if (products.length === 0) throw new Error('Orders need products: add --products 1000');
  if ((await someBuyers(client)).length === 0) await generateUsers(client, Math.ceil(count / 10), chance);
  const buyers = await someBuyers(client);
  const nextNumber = await freeNumbers(client, count, chance);
  const now = Date.now();
  const isNewer = await isNewerThanRelease1(client);
  // Counted once, at the end.
  if (isNewer) await client.query('ALTER TABLE order_items DISABLE TRIGGER total_insert');
  for (let from = 0; from < count; from += PER_STATEMENT) {
    const batch = Math.min(PER_STATEMENT, count - from);
    const orders: Row[] = [];
    const items: Row[] = [];
    const events: Row[] = [];
    for (let index = 0; index < batch; index++) {
      const buyer = chance.pick(buyers);
      const createdAt = new Date(now - Math.floor(chance.next() * 365 * DAY));
      const id = uuidv7();
      const bought = [...new Set(Array.from({ length: chance.int(1, 4) }, () => chance.pick(products)))];
      orders.push({
        id,
        orderNumber: nextNumber(),
        status: chance.pick(['pending', 'processing', 'completed', 'completed', 'completed', 'cancelled']),
        userId: buyer.id,
        customerName: buyer.name,
        customerEmail: buyer.email,
        idempotencyKey: randomUUID(),
        bodyHash: 'seed',
        ...(isNewer && {
          productNames: productNamesOf(bought.map(({ name }) => ({ productName: name }))),
        }),
        openedAt: chance.next() < 0.9 ? createdAt : null,
        isDemo: true,
        createdAt,
        updatedAt: createdAt,
      });
      items.push(...bought.map((product, position) => itemRow(id, product, position, createdAt, chance)));
      events.push({
        id: uuidv7(),
        orderId: id,
        kind: 'submitted',
        actorId: buyer.id,
        actorName: buyer.name,
        createdAt,
      });
    }
    await insertRows(client, 'orders', orders);
    await insertRows(client, 'order_items', items);
    await insertRows(client, 'order_events', events);
  }
  if (!isNewer) return;
  await client.query('ALTER TABLE order_items ENABLE TRIGGER total_insert');
  await client.query('SELECT recount_sales()');
}

/** A database of 1.0.0, which `npm run bench` migrates, has no totals of sales, and orders have no names of products. */
async function isNewerThanRelease1(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    `SELECT to_regclass('sales_totals') IS NOT NULL AS is`,
  );
  return rows[0]!.is;
}

const itemRow = (
  orderId: string,
  product: Bought,
  position: number,
  createdAt: Date,
  chance: Random,
): Row => ({
  id: uuidv7(),
  orderId,
  position,
  productId: product.id,
  productName: product.name,
  productPrice: product.price,
  listPrice: product.price,
  productImage: product.image ?? '/uploads/placeholder.jpg',
  note: chance.next() < 0.6 ? orderNote(chance) : null,
  createdAt,
});

async function someProducts(client: pg.ClientBase): Promise<Bought[]> {
  const { rows } = await client.query<Bought>(
    `SELECT p.id, p.name, p.price, i.image_url AS image
     FROM (SELECT id, name, price FROM products ORDER BY created_at DESC, id DESC LIMIT 5000) p
     LEFT JOIN product_images i ON i.product_id = p.id AND i.is_primary ORDER BY p.id`,
  );
  return rows;
}

/** The first ones: all of a million would need half a gigabyte. */
async function someBuyers(client: pg.ClientBase): Promise<Buyer[]> {
  const { rows } = await client.query<Buyer>(
    `SELECT id, name, email FROM profiles WHERE is_demo AND email LIKE '%@seed.example' ORDER BY id LIMIT 50000`,
  );
  return rows;
}

/** Gives an unused order number at each call, with enough digits that at least half of them are free. */
async function freeNumbers(client: pg.ClientBase, count: number, chance: Random): Promise<() => string> {
  const { rows } = await client.query<{ n: string }>('SELECT order_number AS n FROM orders');
  const digits = Math.max(4, String(2 * (rows.length + count)).length);
  // Numbers with fewer or more digits are others.
  const taken = new Set(rows.filter(({ n }) => n.length === digits).map(({ n }) => Number(n)));
  return () => {
    for (;;) {
      const number = Math.floor(chance.next() * 10 ** digits);
      if (taken.has(number)) continue;
      taken.add(number);
      return String(number).padStart(digits, '0');
    }
  };
}
