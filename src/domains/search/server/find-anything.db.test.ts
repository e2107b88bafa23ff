import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller } from '#shared/caller.ts';
import { searchRouter } from './router.ts';

let database: Database;
let owner: pg.Client;
let close: () => Promise<void>;
const [ADMIN, AMARA, GONE] = [uuidv7(), uuidv7(), uuidv7()];

const as = (caller: Caller) =>
  createRouterClient(searchRouter({ database }), {
    context: testContext(caller),
  });
const find = async (search: string) => {
  const admin = as({ userId: ADMIN, role: 'admin' });
  const { products, close, orders, customers, promotions, closePromotions } = await admin.findAnything({
    search,
  });
  return {
    close: close.map(({ word, by, products }) => [word, by, products.map(({ name }) => name)]),
    products: products.map(({ name }) => name),
    orders: orders.map(({ orderNumber }) => orderNumber),
    customers: customers.map(({ email }) => email),
    promotions: promotions.map(({ code }) => code),
    closePromotions: closePromotions.map(({ word, by, promotions }) => [
      word,
      by,
      promotions.map(({ code }) => code),
    ]),
  };
};
const NOTHING = { products: [], close: [], orders: [], customers: [], promotions: [], closePromotions: [] };

const addOrder = (number: string, name: string, email: string, userId: string | null = AMARA) =>
  owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, customer_phone, idempotency_key, body_hash)
     values ($1, $2, $3, $4, $5, '+2348031234567', $1, 'x')`,
    [uuidv7(), number, userId, name, email],
  );

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  await owner.query(
    `insert into profiles (id, email, role) select id, id || '@shop.test', role
     from (values ($1::uuid, 'admin'), ($2, 'user'), ($3, 'user')) one (id, role)`,
    [ADMIN, AMARA, GONE],
  );
  await owner.query(
    `insert into products (id, name, description, price, created_at) select gen_random_uuid(), name, text, 1, now() - age
     from (values ('Ìró and Bùbá', 'of lace', interval '3 days'), ('Gele', 'worn with an iro', '2 days'), ('100% cotton', 'x', '1 day')) one (name, text, age)`,
  );
  await owner.query(
    `insert into products (id, name, description, price, created_at)
     select gen_random_uuid(), 'Kaftan ' || n, 'x', 1, now() - n * interval '1 hour' from generate_series(1, 9) n`,
  );
  await owner.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_value) values (gen_random_uuid(), 'Eid sale', 'EID26', now(), now(), 1)`,
  );
  await addOrder('001234', 'Amara Ézè', 'amara@mail.test');
  await addOrder('001299', 'Amara Ézè', 'amara@mail.test');
  await addOrder('003412', 'Bola Ade', 'gone', null);
});
afterAll(() => close?.());

test('BULK-05 products are found by their name alone, whatever the accents, the newest first and at most five', async () => {
  expect(await find('iro')).toEqual({ ...NOTHING, products: ['Ìró and Bùbá'] });
  expect(await find('buba IRO')).toEqual({ ...NOTHING, products: ['Ìró and Bùbá'] });
  expect(await find('bu')).toEqual({ ...NOTHING, products: ['Ìró and Bùbá'] });
  expect(await find('ub')).toEqual(NOTHING);
  expect((await find('100%')).products).toEqual(['100% cotton']);
  expect((await find('kaftan')).products).toEqual([1, 2, 3, 4, 5].map((n) => `Kaftan ${n}`));
});

test('SEARCH-07 products are found in other spellings, and by a wrong letter or another word below a heading of their own', async () => {
  await owner.query(
    `insert into products (id, name, description, price, status, created_at) select gen_random_uuid(), name, text, 1, status, now() + n * interval '1 hour'
     from (values ('Ẹtù Agbádá', 'with a cap', 'published', 1), ('Silk agbada', 'x', 'draft', 2), ('Aso-Oke set', 'x', 'published', 3)) one (name, text, status, n)`,
  );
  try {
    expect((await find('AGBADA')).products).toEqual(['Silk agbada', 'Ẹtù Agbádá']);
    for (const typed of ['asooke', 'aso oke', 'aso-oke', 'Aṣọ-òkè', 'asooke sets'])
      expect((await find(typed)).products, typed).toEqual(['Aso-Oke set']);
    expect(await find('etu agbda')).toEqual({ ...NOTHING, close: [['agbda', ['agbada'], ['Ẹtù Agbádá']]] });
    expect(await find('head tie')).toEqual({ ...NOTHING, close: [['head tie', ['gele'], ['Gele']]] });
    // By the category or description of none.
    expect(await find('cap')).toEqual(NOTHING);
    // A synonym that only a category has.
    await owner.query(
      `insert into categories (id, name, slug) values (gen_random_uuid(), 'Isiagu', 'isiagu')`,
    );
    expect(await find('lion head')).toEqual(NOTHING);
  } finally {
    await owner.query(`delete from categories`);
    await owner.query(`delete from products where name similar to '%(gb|Oke)%'`);
  }
});

test('SEARCH-07 of a word of very many products the newest are found', async () => {
  await owner.query(
    `insert into products (id, name, description, price, created_at)
     select gen_random_uuid(), 'Boubou ' || n, 'x', 1, now() - n * interval '1 hour' from generate_series(1, 3000) n order by n desc`,
  );
  expect((await find('boubou')).products).toEqual([1, 2, 3, 4, 5].map((n) => `Boubou ${n}`));
  await owner.query(`delete from products where name like 'Boubou%'`);
});

test('BULK-05 orders are found by number, customers by name, email or phone and once each', async () => {
  expect(await find('#001234')).toEqual({ ...NOTHING, orders: ['001234'] });
  expect(await find('eze ama')).toMatchObject({
    orders: ['001299', '001234'],
    customers: ['amara@mail.test'],
  });
  expect((await find('0803 123 4567')).customers).toEqual(['amara@mail.test']);
  // Their account is deleted.
  expect(await find('bola')).toEqual({ ...NOTHING, orders: ['003412'] });
});

test('BULK-05 a customer is found by their own words however many newer orders have them too, and by no product', async () => {
  await addOrder('004000', 'Chidinma Kaftan', 'chidi@mail.test', GONE);
  // Sixty newer orders of another customer, each with the word in the name of a product and in its number.
  await owner.query(
    `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, product_names, created_at)
     select gen_random_uuid(), (7700 + n)::text, $1, 'Amara Ézè', 'amara@mail.test', gen_random_uuid(), 'x', ' kaftan', now() + n * interval '1 minute'
     from generate_series(1, 60) n`,
    [AMARA],
  );
  expect((await find('kaftan')).customers).toEqual(['chidi@mail.test']);
  expect((await find('mail.test')).customers).toEqual(['amara@mail.test', 'chidi@mail.test']);
  expect((await find('7701')).customers).toEqual([]);
  await owner.query(`delete from orders where user_id = $1 or order_number like '77%'`, [GONE]);
});

test('BULK-05 promotions are found by name or code, and nothing by nothing', async () => {
  expect(await find('eid2')).toEqual({ ...NOTHING, promotions: ['EID26'] });
  expect(await find('sale')).toEqual({ ...NOTHING, promotions: ['EID26'] });
  for (const blank of ['', ' ', '#']) expect(await find(blank)).toEqual(NOTHING);
});

test('SEARCH-07 orders are found by their items in one word or two', async () => {
  await owner.query(
    `insert into products (id, name, description, price) values (gen_random_uuid(), 'Aṣọ-òkè set', 'x', 1)`,
  );
  await owner.query(`update orders set product_names = ' aso oke set' where order_number = '003412'`);
  for (const typed of ['asooke', 'aso oke', 'aso-oke'])
    expect((await find(typed)).orders, typed).toEqual(['003412']);
  await owner.query(`update orders set product_names = null where order_number = '003412'`);
  await owner.query(`delete from products where name like 'Aṣọ%'`);
});

test('SEARCH-07 customers are found by their names in one word or two, with hyphens, apostrophes and accents', async () => {
  await addOrder('005001', 'Adéọlá-Grace Ọbi', 'adeola@mail.test', GONE);
  for (const typed of ['adeolagrace', 'Adeola-Grace', 'adeola grace', 'ADÉOLÁGRACE obi', 'adeolagr'])
    expect((await find(typed)).customers, typed).toEqual(['adeola@mail.test']);
  // The end of one word and the beginning of the next are no name.
  for (const typed of ['olagrace', 'lagr', 'graceobi x'])
    expect((await find(typed)).customers, typed).toEqual([]);
  await owner.query(`update orders set customer_name = 'Adeolagrace O Brien' where user_id = $1`, [GONE]);
  for (const typed of ['Adeola-Grace', 'adeolagrace', "O'Brien", 'obrien', 'o brien', 'O’Brien', 'o-brien'])
    expect((await find(typed)).customers, typed).toEqual(['adeola@mail.test']);
  await owner.query(`update orders set customer_name = 'Adeola O''Brien' where user_id = $1`, [GONE]);
  for (const typed of ["O'Brien", 'obrien', 'o brien', 'Ọ-Brien'])
    expect((await find(typed)).customers, typed).toEqual(['adeola@mail.test']);
  await owner.query(`delete from orders where user_id = $1`, [GONE]);
});

test('SEARCH-07 promotions are found without accents, in one word or two', async () => {
  await owner.query(
    `insert into promotions (id, name, code, start_date, end_date, promotion_value) values (gen_random_uuid(), 'Aṣọ-òkè wéek', 'OKE-26', now(), now(), 1)`,
  );
  for (const typed of ['asooke', 'aso oke', 'Aso-Oke week', 'oke26'])
    expect((await find(typed)).promotions, typed).toEqual(['OKE-26']);
  // The end of one word and the beginning of the next are no word.
  expect((await find('ook')).promotions).toEqual([]);
  // A wrong letter, where nothing is found as it was typed.
  expect(await find('oke wekk')).toEqual({ ...NOTHING, closePromotions: [['wekk', ['week'], ['OKE-26']]] });
  await addOrder('006000', 'Wekk Oke', 'wekk@mail.test');
  expect(await find('oke wekk')).toMatchObject({ orders: ['006000'], closePromotions: [] });
  await owner.query(`delete from orders where order_number = '006000'`);
  await owner.query(`delete from promotions where code = 'OKE-26'`);
});

test('SEARCH-07 wildcards, marks that nobody sees, emoji, NUL and very long words are text', async () => {
  await owner.query(
    `insert into products (id, name, description, price) values (gen_random_uuid(), 'Gown 🎉 50%', 'x', 1)`,
  );
  for (const typed of ['gown 🎉', '\u202egown\u200f', 'go\u0000wn', '50%'])
    expect((await find(typed)).products, typed).toEqual(['Gown 🎉 50%']);
  for (const typed of [
    '%_%',
    '\\',
    "';--",
    '\u0000',
    '\u202e\u200f',
    '🎉🎉',
    'x'.repeat(200),
    '٪',
    '_'.repeat(200),
  ])
    expect(await find(typed), typed).toEqual(NOTHING);
  // A sign alone is found at the beginning of a word.
  expect((await find('🎉')).products).toEqual(['Gown 🎉 50%']);
  await expect(find('x'.repeat(10_000))).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await owner.query(`delete from products where name like 'Gown%'`);
});

test('BULK-05 only staff search, and the database hides orders from everyone else', async () => {
  await expect(as(null).findAnything({ search: 'amara' })).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
  });
  await expect(as({ userId: AMARA, role: 'user' }).findAnything({ search: 'amara' })).rejects.toMatchObject({
    code: 'NO_PERMISSION',
  });
  const { orders, customers } = await as({ userId: AMARA, role: 'admin' }).findAnything({ search: 'amara' });
  expect([orders, customers]).toEqual([[], []]);
});
