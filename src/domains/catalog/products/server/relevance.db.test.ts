import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stopWordsOf } from '#shared/search-words.ts';
import { fold } from '#shared/words.ts';
import { contextOf, createFixture, type Fixture, namesOf } from '../../server/test-catalog.ts';

let fixture: Fixture;
let api: ReturnType<Fixture['apiOf']>;

beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  api = fixture.apiOf();
});

describe('floor, order, folding and close words', () => {
  const search = (text: string, more: object = {}) => api.listProducts({ search: text, ...more });
  const found = async (text: string) => namesOf(await search(text));
  const closeOf = async (text: string) =>
    (await search(text)).close.map(({ word, by, items }) => [word, by, items.map(({ name }) => name)]);

  /** The shop has a group of words of the same meaning while `work` runs. */
  const withSynonyms = async (words: string[], work: () => Promise<void>) => {
    await fixture.owner.query('INSERT INTO synonyms (words) VALUES ($1)', [words]);
    fixture.changed('synonyms');
    try {
      await work();
    } finally {
      await fixture.owner.query('DELETE FROM synonyms WHERE words = $1', [words]);
      fixture.changed('synonyms');
    }
  };

  test('SEARCH-01 whatever the rule of the specification finds is found, for any query', async () => {
    const men = await fixture.category('Mén’s Wear');
    const caps = await fixture.category('Caps & Hats', { parentId: men });
    const products = [
      { name: 'Red Cap, 100% wool', description: 'The aṣọ-òkè of “Òṣogbo”', category: caps },
      { name: 'Ƙarami Gown', description: 'under_score C++ back\\slash', category: men },
      { name: 'Jumu’ah Kaftan', description: 'A a aa 2XL x', category: null },
      { name: '🎉 Party', description: 'don\u2019t \u200fshalom\u200f', category: null },
      { name: 'ẹ̀wà', description: 'Ọ̀ṢUN', category: caps },
    ];
    for (const { name, description, category } of products)
      await fixture.product(name, { description, ...(category && { categoryId: category }) });
    const names = new Map([
      [men, 'Mén’s Wear'],
      [caps, 'Caps & Hats'],
    ]);
    const texts = products.map(({ name, description, category }) => ({
      name,
      text: [name, description, ...(category ? [names.get(category)!] : [])],
    }));
    // Pieces of what is there, in any spelling, and anything else.
    const piece = fc
      .tuple(
        fc.constantFrom(...texts.flatMap(({ text }) => text)),
        fc.nat(40),
        fc.integer({ min: 1, max: 12 }),
      )
      .map(([text, from, length]) => {
        const characters = [...text];
        return characters.slice(from % characters.length, (from % characters.length) + length).join('');
      });
    const spelled = fc
      .tuple(piece, fc.constantFrom('NFC', 'NFD'), fc.boolean())
      .map(([text, form, upper]) => (upper ? text.toUpperCase() : text).normalize(form));
    const pieces = fc.array(fc.oneof(spelled, spelled, fc.string({ maxLength: 4 })), { maxLength: 3 });
    const courtesies = ['please', 'can', 'you', 'show', 'me', 'the', 'price', 'of', 'latest', 'quality'];
    // What the search makes of a query must not decide what is expected: every word counts, and of more than eight all
    // that are no stop words.
    await fc.assert(
      fc.asyncProperty(fc.subarray(courtesies), pieces, async (before, pieces) => {
        const asked = [...before, ...pieces].join(' ');
        const all = [...new Set(asked.split(/\s+/).map((word) => fold(word).trim()))].filter(Boolean);
        const stopWords = stopWordsOf([...all, 'agbada']);
        const words = all.length <= 8 ? all : all.filter((word) => !stopWords.includes(word));
        fc.pre(words.length <= 8);
        const expected = texts
          .filter(
            ({ text }) =>
              asked.trim() === '' || text.some((one) => words.some((word) => fold(one).includes(word))),
          )
          .map(({ name }) => name);
        expect(await found(asked)).toEqual(expect.arrayContaining(expected));
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  test('SEARCH-01 a long sentence finds by its words of the trade, wherever they are', async () => {
    await fixture.product('Velvet Agbada', { description: 'xx' });
    for (const query of [
      'please can i get the price of latest velvet agbada',
      `${'please show me '.repeat(40)} agbada`,
      `${'x'.repeat(150)} velvet`,
    ])
      expect(await found(query), query).toEqual(['Velvet Agbada']);
  });

  test('SEARCH-02 all words before some, name before category before description, whole before part, then featured', async () => {
    const cap = await fixture.category('Cap');
    const landcap = await fixture.category('Landcaps');
    await fixture.product('d part', { description: 'capsule' });
    await fixture.product('d whole', { description: 'a cap, red', featured: true });
    await fixture.product('c part', { categoryId: landcap });
    await fixture.product('c whole', { categoryId: cap });
    await fixture.product('n part Handicap');
    await fixture.product('n begins Capsule');
    await fixture.product('n Cap');
    await fixture.product('n Cap first', { featured: true });
    const order = [
      'n Cap first',
      'n Cap',
      'n begins Capsule',
      'n part Handicap',
      'c whole',
      'c part',
      'd whole',
      'd part',
    ];
    expect(await found('cap')).toEqual(order);
    // The same hits in the chosen order.
    expect(namesOf(await search('cap', { sort: 'newest' }))).toEqual([
      'n Cap first',
      'n Cap',
      'n begins Capsule',
      'n part Handicap',
      'c whole',
      'c part',
      'd whole',
      'd part',
    ]);
    expect((await found('red cap'))[0]).toBe('d whole');
    expect((await found('red cap')).slice(1)).toEqual(order.filter((name) => name !== 'd whole'));
    expect(namesOf(await search('cap', { sort: 'featured' })).slice(0, 2)).toEqual([
      'n Cap first',
      'd whole',
    ]);
    expect(namesOf(await search('cap', { page: 2, pageSize: 3 }))).toEqual(order.slice(3, 6));
  });

  test('SEARCH-02 a name in the category of that name comes before other names', async () => {
    const caps = await fixture.category('Caps');
    await fixture.product('Wool Cap', { categoryId: caps });
    await fixture.product('Skullcap', { categoryId: caps });
    await fixture.product('Agbada with Cap', { featured: true });
    await fixture.product('Kufi', { categoryId: caps, featured: true });
    expect(await found('cap')).toEqual(['Wool Cap', 'Skullcap', 'Agbada with Cap', 'Kufi']);
  });

  test('SEARCH-02 SEARCH-04 a word of the same meaning counts only where the word itself is missing', async () => {
    await withSynonyms(['beret', 'bonnet'], async () => {
      await fixture.product('Suit with Beret', { description: 'a bonnet of gobi cloth', featured: true });
      await fixture.product('Gobi Beret', { description: 'xx' });
      await fixture.product('Gobi Coat', { description: 'with a bonnet' });
      await fixture.product('Gobi Shirt', { description: 'xx', featured: true });
      expect(await found('gobi beret')).toEqual(['Gobi Beret', 'Suit with Beret', 'Gobi Coat', 'Gobi Shirt']);
      // 'gobi' replaces what was typed.
      expect(await found('gobbi beret')).toEqual(['Gobi Beret', 'Suit with Beret']);
    });
    await withSynonyms(['evening frock', 'soiree'], async () => {
      await fixture.product('Evening Frock', { description: 'xx' });
      await fixture.product('Soiree', { description: 'an evening frock', featured: true });
      await fixture.product('Frock', { description: 'for a soiree' });
      await fixture.product('Plain Frock', { description: 'xx', featured: true });
      expect(await found('evening frock')).toEqual(['Evening Frock', 'Soiree', 'Frock', 'Plain Frock']);
      // With a hyphen it is one word, which has a blank.
      await fixture.product('Silk Soiree', { description: 'xx' });
      await fixture.product('Silk Gown', { description: 'xx', featured: true });
      const silk = (await found('evening-frock silk')).filter((name) => name.startsWith('Silk'));
      expect(silk).toEqual(['Silk Soiree', 'Silk Gown']);
    });
  });

  test('SEARCH-04 a rare word of the same meaning counts for no more than the word that was typed', async () => {
    await withSynonyms(['navy', 'marine'], async () => {
      await fixture.product('Marine Tunic');
      for (let n = 0; n < 9; n++) await fixture.product(`Navy Tunic ${n}`);
      await fixture.product('Robe for a groom', { description: 'xx' });
      const listed = await found('navy tunic groom');
      expect(listed).toHaveLength(11);
      expect(listed.at(-1)).toBe('Marine Tunic');
    });
  });

  test('SEARCH-02 a rare word counts for more than one that most products have', async () => {
    for (let n = 0; n < 20; n++) await fixture.product(`Gown for the day ${n}`, { featured: true });
    await fixture.product('Groom');
    const listed = await found('the gown groom');
    expect(listed[0]).toMatch(/^G/);
    expect((await found('for the groom'))[0]).toBe('Groom');
  });

  test('SEARCH-02 stop words find products and do not decide their order', async () => {
    await fixture.product('Please and Thanks', { description: 'Show it to them: what you want, and how' });
    await fixture.product('Gown');
    expect(await found('please show me the gown')).toEqual(['Gown', 'Please and Thanks']);
    expect(await found('please')).toEqual(['Please and Thanks']);
    // Very many hits, class by class.
    await fixture.owner.query(`INSERT INTO products (id, name, description, price, created_at)
      SELECT gen_random_uuid(), 'Cloth ' || n, 'please', 1, now() + n * interval '1 s' FROM generate_series(1, 6000) n`);
    expect((await found('please show me the gown'))[0]).toBe('Gown');
  }, 60_000);

  test('SEARCH-02 of equal hits those come first whose names have the stop words, before featured ones', async () => {
    await fixture.product('Original Gown', { description: 'xx' });
    await fixture.product('Gown', { description: 'original', featured: true });
    await fixture.product('Blue Gown', { description: 'xx' });
    expect(await found('original gown')).toEqual(['Original Gown', 'Gown', 'Blue Gown']);
    expect(await found('gown')).toEqual(['Gown', 'Blue Gown', 'Original Gown']);
    const admin = fixture.apiOf(contextOf('', await fixture.createUser('admin')));
    const listed = await admin.listForAdmin({ search: 'original gown' });
    expect(namesOf(listed)).toEqual(['Original Gown', 'Gown', 'Blue Gown']);
  });

  test('SEARCH-02 of very many hits the order is the same, class by class, on every page', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price, featured, created_at)
      SELECT gen_random_uuid(), CASE n % 4 WHEN 0 THEN 'Adire ' WHEN 1 THEN 'Adirenne ' WHEN 2 THEN 'Cloth ' ELSE 'Lace ' END || lpad(n::text, 5, '0'),
        CASE n % 4 WHEN 2 THEN 'of adire' WHEN 3 THEN 'of fine lace' ELSE 'x' END, 1, n % 100 = 0, now() - n * interval '1 s' FROM generate_series(1, 6000) n`);
    const few = await fixture.product('A rare Adire', { categoryId: await fixture.category('Beads') });
    const all = namesOf(await search('adire', { pageSize: 100 }));
    expect(all.every((name) => name.includes('Adire '))).toBe(true);
    // Featured first, then the newest.
    expect(all.slice(0, 2)).toEqual(['Adire 00100', 'Adire 00200']);
    const pages = await Promise.all([1, 2, 3].map((page) => search('adire', { page, pageSize: 40 })));
    expect(pages.flatMap(namesOf).slice(0, 100)).toEqual(all);
    expect(pages[0]).toMatchObject({ total: 1000, capped: true });
    // Two words: first the one product that has both.
    expect(namesOf(await search('rare adire'))[0]).toBe('A rare Adire');
    expect((await search('adire', { category: 'beads' })).items.map(({ id }) => id)).toEqual([few]);
    const last = await search('lace', { page: 84, pageSize: 12 });
    expect(namesOf(last).every((name) => name.startsWith('Lace'))).toBe(true);
    expect(namesOf(await search('adire', { sort: 'newest' }))[0]).toBe('Adirenne 00001');
  }, 60_000);

  test('SEARCH-03 accents, hooks, dots, hyphens and apostrophes make no difference', async () => {
    await fixture.product('Agbádá');
    await fixture.product('Ƙaramar Ɗan Ɓauna ƴar');
    await fixture.product('Aṣọ-Òkè');
    await fixture.product('Asooke fabric');
    await fixture.product('Aso Oke cloth');
    await fixture.product('Jumu’ah');
    for (const query of ['agbada', 'AGBÁDÁ', 'agbádá'.normalize('NFD')])
      expect(await found(query)).toEqual(['Agbádá']);
    for (const query of ['karamar', 'ƘARAMAR', 'dan', 'bauna', 'yar'])
      expect(await found(query)).toEqual(['Ƙaramar Ɗan Ɓauna ƴar']);
    for (const query of ["jumu'ah", 'jumuah', 'JUMU‘AH', 'jumu’ah'])
      expect(await found(query)).toEqual(['Jumu’ah']);
    for (const query of ['asooke', 'aso oke', 'aso-oke', 'AṢỌ-ÒKÈ', 'asóòké'])
      expect((await found(query)).toSorted()).toEqual(['Aso Oke cloth', 'Asooke fabric', 'Aṣọ-Òkè']);
  });

  test('SEARCH-03 the plural finds the singular and the other way round, but no part of a word', async () => {
    await fixture.product('Cap');
    await fixture.product('Two Caps');
    await fixture.product('Capstone');
    await fixture.product('Landscape');
    expect((await found('caps')).slice(0, 2)).toEqual(['Two Caps', 'Cap']);
    expect(await found('caps')).not.toContain('Landscape');
    expect((await found('cap')).slice(0, 2)).toEqual(['Two Caps', 'Cap']);
  });

  test('SEARCH-04 a misspelt word finds its neighbour, apart from the hits', async () => {
    await fixture.product('Agbada');
    await fixture.product('Red Kaftan');
    await fixture.product('Secret Velvet');
    await fixture.owner.query("UPDATE products SET status = 'draft' WHERE name = 'Secret Velvet'");
    for (const [typed, meant, name] of [
      ['agbda', 'agbada', 'Agbada'],
      ['abgada', 'agbada', 'Agbada'],
      ['agabdda', 'agbada', 'Agbada'],
      ['kaftn', 'kaftan', 'Red Kaftan'],
      ['kafatn', 'kaftan', 'Red Kaftan'],
    ] as const) {
      expect(await closeOf(typed)).toEqual([[typed, [meant], [name]]]);
      expect(await found(typed)).toEqual([]);
    }
    // Too short, too far, a draft; and what is found is not corrected.
    for (const typed of ['zd', 'zzzzzz', 'velvit', 'kaft', 'agbada', ''])
      expect(await closeOf(typed)).toEqual([]);
    const mixed = await search('red agbda');
    expect([namesOf(mixed), mixed.close.map(({ items }) => items.map(({ name }) => name))]).toEqual([
      ['Red Kaftan'],
      [['Agbada']],
    ]);
    expect((await search('red agbda', { page: 2 })).close).toEqual([]);
  });

  test('SEARCH-03 SEARCH-04 words that only a category has are taken apart, corrected and meant as well', async () => {
    const asoOke = await fixture.category('Aso-Oke');
    const jewellery = await fixture.category('Jewellery');
    await fixture.product('Plain', { description: 'xx', categoryId: asoOke });
    await fixture.product('Bead', { description: 'xx', categoryId: jewellery });
    for (const query of ['asooke', 'aso oke', 'aso-oke'])
      expect(await found(query), query).toEqual(['Plain']);
    expect(await closeOf('jewelery')).toEqual([['jewelery', ['jewellery'], ['Bead']]]);
    await fixture.owner.query("INSERT INTO synonyms (words) VALUES ('{trinket,jewellery}')");
    fixture.changed('synonyms');
    expect(await closeOf('trinket')).toEqual([['trinket', ['jewellery'], ['Bead']]]);
    await fixture.owner.query("DELETE FROM synonyms WHERE 'trinket' = ANY (words)");
    fixture.changed('synonyms');
  });

  test('SEARCH-04 a word that has a group is corrected if the shop has nothing of the group', async () => {
    await fixture.product('Dark Gown');
    expect(await closeOf('dara')).toEqual([['dara', ['dark'], ['Dark Gown']]]);
  });

  test('SEARCH-04 a wrong letter in a word of the same meaning finds what it means', async () => {
    await fixture.product('Royal Kaftan');
    await fixture.product('Aso Oke Cap');
    await withSynonyms(['jalabiya', 'kaftan', 'moroccan gown'], async () => {
      expect(await closeOf('jalabya')).toEqual([['jalabya', ['kaftan'], ['Royal Kaftan']]]);
      expect(await closeOf('morocangown')).toEqual([['morocangown', ['kaftan'], ['Royal Kaftan']]]);
      expect(await closeOf('moroccangown')).toEqual([['moroccangown', ['kaftan'], ['Royal Kaftan']]]);
      expect(await closeOf('kaftin')).toEqual([['kaftin', ['kaftan'], ['Royal Kaftan']]]);
      expect(await closeOf('trousers')).toEqual([]);
    });
    // The nearest counts, of both; a group of which the shop has nothing does not hide the words that it has.
    await fixture.product('Black Fila');
    await withSynonyms(['batik', 'kaftan'], async () =>
      expect(await closeOf('batick')).toEqual([['batick', ['kaftan'], ['Royal Kaftan']]]),
    );
    await withSynonyms(['batik', 'kampala'], async () =>
      expect(await closeOf('balick')).toEqual([['balick', ['black'], ['Black Fila']]]),
    );
    await withSynonyms(['aso oke', 'ofi'], async () =>
      expect(await closeOf('asooki')).toEqual([['asooki', ['aso oke'], ['Aso Oke Cap']]]),
    );
  });

  test('SEARCH-04 a phrase is not close beside a word that it contains', async () => {
    await withSynonyms(['chapeau', 'bowler', 'round bowler', 'bowlers club'], async () => {
      await fixture.product('Round Bowler');
      await fixture.product('Bowlers Club');
      expect((await closeOf('chapeau')).map(([word, by]) => [word, by])).toEqual([
        ['chapeau', ['bowler', 'bowlers club']],
      ]);
    });
  });

  test('SEARCH-04 punctuation around a word hides neither the word nor a mistake in it', async () => {
    await fixture.product('Agbada', { description: 'xx' });
    await fixture.product('Red Kaftan', { description: 'c++' });
    for (const query of ['agbada?', '“agbada”', '(agbadas)', 'agbada, please!'])
      expect(await found(query), query).toEqual(['Agbada']);
    for (const query of ['agbda?', '“agbda”'])
      expect(await closeOf(query)).toEqual([[fold(query), ['agbada'], ['Agbada']]]);
    expect((await api.suggest({ search: 'red agbda?' })).meant).toEqual(['red agbada']);
    // As typed it is found as before, and what is found is not corrected.
    expect(await found('c++')).toEqual(['Red Kaftan']);
    for (const query of ['agbada?', 'c++', '?', 'kaf?']) expect(await closeOf(query)).toEqual([]);
  });

  test('SEARCH-04 a wrong letter in a word with a hyphen is corrected as in words that stand apart', async () => {
    await fixture.product('Aso Oke Wrapper', { description: 'xx' });
    await fixture.product('Agbada', { description: 'Two pieces.' });
    expect(await closeOf('aso-oki')).toEqual([['oki', ['oke'], ['Aso Oke Wrapper']]]);
    expect(await closeOf('agbda-lace')).toEqual([['agbda', ['agbada'], ['Agbada']]]);
    expect((await closeOf('agbda agbda-lace')).map(([word]) => word)).toEqual(['agbda']);
    expect((await api.suggest({ search: 'aso-oki' })).meant).toEqual(['aso oke']);
    // Known, being typed, numbers, or more than a few.
    for (const query of ['aso-oke', 'aso-ok', 'agbada-piec', 'agbada-2', 'a-b-c-d-agbda'])
      expect(await closeOf(query), query).toEqual([]);
    // Beside the same word without a hyphen, each is counted once.
    expect(await found('aso aso-oke')).toEqual(['Aso Oke Wrapper']);
  });

  test('SEARCH-04 words that mean the same find each other as whole words, and never a hit again', async () => {
    await fixture.product('Emerald Gele');
    await fixture.product('Gelegele');
    await fixture.product('Coral Head Tie');
    await fixture.product('Cream Headtie with gele');
    expect(await closeOf('headtie')).toEqual([['headtie', ['gele'], ['Emerald Gele']]]);
    // One word or two: found exactly.
    expect(await found('headtie')).toEqual(['Cream Headtie with gele', 'Coral Head Tie']);
    await fixture.product('Turban');
    expect((await closeOf('head wraps')).map(([word]) => word)).toEqual(['head wraps']);
    // Staff change the words; the cache follows.
    await fixture.owner.query("INSERT INTO synonyms (words) VALUES ('{Emerald,Smáragd}')");
    fixture.changed('synonyms');
    expect(await closeOf('smaragd')).toEqual([['smaragd', ['emerald'], ['Emerald Gele']]]);
    await fixture.owner.query("DELETE FROM synonyms WHERE 'Emerald' = ANY (words)");
    fixture.changed('synonyms');
    expect(await closeOf('smaragd')).toEqual([]);
  });

  test('SEARCH-04 at most eight products of at most three words are close', async () => {
    await fixture.owner.query(`INSERT INTO products (id, name, description, price)
      SELECT gen_random_uuid(), 'Agbada ' || n, 'x', 1 FROM generate_series(1, 20) n`);
    const { close } = await search('agbda agbadda agbaad agbedda');
    expect(close).toHaveLength(3);
    for (const { items } of close) expect(items).toHaveLength(8);
  });

  test('SEARCH-01 long, empty and odd queries are bounded', async () => {
    await fixture.product('Cap 🎉');
    expect(await found('🎉')).toEqual(['Cap 🎉']);
    expect(await found('\u202eCap\u200f')).toEqual(['Cap 🎉']);
    expect(await found('x'.repeat(10_000))).toEqual([]);
    expect(await found(Array.from({ length: 200 }, (_, n) => `w${n}`).join(' '))).toEqual([]);
    expect(await found('(.*)+$ [a-z]{1,9} \\m')).toEqual(expect.any(Array));
  });
});
