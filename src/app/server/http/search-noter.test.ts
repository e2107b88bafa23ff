import { expect, test } from 'vitest';
import type { Role } from '#shared/caller.ts';
import { searchedOf } from '../reads.ts';
import { searchNoter } from './search-noter.ts';

async function counted(headers: Record<string, string>, role?: Role): Promise<number> {
  const noted: unknown[] = [];
  const caller = role ? { userId: '1', role } : null;
  const noterOf = searchNoter({ note: (search) => void noted.push(search) }, async () => caller);
  noterOf(new Request('http://shop.test', { headers }))?.({ query: 'gele', found: 1 });
  await new Promise((resolve) => setTimeout(resolve));
  return noted.length;
}

test('SEARCH-06 searches of shoppers are counted, those of programs, of the staff, loaded ahead or again are not', async () => {
  const cookie = 'aso_signed_in=1';
  expect(await counted({ 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/130' })).toBe(1);
  expect(await counted({})).toBe(1);
  expect(await counted({ cookie }, 'user')).toBe(1);
  expect(await counted({ cookie }, 'admin')).toBe(0);
  expect(await counted({ cookie }, 'super_admin')).toBe(0);
  expect(await counted({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toBe(0);
  expect(await counted({ 'user-agent': 'WhatsApp/2 facebookexternalhit/1.1 bingpreview' })).toBe(0);
  expect(await counted({ 'sec-purpose': 'prefetch' })).toBe(0);
  expect(await counted({ purpose: 'prefetch' })).toBe(0);
  expect(await counted({ purpose: 'refetch' })).toBe(0);
});

test('SEARCH-06 a search is the first page of a list without a filter, in any order, with all that it showed', () => {
  const list = ['catalog', 'listProducts'];
  const answer = { total: 2, close: [{ items: [1, 2, 3] }] };
  const search = 'gele';
  const searched = { query: search, found: 5, isSorted: false };
  expect(searchedOf(list, { search, category: undefined }, answer)).toEqual(searched);
  expect(searchedOf(list, { search, page: 1, pageSize: 12 }, answer)).toEqual(searched);
  expect(searchedOf(list, { search, sort: 'newest' }, answer)).toEqual({ ...searched, isSorted: true });
  for (const input of [{}, { search: '  ' }, { search, page: 2 }, { search, category: 'fila' }])
    expect(searchedOf(list, input, answer)).toBeUndefined();
  expect(searchedOf(['catalog', 'suggest'], { search }, {})).toBeUndefined();
});
