import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectOwner } from '#platform/postgres/test-database.ts';
import { createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
const rows = async (statement: string) => (await fixture.owner.query(statement)).rows;
/** Each word with the names and descriptions that it is in. */
const words = async () =>
  Object.fromEntries(
    (
      await rows(
        `SELECT word, sum(names)::int AS names, sum(descriptions)::int AS descriptions FROM search_words
         GROUP BY word HAVING sum(names) <> 0 OR sum(descriptions) <> 0 ORDER BY word`,
      )
    ).map(({ word, names, descriptions }) => [word, [names, descriptions]]),
  );

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

test('SEARCH-01 the table of words follows inserts, changes, drafts and deletions', async () => {
  const id = await fixture.product('Red Cap, red', { description: 'A cap of 100% wool (2xl)' });
  await fixture.product('Cap', { description: 'Red' });
  const expected = { red: [1, 1], cap: [2, 1], a: [0, 1], of: [0, 1], wool: [0, 1], '2xl': [0, 1] };
  expect(await words()).toEqual(expected);
  await fixture.owner.query("UPDATE products SET name = 'Blue Cap' WHERE id = $1", [id]);
  expect(await words()).toEqual({ ...expected, red: [0, 1], blue: [1, 0], cap: [2, 1] });
  await fixture.owner.query("UPDATE products SET status = 'draft' WHERE id = $1", [id]);
  expect(await words()).toEqual({ cap: [1, 0], red: [0, 1] });
  await fixture.owner.query("UPDATE products SET name = 'Secret' WHERE id = $1", [id]);
  expect(await words()).toEqual({ cap: [1, 0], red: [0, 1] });
  await fixture.owner.query("UPDATE products SET status = 'published' WHERE id = $1", [id]);
  expect((await words()).secret).toEqual([1, 0]);
  await fixture.owner.query('DELETE FROM products');
  expect(await words()).toEqual({});
});

test('SEARCH-01 folding keeps the sums, one row for each word, and drops words without a product', async () => {
  await fixture.product('Red Cap');
  await fixture.product('Red Gown');
  const id = await fixture.product('Odd');
  await fixture.owner.query('DELETE FROM products WHERE id = $1', [id]);
  const before = await words();
  await fixture.database.web.execute('SELECT fold_search_words()');
  expect(await words()).toEqual(before);
  expect(await rows('SELECT word FROM search_words ORDER BY word')).toEqual(
    Object.keys(before).map((word) => ({ word })),
  );
  // Nothing to fold: the rows stay as they are.
  const stored = await rows('SELECT ctid, * FROM search_words ORDER BY word');
  await fixture.database.web.execute('SELECT fold_search_words()');
  expect(await rows('SELECT ctid, * FROM search_words ORDER BY word')).toEqual(stored);
  await fixture.owner.query('SELECT recount_search_words()');
  expect(await words()).toEqual(before);
});

test('SEARCH-01 writers at once, with the words in another order, neither wait for each other nor lose a word', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => connectOwner(fixture.url)));
  const [a, b, folding] = clients as [pg.Client, pg.Client, pg.Client];
  const insert = (name: string) =>
    `INSERT INTO products (id, name, description, price) VALUES (gen_random_uuid(), '${name}', 'x', 1)`;
  try {
    await a.query(`BEGIN; SET LOCAL lock_timeout = '2s'; ${insert('one two')}`);
    await b.query(`BEGIN; SET LOCAL lock_timeout = '2s'; ${insert('two one')}`);
    await a.query(insert('two three'));
    await folding.query('SELECT fold_search_words()');
    await b.query(insert('one three'));
    await a.query('COMMIT');
    await b.query('COMMIT');
    expect(await words()).toEqual({ one: [3, 0], two: [3, 0], three: [2, 0], x: [0, 4] });
  } finally {
    for (const client of clients) await client.end();
  }
});

test('SEARCH-01 ten thousand products in one statement append each word once', async () => {
  await fixture.owner.query(`INSERT INTO products (id, name, description, price)
    SELECT gen_random_uuid(), 'Cloth ' || n, 'of adire', 1 FROM generate_series(1, 10000) n`);
  expect(await rows('SELECT word, names, descriptions FROM search_words ORDER BY word')).toEqual([
    { word: 'adire', names: 0, descriptions: 10_000 },
    { word: 'cloth', names: 10_000, descriptions: 0 },
    { word: 'of', names: 0, descriptions: 10_000 },
  ]);
  await fixture.owner.query('UPDATE products SET likes = likes + 1');
  expect(await rows('SELECT count(*)::int AS n FROM search_words')).toEqual([{ n: 3 }]);
});

test('SEARCH-01 nobody but the triggers writes words', async () => {
  await expect(fixture.database.web.execute("INSERT INTO search_words VALUES ('x', 1, 1)")).rejects.toThrow();
  await expect(fixture.database.web.execute('SELECT recount_search_words()')).rejects.toThrow();
  await expect(
    fixture.database.web.execute("INSERT INTO synonyms (words) VALUES ('{a,b}')"),
  ).rejects.toThrow();
});
