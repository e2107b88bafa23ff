import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFixture, type Fixture } from '../../server/test-catalog.ts';

let fixture: Fixture;
const suggest = (search: string) => fixture.apiOf().suggest({ search });
const namesFor = async (search: string) => (await suggest(search)).products.map(({ name }) => name);

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(() => fixture.reset());

test('SEARCH-05 products whose names begin so before those with the letters within, with image and price', async () => {
  await fixture.product('Wide Sagbad', { featured: true });
  await fixture.product('Silk Agbada', { price: '12500.50' });
  await fixture.product('Agbada draft', { status: 'draft' });
  const { products, categories, meant } = await suggest('  ÁGB ');
  expect(products.map(({ name }) => name)).toEqual(['Silk Agbada', 'Wide Sagbad']);
  expect(products[0]).toEqual({
    id: expect.any(String),
    name: 'Silk Agbada',
    price: 12_500.5,
    soldOut: false,
    image: expect.objectContaining({ url: expect.any(String), width: expect.any(Number) }),
  });
  expect([categories, meant]).toEqual([[], []]);
});

test('SEARCH-05 at most six products, and three active categories whose names begin so', async () => {
  for (let n = 0; n < 9; n++) await fixture.product(`Cap ${n}`);
  const off = await fixture.category('Cap off', { isActive: false });
  await fixture.category('Cap below', { parentId: off });
  await fixture.category('Nightcap');
  for (const name of ['Cap one', 'Woven cap', 'Capes', 'Capstones']) await fixture.category(name);
  const { products, categories } = await suggest('cap');
  expect(products).toHaveLength(6);
  expect(categories).toHaveLength(3);
  for (const { name } of categories) expect(['Cap one', 'Woven cap', 'Capes', 'Capstones']).toContain(name);
  expect((await suggest('wov cap')).categories.map(({ name }) => name)).toEqual(['Woven cap']);
});

test('SEARCH-05 punctuation is compared with no name and no word', async () => {
  await fixture.product('Blue Agbada');
  for (const name of ['Men’s caps', 'Iro & Buba', 'Aso-Oke']) await fixture.category(name);
  const categories = async (search: string) => (await suggest(search)).categories.map(({ name }) => name);
  for (const typed of ['caps?', '“Mens', 'men’s, caps!'])
    expect(await categories(typed), typed).toEqual(['Men’s caps']);
  for (const typed of ['iro & b', 'Ìró, buba', '(iro)'])
    expect(await categories(typed), typed).toEqual(['Iro & Buba']);
  for (const typed of ['aso-o', 'aso oke.', 'asooke'])
    expect(await categories(typed), typed).toEqual(['Aso-Oke']);
  expect(await categories('&')).toEqual([]);
  expect((await suggest('“agbada”')).products.map(({ name }) => name)).toEqual(['Blue Agbada']);
  expect((await suggest('blue, agbda?')).meant).toEqual(['blue, agbada']);
});

test('SEARCH-05 a word that nothing begins with becomes what may have been meant, in the text that was typed', async () => {
  await fixture.product('Blue Agbada');
  await fixture.product('Kaftan');
  expect((await suggest('blue agbda')).meant).toEqual(['blue agbada']);
  expect((await suggest('agbda')).products).toEqual([]);
  // A word that means the same.
  expect((await suggest('jalabiya')).meant).toContain('kaftan');
  // Still being typed: it begins a word of the shop.
  expect((await suggest('agb')).meant).toEqual([]);
});

test('SEARCH-05 what may have been meant corrects each misspelt word that the shop has one for, and no other', async () => {
  for (const name of ['Gele', 'Headtie silk', 'Blue Agbada', 'Kaftan']) await fixture.product(name);
  const meant = async (search: string) => (await suggest(search)).meant;
  expect(await meant('agbda kaftn')).toEqual(['agbada kaftan']);
  // The shop has a word that means the same as 'gele', which is right.
  expect(await meant('gele agbda')).toEqual(['gele agbada']);
  expect(await meant('gele xyzxyz')).toEqual([]);
  expect(await meant('agbda xyzxyz')).toEqual(['agbada xyzxyz']);
  await fixture.product('Kaftin');
  expect(await meant('agbda kaftn')).toEqual(['agbada kaftan', 'agbada kaftin']);
});

test('SEARCH-05 a change of price, a draft and a new product show at once', async () => {
  const id = await fixture.product('Agbada', { price: '10' });
  // One process, with what it caches.
  const api = fixture.apiOf();
  const price = async (search: string) => (await api.suggest({ search })).products[0]?.price;
  expect(await price('agbada')).toBe(10);
  await fixture.owner.query('UPDATE products SET price = 20 WHERE id = $1', [id]);
  // Answered without a statement until the change arrives.
  expect(await price('Agbada ')).toBe(10);
  fixture.changed('products');
  expect(await price('agbada')).toBe(20);
  await fixture.owner.query(`UPDATE products SET status = 'draft' WHERE id = $1`, [id]);
  fixture.changed('products');
  expect(await price('agbada')).toBeUndefined();
});

test('SEARCH-05 words that a hyphen joins do not share an answer with two words', async () => {
  await fixture.product('Silk headtie');
  await fixture.product('Tie for the head');
  // One process, with what it caches.
  const api = fixture.apiOf();
  const names = async (search: string) => (await api.suggest({ search })).products.map(({ name }) => name);
  expect(await names('head-tie')).toEqual(['Silk headtie']);
  expect(await names('head tie')).toContain('Tie for the head');
});

test('SEARCH-05 whatever is typed is text', async () => {
  await fixture.product('Agbada 100%');
  expect(await namesFor('100%')).toEqual(['Agbada 100%']);
  for (const search of ['', '   ', '%', '_', '\u0000', "'", '🎉', '\\', '"; --', 'x'.repeat(200), '1'])
    expect(await suggest(search), search).toMatchObject({ categories: [] });
  for (const search of ['', '%', '__', '🎉', '\u0000']) expect(await namesFor(search), search).toEqual([]);
  await expect(suggest('x'.repeat(10_000))).rejects.toThrow();
});
