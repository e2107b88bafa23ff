import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Agent, codes, ORIGIN, openAgent, skipUnvalidated, titles } from './test-ucp-agent.ts';
import { hasUcpSchemas, NO_UCP_SCHEMAS, profileProblems, restProblems } from './test-ucp-schemas.ts';

let agent: Agent;
beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());
beforeEach(() => agent.reset());
afterEach(skipUnvalidated);

test('AGENT-01 the published schemas find a wrong answer', (context) => {
  context.skip(!hasUcpSchemas, NO_UCP_SCHEMAS);
  expect(restProblems('get_cart', { ucp: {} })).not.toBe('');
  expect(profileProblems({ ucp: { version: 'x' } })).not.toBe('');
});

test('AGENT-01 the profile names both bindings and the capabilities', async () => {
  const response = await agent.request('/.well-known/ucp');
  const profile = (await response.json()) as Record<'ucp', Record<string, object>>;
  expect(profileProblems(profile)).toBe('');
  expect(response.headers.get('cache-control')).toBe('public, max-age=300');
  expect(profile.ucp).toMatchObject({
    version: '2026-04-08',
    services: {
      'dev.ucp.shopping': [
        { transport: 'rest', endpoint: `${ORIGIN}/ucp/v1` },
        { transport: 'mcp', endpoint: `${ORIGIN}/ucp/mcp` },
      ],
    },
  });
  expect(Object.keys(profile.ucp.capabilities!)).toEqual(
    ['catalog.search', 'catalog.lookup', 'cart', 'checkout'].map((name) => `dev.ucp.shopping.${name}`),
  );
});

test('AGENT-01 a search answers published products with the price, promotion and availability of now', async () => {
  const promotionId = await agent.fixture.promotion('ADIRE', '2026-11-01', '2026-11-30');
  const reduced = await agent.fixture.product('Adire gown', { price: '100.00', promotionId });
  const soldOut = await agent.fixture.product('Adire cap', { price: '12.50', soldOut: true });
  await agent.fixture.product('Adire draft', { status: 'draft' });
  const found = await agent.rest('search_catalog', { body: { query: 'adire' } });
  expect(found.pagination).toEqual({ has_next_page: false, total_count: 2 });
  const byId = new Map(found.products.map((product) => [product.id, product]));
  expect(byId.get(reduced)).toMatchObject({
    url: `${ORIGIN}/products/${reduced}?promotion=ADIRE`,
    list_price_range: { min: { amount: 10_000, currency: 'NGN' } },
    metadata: { promotion: { code: 'ADIRE', last_day: '2026-11-30' } },
    variants: [{ price: { amount: 8_750, currency: 'NGN' }, availability: { available: true } }],
  });
  expect(byId.get(soldOut)?.variants[0]).toMatchObject({
    price: { amount: 1_250 },
    availability: { available: false, status: 'out_of_stock' },
  });
  expect([...byId.keys()].sort()).toEqual([reduced, soldOut].sort());
  // The day after the promotion.
  agent.fixture.setNow('2026-12-01T12:00:00Z');
  const later = await agent.rest('get_product', { body: { id: reduced } });
  expect(later.product.variants[0]).toMatchObject({ price: { amount: 10_000 } });
  expect(later.product).not.toHaveProperty('list_price_range');
});

test('AGENT-01 a search that finds nothing names the words that may have been meant', async () => {
  await agent.fixture.product('Adire gown');
  const found = await agent.rest('search_catalog', { body: { query: 'adrie' } });
  expect([found.products, found.pagination.total_count]).toEqual([[], 0]);
  expect(found.messages).toEqual([{ type: 'info', code: 'close_words', content: 'Close to "adrie": adire' }]);
});

test('AGENT-01 pages follow each other without gaps, with and without filters', async () => {
  for (let n = 1; n <= 23; n++) await agent.fixture.product(`Cap ${n}`, { price: `${n}.00` });
  const all = async (body: object) => {
    const seen: string[] = [];
    for (let cursor: string | undefined, calls = 0; calls < 20; calls++) {
      const page = await agent.rest('search_catalog', {
        body: { ...body, pagination: { limit: 5, cursor } },
      });
      seen.push(...titles(page));
      cursor = page.pagination.cursor;
      if (!page.pagination.has_next_page) return seen;
    }
    throw new Error('endless');
  };
  expect(new Set(await all({})).size).toBe(23);
  const priced = await all({ filters: { price: { min: 300, max: 1_400 } }, context: { currency: 'NGN' } });
  expect(priced.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `Cap ${n + 3}`).toSorted());
  const first = await agent.rest('search_catalog', { body: {} });
  expect([first.products.length, first.pagination.total_count]).toEqual([10, 23]);
  const ignored = await agent.rest('search_catalog', {
    body: { filters: { price: { max: 1 } }, context: { currency: 'USD' } },
  });
  expect([ignored.products.length, codes(ignored)]).toEqual([10, ['filter_ignored']]);
  for (const cursor of ['x', 'MS4wLjk5OQ', '../../etc'])
    expect(await agent.rest('search_catalog', { body: { pagination: { cursor } } })).toMatchObject({
      http: 400,
    });
});

test('AGENT-01 one category, several with those below them, and none', async () => {
  const women = await agent.fixture.category('Women');
  const gowns = await agent.fixture.category('Gowns', { parentId: women });
  const caps = await agent.fixture.category('Caps');
  await agent.fixture.product('Gown', { categoryId: gowns });
  await agent.fixture.product('Cap', { categoryId: caps });
  await agent.fixture.product('Bag');
  const filtered = async (...categories: string[]) =>
    titles(await agent.rest('search_catalog', { body: { filters: { categories } } })).toSorted();
  expect(await filtered('women')).toEqual(['Gown']);
  expect(await filtered('women', 'caps')).toEqual(['Cap', 'Gown']);
  expect(await filtered('nothing')).toEqual([]);
  const one = await agent.rest('search_catalog', { body: { query: 'cap' } });
  expect(one.products[0]).toMatchObject({ categories: [{ value: 'caps', taxonomy: 'merchant' }] });
});

test('AGENT-01 filters resolve an old slug and a name alike, in any number and in a lookup', async () => {
  const women = await agent.fixture.category('Women');
  const gowns = await agent.fixture.category('Gowns', { parentId: women, isActive: false });
  const caps = await agent.fixture.category('Caps');
  await agent.fixture.owner.query(`insert into category_slugs (slug, category_id) values ('hats', $1)`, [
    caps,
  ]);
  const [gown, cap, bag] = [
    await agent.fixture.product('Gown', { categoryId: gowns }),
    await agent.fixture.product('Cap', { categoryId: caps }),
    await agent.fixture.product('Bag'),
  ];
  const expected: [string[], string[]][] = [
    [['hats'], ['Cap']],
    [['WOMEN'], ['Gown']],
    [['hats', 'nothing'], ['Cap']],
    [
      ['hats', 'WOMEN'],
      ['Cap', 'Gown'],
    ],
  ];
  for (const [categories, found] of expected) {
    const body = { filters: { categories } };
    expect(titles(await agent.rest('search_catalog', { body })).toSorted()).toEqual(found);
    const looked = await agent.rest('lookup_catalog', { body: { ...body, ids: [gown, cap, bag] } });
    expect(titles(looked).toSorted()).toEqual(found);
  }
});

test('AGENT-01 a limit above the shop’s is clamped, and any text is a currency, as the schemas say', async () => {
  for (let n = 1; n <= 51; n++) await agent.fixture.product(`Cap ${n}`);
  const page = await agent.rest('search_catalog', { body: { pagination: { limit: 5_000 } } });
  expect([page.http, page.products.length, page.pagination.has_next_page]).toEqual([200, 50, true]);
  const body = { context: { currency: 'naira' }, filters: { price: { max: 1 } } };
  const priced = await agent.rest('search_catalog', { body });
  expect([priced.http, priced.products.length, codes(priced)]).toEqual([200, 10, ['filter_ignored']]);
});

test('AGENT-01 a lookup answers what exists and names what does not; drafts do not', async () => {
  const cap = await agent.fixture.product('Cap', { price: '5.00' });
  const draft = await agent.fixture.product('Draft', { status: 'draft' });
  const unknown = randomUUID();
  const found = await agent.rest('lookup_catalog', {
    body: { ids: [cap.toUpperCase(), cap, draft, unknown, "x' or 1=1"] },
  });
  expect(found.products).toMatchObject([
    {
      id: cap,
      variants: [
        {
          id: cap,
          inputs: [
            { id: cap.toUpperCase(), match: 'exact' },
            { id: cap, match: 'exact' },
          ],
        },
      ],
    },
  ]);
  expect(found.messages?.map(({ code, content }) => [code, content])).toEqual(
    [draft, unknown, "x' or 1=1"].map((id) => ['not_found', id]),
  );
  const filtered = await agent.rest('lookup_catalog', {
    body: { ids: [cap], filters: { price: { min: 501 } } },
  });
  expect(filtered.products).toEqual([]);
  const missing = await agent.rest('get_product', { body: { id: draft } });
  expect([missing.http, missing.ucp.status, codes(missing)]).toEqual([200, 'error', ['not_found']]);
});
