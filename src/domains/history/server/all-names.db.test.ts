import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HistoryFixture, openHistory } from './test-history.ts';

let history: HistoryFixture;
const SHARED = '0190a000-0000-7000-8000-000000000001';

beforeAll(async () => {
  history = await openHistory();
});
afterAll(async () => {
  await history?.close();
});
beforeEach(() => history.owner.query('TRUNCATE products, change_sets, changes CASCADE'));

const found = async (search: string) =>
  (await history.as('super_admin').listChangeSets({ search })).items.map(({ summary }) => summary);
const texts = async () =>
  (await history.rows<{ search: string }>('SELECT search FROM change_sets ORDER BY at')).map(
    ({ search }) => search,
  );

/** Adds products named 'Agbada Olówó KF-<n>', each with a code of its own, from one number to another. */
const addProducts = (from: number, to: number) =>
  `INSERT INTO products (id, name, description, price)
   SELECT gen_random_uuid(), 'Agbada Olówó KF-' || n, 'D', 1 FROM generate_series(${from}, ${to}) n`;
const join = `SELECT join_change_set('${SHARED}')`;

test('HIST-06 each of 10,000 names of a set is found, by its words in any order and with a hyphen or without', async () => {
  await history.change('admin', 'Imported {products}', addProducts(10_001, 20_000));
  await history.change('admin', 'Added {products}', addProducts(20_001, 20_001));
  const all = ['Imported 10,000 products'];
  for (const n of [10_001, 10_200, 10_201, 15_000, 20_000])
    expect(await found(`Agbada Olówó KF-${n}`), `${n}`).toEqual(all);
  for (const words of ['kf 19999', 'KF-19999', '19999 olowo', 'agbada-olowo 19999', 'import kf 19999'])
    expect(await found(words), words).toEqual(all);
  expect(await found('kf 20001')).toEqual(['Added Agbada Olówó KF-20001']);
  expect(await found('kf 20002')).toEqual([]);
  expect(await found('gele 19999')).toEqual([]);
  // Words that the names share are there once.
  expect((await texts())[0]!.match(/olowo|kf/g)).toHaveLength(2);
});

test('HIST-06 a renamed product is found by both names', async () => {
  const id = uuidv7();
  await history.change(
    'admin',
    'Changed {products}',
    `INSERT INTO products (id, name, description, price) VALUES ('${id}', 'Iro and Buba', 'D', 1)`,
    `UPDATE products SET name = 'Senator Wear' WHERE id = '${id}'`,
    addProducts(1, 300),
  );
  expect(await found('iro buba')).toEqual(['Changed 301 products']);
  expect(await found('senator wear')).toEqual(['Changed 301 products']);
});

test('HIST-06 a shared set is found by what each of its transactions changed, and is not indexed again for known names', async () => {
  const raise = `UPDATE products SET price = price + 1`;
  const add = (from: number, to: number) =>
    history.change('admin', 'Added {products}', join, addProducts(from, to));
  await add(1000, 1000);
  // The first name was in the summary alone.
  await add(1001, 1300);
  expect(await found('kf 1000')).toEqual(['Added 301 products']);
  // What it has stays as it is: a word that nothing else would write is still there.
  await history.owner.query(`UPDATE change_sets SET search = search || ' kept'`);
  const [before] = await texts();
  await history.change('admin', 'Added {products}', join, `${raise} WHERE name LIKE '%KF-10%'`);
  await history.change('admin', 'Added {products}', join, raise);
  expect(await texts()).toEqual([before]);
  await add(5000, 5000);
  await history.change(
    'admin',
    'Added {products}',
    join,
    `INSERT INTO products (id, name, description, price) VALUES (gen_random_uuid(), 'Gele Olówó 7', 'D', 1)`,
  );
  const [after] = await texts();
  // Words, not names, and each once: 'kf' and 'olowo' were there.
  expect(after!.slice(0, before!.length)).toBe(before);
  expect(
    after!
      .slice(before!.length + 1)
      .split(' ')
      .sort(),
  ).toEqual(['5000', '7', 'gele']);
  for (const words of ['kf 1000', 'kf-1300', 'kf 5000', 'gele olowo 7', 'kept'])
    expect(await found(words), words).toEqual(['Added 303 products']);
  // Of a summary, whatever is no number.
  await history.change('admin', 'Added and priced {products}', join, addProducts(6000, 6000));
  expect(await found('priced 6000')).toEqual(['Added and priced 304 products']);
});

test('HIST-06 orders are found by their numbers, and messages, which have no names, by the summary', async () => {
  await history.owner.query(
    `INSERT INTO orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash)
     SELECT gen_random_uuid(), (40000 + n)::text, $1, 'Amara', 'a@b.c', gen_random_uuid(), 'x' FROM generate_series(1, 300) n`,
    [history.userIds.user],
  );
  await history.owner.query(
    `INSERT INTO contact_submissions (id, name, email, subject, message)
     SELECT gen_random_uuid(), 'Bisi', 'bisi@shop.test', 'Hello', 'When do you open?' FROM generate_series(1, 300) n`,
  );
  await history.owner.query('TRUNCATE change_sets, changes');
  await history.change('admin', 'Set {orders} to Processing', `UPDATE orders SET status = 'processing'`);
  await history.change('admin', 'Marked {messages} read', `UPDATE contact_submissions SET read_at = now()`);
  for (const number of [40_001, 40_201, 40_300])
    expect(await found(`${number} processing`), `${number}`).toEqual(['Set 300 orders to Processing']);
  expect(await found('40301')).toEqual([]);
  expect((await texts())[1]).toBe('marked 300 messages read');
});

test.each([3, 250])(
  'HIST-11 of a set of %i accounts no part of a deleted name or email stays',
  async (count) => {
    const [named, nameless] = [uuidv7(), uuidv7()];
    await history.owner.query(
      `INSERT INTO profiles (id, email, first_name, last_name)
     SELECT CASE n WHEN 1 THEN $1::uuid WHEN 2 THEN $2::uuid ELSE gen_random_uuid() END,
       CASE n WHEN 2 THEN 'zainab.o-k@mail.test' ELSE 'user' || n || '.${count}@shop.test' END,
       CASE n WHEN 1 THEN 'Quadrí Ọlá' WHEN 2 THEN '' ELSE 'Ola' || n END, CASE n WHEN 1 THEN 'Zubi-Oke' WHEN 2 THEN '' ELSE 'Eze' END
     FROM generate_series(1, ${count}) n`,
      [named, nameless],
    );
    await history.owner.query('TRUNCATE change_sets, changes');
    const those = `(SELECT id FROM profiles WHERE email LIKE '%.${count}@shop.test' OR id IN ('${named}', '${nameless}'))`;
    // Beside products, whose names are words.
    await history.change(
      'super_admin',
      'Changed {users} and {products}',
      `UPDATE profiles SET banned = true WHERE id IN ${those}`,
      addProducts(1, count),
    );
    await history.as('super_admin').undoChangeSet({ id: await history.newest() });
    const before = await texts();
    expect(before).toHaveLength(2);
    for (const text of before) {
      expect(text).toContain('quadri ola zubi oke');
      expect(text).toContain('zainab.o k@mail.test');
    }
    for (const id of [named, nameless])
      await history.database.authPool.query('DELETE FROM profiles WHERE id = $1', [id]);
    for (const text of await texts()) {
      expect(text).not.toMatch(/quadri|\bola\b|zubi|oke\b|zainab|mail\.test/);
      expect(text).toContain('ola3 eze');
      expect(text).toContain('a former user');
    }
  },
);

test('HIST-11 accounts that join a set of 250 are whole in it, and stay masked', async () => {
  const [first, last] = [uuidv7(), uuidv7()];
  await history.owner.query(
    `INSERT INTO profiles (id, email, first_name, last_name) VALUES
     ($1, 'sade@joined.test', 'Sade', 'Bello'), ($2, 'musa@joined.test', 'Musa', 'Danjuma')`,
    [first, last],
  );
  const ban = (id: string, ...others: string[]) =>
    history.change(
      'super_admin',
      'Changed {products} and {users}',
      join,
      `UPDATE profiles SET banned = true WHERE id = '${id}'`,
      ...others,
    );
  await ban(first, addProducts(1, 250));
  await ban(last);
  expect((await texts())[0]).toMatch(/sade bello.*musa danjuma|musa danjuma.*sade bello/);
  await history.database.authPool.query('DELETE FROM profiles WHERE id = $1', [last]);
  await history.change('super_admin', 'Changed {products} and {users}', join, addProducts(300, 300));
  expect(await texts()).toEqual([expect.stringContaining('sade bello')]);
  expect((await texts())[0]).not.toMatch(/musa|danjuma|joined/);
});
