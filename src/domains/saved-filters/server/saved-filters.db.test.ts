import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import type { SavedFilter } from '../contract.ts';
import { LISTS } from '../filter-limits.ts';
import { savedFiltersRouter } from './router.ts';

let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
const ids = { ada: uuidv7(), bola: uuidv7(), customer: uuidv7() };

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const [name, id] of Object.entries(ids))
    await owner.query(`insert into profiles (id, email, role) values ($1, $2 || '@shop.test', $3)`, [
      id,
      name,
      name === 'customer' ? 'user' : 'admin',
    ]);
});
afterAll(() => close());
beforeEach(() => owner.query('truncate saved_filters'));

const as = (name: keyof typeof ids, role: Role = 'admin') =>
  createRouterClient(savedFiltersRouter({ database }), {
    context: testContext({ userId: ids[name], role }),
  });
const filter = (name: string, more: Partial<SavedFilter> = {}): SavedFilter => ({
  id: uuidv7(),
  list: 'orders',
  name,
  search: { status: 'pending' },
  shared: false,
  ...more,
});
const namesOf = async (name: keyof typeof ids) => (await as(name).listFilters()).map((one) => one.name);

test('BULK-04 a filter is one’s own or that of all staff, and comes back as it was saved', async () => {
  const [own, shared] = [
    filter('Mine'),
    filter('Ours', { shared: true, search: { search: 'ade', opened: 'no' } }),
  ];
  await as('ada').saveFilter(own);
  await as('ada').saveFilter(shared);
  // A retry after a lost response.
  await as('ada').saveFilter(own);
  expect(await as('ada').listFilters()).toEqual([own, shared]);
  expect(await as('bola').listFilters()).toEqual([shared]);
  await expect(as('bola').deleteFilter({ id: own.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await as('bola').deleteFilter({ id: shared.id });
  expect(await namesOf('ada')).toEqual(['Mine']);
});

test('BULK-04 a filter that is corrected after a lost response is saved as corrected', async () => {
  const first = filter('First name');
  await as('ada').saveFilter(first);
  for (const corrected of [
    { ...first, name: 'Second name', search: { status: 'completed', search: 'ade' } },
    { ...first, name: 'Ours', shared: true },
    { ...first, list: 'products' as const },
  ]) {
    expect(await as('ada').saveFilter(corrected)).toEqual(corrected);
    expect(await as('ada').listFilters()).toEqual([corrected]);
  }
  // A correction that is refused leaves the first attempt.
  await as('ada').saveFilter(filter('Taken'));
  await expect(as('ada').saveFilter({ ...first, name: 'Taken' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await namesOf('ada')).toEqual(['First name', 'Taken']);
});

test('BULK-04 a filter of another user is not replaced by one with its id', async () => {
  const own = filter('Mine');
  await as('ada').saveFilter(own);
  for (const shared of [false, true])
    await expect(as('bola').saveFilter({ ...own, name: 'Theirs', shared })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  expect(await as('ada').listFilters()).toEqual([own]);
});

test('BULK-04 a name is used once for each list and owner, whatever its case', async () => {
  await as('ada').saveFilter(filter('To sew'));
  await expect(as('ada').saveFilter(filter('TO SEW'))).rejects.toMatchObject({ code: 'CONFLICT' });
  await as('ada').saveFilter(filter('To sew', { list: 'products' }));
  await as('ada').saveFilter(filter('To sew', { shared: true }));
  await as('bola').saveFilter(filter('To sew'));
  await expect(as('bola').saveFilter(filter('to sew', { shared: true }))).rejects.toMatchObject({
    code: 'CONFLICT',
  });
});

test('BULK-04 the database takes a filter of every list', async () => {
  for (const list of LISTS) await as('ada').saveFilter(filter('Today', { list }));
  expect((await as('ada').listFilters()).map(({ list }) => list).sort()).toEqual([...LISTS].sort());
});

test('BULK-04 names, parameters and the number of filters are bounded, also of many saved at once', async () => {
  for (const wrong of [
    filter(' '),
    filter('x'.repeat(41)),
    filter('x', { search: { a: 'x'.repeat(201) } }),
    filter('x', { search: Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`a${at}`, 'x'])) }),
    filter('x', { list: 'secrets' as never }),
  ])
    await expect(as('ada').saveFilter(wrong)).rejects.toMatchObject({ code: 'BAD_INPUT' });
  const saves = Array.from({ length: 25 }, (_, at) => as('ada').saveFilter(filter(`Filter ${at}`)));
  const results = await Promise.allSettled(saves);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  await expect(as('ada').saveFilter(filter('One more'))).rejects.toMatchObject({ code: 'LIST_FULL' });
  // The retry of one that was saved, although its response was lost.
  const [saved] = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  await expect(as('ada').saveFilter({ ...filter(saved!.name), id: saved!.id })).resolves.toMatchObject({
    id: saved!.id,
  });
  await as('bola').saveFilter(filter('Of her own'));
});

test('BULK-04 the database shows filters to staff alone, and lets nobody save for another', async () => {
  await as('ada').saveFilter(filter('Ours', { shared: true }));
  await expect(as('customer', 'user').listFilters()).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  // With a role that is not theirs.
  expect(await namesOf('customer')).toEqual([]);
  await expect(as('customer').saveFilter(filter('x', { shared: true }))).rejects.toThrow();
  const forAnother = database.asCaller({ userId: ids.ada, role: 'admin' }, (tx) =>
    tx.execute(
      `insert into saved_filters (id, list, name, search, owner_id) values ('${uuidv7()}', 'orders', 'x', '{}', '${ids.bola}')`,
    ),
  );
  await expect(forAnother).rejects.toThrow();
});
