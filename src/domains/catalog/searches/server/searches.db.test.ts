import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createLog } from '#platform/log.ts';
import { contextOf, createFixture, type Fixture } from '../../server/test-catalog.ts';
import { synonymForm, synonymLine } from '../searches.contract.ts';
import { createSearchCounter, type SearchCounter } from './search-counter.ts';

let fixture: Fixture;
let counter: SearchCounter;
let admin: Awaited<ReturnType<Fixture['createUser']>>;
const staff = () => fixture.apiOf(contextOf('', admin));
const stored = async () =>
  (await fixture.owner.query('SELECT query, times, found FROM searches ORDER BY times DESC, query')).rows;
const search = (query: string, found = 1) => counter.note({ query, found });

beforeAll(async () => {
  fixture = await createFixture();
  // Days are those of the fixture's clock.
  await fixture.owner.query("SELECT keep_time_zone('Africa/Lagos')");
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('TRUNCATE searches, synonyms');
  admin = await fixture.createUser('admin');
  fixture.setNow(new Date().toISOString());
  counter = createSearchCounter({ database: fixture.database, log: createLog('silent') });
});

test('SEARCH-06 searches are counted by their words and the day alone', async () => {
  for (const query of ['Agbádá', ' agbada ', 'GELE']) search(query, 3);
  search('agbada', 5);
  await counter.stop();
  expect(await stored()).toEqual([
    { query: 'agbada', times: 3, found: 5 },
    { query: 'gele', times: 1, found: 3 },
  ]);
  const { rows } = await fixture.owner.query(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns WHERE table_name = 'searches' ORDER BY 1`,
  );
  expect(rows).toEqual([
    { name: 'day', type: 'date' },
    { name: 'found', type: 'integer' },
    { name: 'query', type: 'text' },
    { name: 'times', type: 'integer' },
  ]);
});

test('SEARCH-06 a search in a chosen order counts, and another order of the same hits does not', async () => {
  counter.note({ query: 'fila', found: 2, isSorted: true });
  for (const isSorted of [false, true, true]) counter.note({ query: 'gele', found: 1, isSorted });
  await counter.stop();
  expect(await stored()).toEqual([
    { query: 'fila', times: 1, found: 2 },
    { query: 'gele', times: 1, found: 1 },
  ]);
});

test('SEARCH-06 what was typed on the way to a search is not counted, nor what could be a person', async () => {
  for (const query of [
    'a',
    'agb',
    'agbad',
    'agbada',
    'amara@mail.ng',
    '0803 123 4567',
    '+2348031234567',
    '0803.123.4567',
    '?!',
    '  ',
    '\u0000',
  ])
    search(query);
  await counter.stop();
  expect(await stored()).toEqual([{ query: 'agbada', times: 1, found: 1 }]);
});

test('SEARCH-06 ten thousand letters, NUL, wildcards and emoji are text', async () => {
  for (const query of ['x'.repeat(10_000), `${'x'.repeat(99)}🎉`, 'a\u0000b', '100%_', '🎉', "'; DROP"])
    search(query);
  await counter.stop();
  const queries = (await stored()).map(({ query }) => query);
  expect(new Set(queries)).toEqual(
    new Set(['drop', '100', 'ab', 'x'.repeat(100), '🎉', `${'x'.repeat(99)}\ufffd`]),
  );
  const found = async (search: string) => (await staff().listSearches({ search })).items.map(({ id }) => id);
  expect(await found('%')).toEqual([]);
  expect(await found('🎉')).toEqual(['🎉']);
});

test('SEARCH-06 a flood of different queries fills neither memory nor table, and pushes out no frequent one', async () => {
  for (let n = 0; n < 3; n++) search('agbada');
  for (let n = 0; n < 10_000; n++) search(`${n} flood`);
  await counter.flush();
  expect(await stored()).toHaveLength(500);
  const flood = (from: number) =>
    fixture.owner.query(
      `SELECT count_searches(array_agg(n || ' flood'), array_agg(1), array_agg(0)) FROM generate_series($1::int, $1::int + 999) n`,
      [from],
    );
  for (let from = 0; from < 4_000; from += 1_000) await flood(from);
  expect(await stored()).toHaveLength(2_000);
  expect((await stored())[0]).toEqual({ query: 'agbada', times: 3, found: 1 });
  await counter.stop();
});

test('SEARCH-06 a search goes on where counting fails', async () => {
  const broken = createSearchCounter({ database: { web: {} as never }, log: createLog('silent') });
  broken.note({ query: 'agbada', found: 1 });
  await expect(broken.stop()).resolves.toBeUndefined();
  await counter.stop();
});

test('SEARCH-06 counts are kept for 90 days', async () => {
  await fixture.owner.query(
    `INSERT INTO searches SELECT (now() AT TIME ZONE shop_time_zone())::date - n, 'gele', 1, 0 FROM generate_series(0, 100) n`,
  );
  await fixture.database.web.execute('SELECT forget_searches()');
  expect((await stored()).length).toBe(90);
  expect((await staff().listSearches({ days: '90' })).items).toMatchObject([{ id: 'gele', times: 90 }]);
  expect((await staff().listSearches({ days: '7' })).items).toMatchObject([{ id: 'gele', times: 7 }]);
  await counter.stop();
});

test('SEARCH-06 what found nothing is mended by words that mean the same, for the next search', async () => {
  await fixture.product('Silk Agbada');
  const api = fixture.apiOf();
  const close = async () => (await api.listProducts({ search: 'flyrobe' })).close.map(({ by }) => by);
  search('flyrobe', 0);
  search('agbada', 1);
  await counter.stop();
  const nothing = async () => (await staff().listSearches({ nothing: true })).items.map(({ id }) => id);
  expect(await nothing()).toEqual(['flyrobe']);
  expect(await close()).toEqual([]);
  const id = randomUUID();
  const saved = await staff().createSynonym({ id, words: ['flyrobe', ' AGBÁDÁ', 'agbada'] });
  expect(saved).toMatchObject({ id, words: ['flyrobe', 'agbada'], version: 1 });
  // Sent twice.
  expect(await staff().createSynonym({ id, words: ['flyrobe', 'agbada'] })).toEqual(saved);
  fixture.changed('synonyms');
  expect(await close()).toEqual([['agbada']]);
  expect(await nothing()).toEqual([]);
  expect((await staff().listSearches({ search: 'FLY' })).items).toMatchObject([
    { id: 'flyrobe', means: ['agbada'] },
  ]);
  const words = ['flyrobe', 'agbada', 'gown'];
  const changed = await staff().updateSynonym({ id, version: 1, words });
  expect(changed).toMatchObject({ words, version: 2, updatedBy: expect.any(String) });
  // COLLAB-02: an open form reads it again, with its author.
  expect(await staff().listSynonyms()).toEqual([changed]);
  await expect(staff().updateSynonym({ id, version: 1, words: ['flyrobe', 'cap'] })).rejects.toMatchObject({
    code: 'STALE',
  });
  await staff().deleteSynonym({ id });
  await expect(staff().deleteSynonym({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await nothing()).toEqual(['flyrobe']);
});

test('SEARCH-06 words that are sent again after a lost response are saved as corrected', async () => {
  const id = randomUUID();
  await staff().createSynonym({ id, words: ['flyrobe', 'gown'] });
  const words = ['flyrobe', 'agbada'];
  expect(await staff().createSynonym({ id, words })).toMatchObject({ id, words });
  expect(await staff().createSynonym({ id, words })).toMatchObject({ words, version: 2 });
  await expect(staff().createSynonym({ id, words: ['flyrobe', 'kaftan'] })).rejects.toMatchObject({
    code: 'STALE',
    data: { current: { id, words, version: 2 } },
  });
  expect(await staff().listSynonyms()).toMatchObject([{ id, words }]);
  const other = randomUUID();
  await staff().createSynonym({ id: other, words: ['cap', 'fila'] });
  await expect(staff().createSynonym({ id: other, words })).rejects.toMatchObject({ code: 'CONFLICT' });
  // New ones that another group has already are that group.
  expect(await staff().createSynonym({ id: randomUUID(), words })).toMatchObject({ id });
});

test('SEARCH-06 punctuation of a query makes no other query, and is no reason why a synonym does not find', async () => {
  await fixture.product('Coral Necklace');
  for (const query of ['beadz?', '“Beadz”', 'beadz, red']) search(query, 0);
  await counter.stop();
  const nothing = async () => (await staff().listSearches({ nothing: true })).items.map(({ id }) => id);
  expect(await nothing()).toEqual(['beadz', 'beadz red']);
  for (const query of await nothing()) {
    const { words } = synonymForm.parse({ words: `${synonymLine([query, ''])}necklace` });
    expect(words).toEqual([query, 'necklace']);
    await staff().createSynonym({ id: randomUUID(), words });
  }
  expect(await nothing()).toEqual([]);
  fixture.changed('synonyms');
  for (const [query, word] of [
    ['beadz?', 'beadz?'],
    ['beadz, red!', 'beadz, red!'],
  ])
    expect((await fixture.apiOf().listProducts({ search: query })).close).toEqual(
      expect.arrayContaining([expect.objectContaining({ word, by: ['necklace'] })]),
    );
  // Counted before with its punctuation: one phrase of the form, not two.
  expect(synonymLine(['red, agbada', ''])).toBe('red agbada, ');
});

test('SEARCH-06 a query of eight words and one of a hundred letters are mended too', async () => {
  await fixture.product('Silk Agbada');
  const queries = [
    'flyrobe for zzone zztwo zzthree zzfour zzfive zzsix',
    `${'zq'.repeat(29)} ${'wx'.repeat(40)} zend`,
  ];
  for (const query of queries) search(query, 0);
  await counter.stop();
  const nothing = async () => (await staff().listSearches({ nothing: true })).items.map(({ id }) => id);
  const counted = await nothing();
  expect(counted.map((query) => query.length)).toEqual(expect.arrayContaining([51, 100]));
  for (const query of counted) {
    const { words } = synonymForm.parse({ words: `${synonymLine([query, ''])}agbada` });
    await staff().createSynonym({ id: randomUUID(), words });
  }
  expect(await nothing()).toEqual([]);
  fixture.changed('synonyms');
  for (const query of queries) {
    const { close } = await fixture.apiOf().listProducts({ search: query });
    expect(
      close.map(({ by }) => by),
      query,
    ).toEqual([['agbada']]);
  }
});

test('SEARCH-06 what found nothing has a candidate, which one press accepts and one undoes', async () => {
  await fixture.product('Brocade Agbada', { description: 'embroidered, a pleasure' });
  await fixture.category('Handkerchiefs');
  for (const [query, found] of [
    ['agbadaset', 0],
    ['handkercheifes', 0],
    ['embrodry', 0],
    ['brockkad', 0],
    // Only the word that is sought has one.
    ['please show the qwrtzp', 0],
    ['qwrtzp', 0],
    ['tv', 0],
    ['12345', 0],
    ['gele', 1],
  ] as const)
    search(query, found);
  await counter.stop();
  const candidates = async () =>
    Object.fromEntries((await staff().listSearches({})).items.map((one) => [one.id, one.candidate]));
  expect(await candidates()).toEqual({
    agbadaset: 'agbada',
    handkercheifes: 'handkerchiefs',
    embrodry: null,
    brockkad: 'brocade',
    qwrtzp: null,
    'please show the qwrtzp': null,
    tv: null,
    12345: null,
    gele: null,
  });
  const found = async () =>
    (await fixture.apiOf().listProducts({ search: 'brockkad' })).close.map(({ by }) => by);
  expect(await found()).toEqual([]);
  await staff().createSynonym({ id: randomUUID(), words: ['brockkad', 'brocade'] });
  fixture.changed('synonyms');
  expect(await found()).toEqual([['brocade']]);
  expect((await candidates()).brockkad).toBeNull();
  const sets = await fixture.owner.query('SELECT id FROM change_sets ORDER BY at DESC LIMIT 1');
  await fixture.database.asCaller(admin, (tx) =>
    tx.execute(sql`SELECT undo_change_set(${sets.rows[0].id}, false)`),
  );
  fixture.changed('synonyms');
  expect(await found()).toEqual([]);
  expect((await candidates()).brockkad).toBe('brocade');
});

test('SEARCH-04 the words of another group, and more characters than a group has, are refused', async () => {
  const create = (words: string[]) => staff().createSynonym({ id: randomUUID(), words });
  await create(['gele', 'headtie']);
  const { id, version } = await create(['gele', 'turban']);
  const update = (words: string[]) => staff().updateSynonym({ id, version, words });
  await expect(update(['Gele', 'headtie'])).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { field: 'words' },
  });
  const long = Array.from({ length: 20 }, (_, n) => `${'x'.repeat(53)}${10 + n}`);
  for (const save of [create, update])
    await expect(save(long)).rejects.toMatchObject({
      code: 'BAD_INPUT',
      data: { issues: [{ path: 'words', message: 'Please give at most 1,000 characters in all' }] },
    });
  await expect(update(long.slice(0, 18))).resolves.toMatchObject({ version: 2 });
});

test('SEARCH-06 a word that means itself, two hundred meanings of one word, and words without letters are refused', async () => {
  const create = (words: string[]) => staff().createSynonym({ id: randomUUID(), words });
  const many = Array.from({ length: 200 }, (_, n) => `word${n}`);
  for (const words of [
    ['gele', 'Gèlè '],
    ['gele'],
    ['gele', '%', '\u0000'],
    [],
    many,
    ['gele', 'one two three four five six seven eight nine'],
    ['gele', 'x'.repeat(101)],
  ])
    await expect(create(words), words.join()).rejects.toMatchObject({ code: 'BAD_INPUT' });
  await expect(create(['gele', 'x'.repeat(10_000)])).rejects.toMatchObject({ code: 'BAD_INPUT' });
  for (let n = 0; n < 10; n++) await create(['gele', `meaning${n}`]);
  await expect(create(['gele', 'eleventh'])).rejects.toMatchObject({ code: 'LIST_FULL' });
  await counter.stop();
});

test('SEARCH-04 a word with 190 meanings, and a phrase that contains its own meaning, are searched', async () => {
  const meanings = Array.from(
    { length: 190 },
    (_, n) => `robe${String.fromCharCode(97 + (n % 19), 97 + Math.floor(n / 19))}`,
  );
  await fixture.owner.query(
    `INSERT INTO products (id, name, description, price) SELECT gen_random_uuid(), word, '', 1 FROM unnest($1::text[]) word`,
    [meanings],
  );
  for (let n = 0; n < 10; n++)
    await staff().createSynonym({
      id: randomUUID(),
      words: ['flyrobe', ...meanings.slice(n * 19, n * 19 + 19)],
    });
  await fixture.product('Silk tie');
  await staff().createSynonym({ id: randomUUID(), words: ['tie', 'neck tie', 'neck'] });
  fixture.changed('synonyms');
  const close = async (search: string) => (await fixture.apiOf().listProducts({ search })).close;
  const [robes, ...others] = await close('flyrobe');
  expect(others).toEqual([]);
  expect(new Set(robes!.by)).toEqual(new Set(meanings));
  expect(robes!.items).toHaveLength(8);
  // It finds the tie exactly, and itself under no heading.
  expect(await close('neck tie')).toEqual([]);
  expect((await close('neck')).map(({ by }) => by)).toEqual([['tie']]);
});

test('SEARCH-06 neither shoppers nor statements of theirs read the counts or change the synonyms', async () => {
  await fixture.owner.query(`INSERT INTO searches VALUES (current_date, 'gele', 1, 0)`);
  const { web } = fixture.database;
  expect((await web.execute('SELECT * FROM searches')).rows).toEqual([]);
  await expect(web.execute(`INSERT INTO synonyms (words) VALUES ('{a,b}')`)).rejects.toThrow();
  for (const user of [null, await fixture.createUser('user')])
    await expect(fixture.apiOf(contextOf('', user)).listSearches({})).rejects.toThrow();
  await counter.stop();
});

test('HIST-08 words that mean the same are in the history by their words, and undone', async () => {
  const id = randomUUID();
  const create = () => staff().createSynonym({ id, words: ['fila', 'cap'] });
  const { version } = await create();
  await create();
  await staff().updateSynonym({ id, version, words: ['fila', 'cap', 'hat'] });
  await staff().deleteSynonym({ id });
  const sets = await fixture.owner.query(
    "SELECT id, summary FROM change_sets WHERE 'synonym' = ANY (kinds) ORDER BY at DESC LIMIT 3",
  );
  expect(sets.rows.map(({ summary }) => summary)).toEqual([
    'Deleted words that mean the same: fila, cap, hat',
    'Changed words that mean the same: fila, cap, hat',
    'Added words that mean the same: fila, cap',
  ]);
  const undo = (set: string) =>
    fixture.database.asCaller(admin, (tx) => tx.execute(sql`SELECT undo_change_set(${set}, false)`));
  const words = async () => (await staff().listSynonyms()).map((one) => [one.id, one.words]);
  await undo(sets.rows[0].id);
  expect(await words()).toEqual([[id, ['fila', 'cap', 'hat']]]);
  await undo(sets.rows[1].id);
  expect(await words()).toEqual([[id, ['fila', 'cap']]]);
  await undo(sets.rows[2].id);
  expect(await words()).toEqual([]);
});
