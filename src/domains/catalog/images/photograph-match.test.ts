import { crc32 as platformCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { isId } from '#shared/random-id.ts';
import { crc32, matchFiles, photographId, wantedNames } from './photograph-match.ts';

const file = (path: string) => ({ path });
const product = (id: string, by: 'sku' | 'name', sku: string | null = null) => ({
  id,
  by,
  sku,
  name: `Product ${id}`,
});
const ABC = product('abc', 'sku', 'ABC-12');
const KAFTAN = product('kaftan', 'name');

function matchOf(path: string, found: Record<string, ReturnType<typeof product>[]>) {
  const { matched, rest } = matchFiles([file(path)], new Map(Object.entries(found)));
  return matched[0]?.product.id ?? rest[0]!.reason;
}

test('IMP-06 a photograph is looked for by its name, without its number, and by its folders', () => {
  expect(wantedNames([file('summer/abc-12/ABC-12_2.jpg')])).toEqual([
    'ABC-12_2',
    'ABC-12',
    'ABC',
    'abc-12',
    'abc',
    'summer',
  ]);
  expect(wantedNames([file('Kaftan (3).jpg')])).toEqual(['Kaftan (3)', 'Kaftan']);
  expect(wantedNames([file('iro-and-buba-front.JPEG'), file('iro-and-buba-front.png')])).toEqual([
    'iro-and-buba-front',
    'iro-and-buba',
  ]);
  expect(wantedNames([file('.jpg'), file(''), file(`${'x'.repeat(300)}.jpg`)])).toEqual([]);
});

test('IMP-06 the longest name that a product has decides; a code comes before a name', () => {
  expect(matchOf('ABC-12_2.jpg', { 'ABC-12': [ABC], ABC: [KAFTAN] })).toBe('abc');
  expect(matchOf('ABC-12.jpg', { 'ABC-12': [KAFTAN, ABC] })).toBe('abc');
  expect(matchOf('abc-12/front.jpg', { 'abc-12': [ABC] })).toBe('abc');
  expect(matchOf('kaftan/abc-12/1.jpg', { kaftan: [KAFTAN], 'abc-12': [ABC] })).toBe('abc');
  // Both are codes but for their case: only the exact one is certain.
  const lower = product('lower', 'sku', 'abc-12');
  expect(matchOf('ABC-12.jpg', { 'ABC-12': [lower, ABC] })).toBe('abc');
});

test('IMP-06 nothing is guessed: unknown, ambiguous and contradicting names are listed with the reason', () => {
  expect(matchOf('IMG_2041.jpg', { Kaftan: [KAFTAN] })).toBe('No product has this code or name');
  expect(matchOf('Kaftan.jpg', { Kaftan: [KAFTAN, product('other', 'name')] })).toBe(
    'Several products have this name, such as Product kaftan',
  );
  expect(matchOf('Abc-12.jpg', { 'Abc-12': [ABC, product('lower', 'sku', 'abc-12')] })).toMatch(/^Several/);
  expect(matchOf('kaftan/ABC-12.jpg', { kaftan: [KAFTAN], 'ABC-12': [ABC] })).toBe(
    'Its name fits Product abc, but its folder Product kaftan',
  );
  // The folder may say what the name says.
  expect(matchOf('abc-12/ABC-12.jpg', { 'abc-12': [ABC], 'ABC-12': [ABC] })).toBe('abc');
});

test('IMP-06 the id of a photograph follows from the product and its content', () => {
  const one = '0199ab3c-1234-7abc-9def-0123456789ab';
  const id = photographId(one, { size: 5_000_000, crc: 0xdeadbeef });
  expect([isId(id), id.slice(14, 15)]).toEqual([true, '8']);
  expect(photographId(one.toUpperCase(), { size: 5_000_000, crc: 0xdeadbeef })).toBe(id);
  const others = [
    photographId(one, { size: 5_000_001, crc: 0xdeadbeef }),
    photographId(one, { size: 5_000_000, crc: 0xdeadbeee }),
    photographId('0199ab3c-1234-7abc-9def-0123456789ac', { size: 5_000_000, crc: 0xdeadbeef }),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
  const bytes = crypto.getRandomValues(new Uint8Array(1_000));
  expect(crc32(bytes.subarray(400), crc32(bytes.subarray(0, 400)))).toBe(platformCrc32(bytes));
});
