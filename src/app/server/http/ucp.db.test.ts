import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UcpOperationName } from '#domains/agents/ucp.contract.ts';
import { UCP_OPERATIONS } from '#domains/agents/ucp.contract.ts';
import type { UcpMessage } from '#domains/agents/ucp-answer.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contextOf, createFixture, type Fixture } from '#domains/catalog/server/test-catalog.ts';
import { linkedIds } from '#domains/wishlist/linked-items.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { createLog } from '#platform/log.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { RequestVariables } from './request-variables.ts';
import {
  hasUcpSchemas,
  mcpProblems,
  profileProblems,
  publishedMethods,
  refusalProblems,
  restProblems,
} from './test-ucp-schemas.ts';
import { ucp } from './ucp.ts';

const ORIGIN = 'https://shop.test';
const shop = { name: 'Aso House', publicUrl: ORIGIN, currency: 'NGN', timeZone: 'Africa/Lagos' } as ShopInfo;

let fixture: Fixture;
let app: Hono<{ Variables: RequestVariables }>;
beforeAll(async () => {
  fixture = await createFixture();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  await fixture.reset();
  await fixture.owner.query('truncate limits, agent_sessions, agent_requests');
  // With caches of its own, because nothing notifies it.
  app = new Hono();
  app.use(async (c, next) => {
    c.set('address', '192.0.2.1');
    c.set('requestId', randomUUID());
    await next();
  });
  app.route(
    '/',
    ucp({
      router: { catalog: catalogRouter(fixture.deps) } as never,
      visitor: () => contextOf(),
      database: fixture.database,
      limits: createLimits(fixture.database.web),
      shop,
      log: createLog('silent'),
    }),
  );
});

interface Answer {
  ucp: { status: string };
  id: string;
  status?: string;
  line_items: { id: string; item: { title: string; price: number }; quantity: number }[];
  totals: { type: string; amount: number }[];
  messages?: UcpMessage[];
  continue_url: string;
  products: {
    id: string;
    title: string;
    url: string;
    price_range: { min: { amount: number } };
    variants: Variant[];
  }[];
  product: Answer['products'][number];
  pagination: { has_next_page: boolean; cursor?: string; total_count?: number };
}
interface Variant {
  id: string;
  price: { amount: number; currency: string };
  list_price?: { amount: number };
  availability: { available: boolean };
  inputs?: unknown[];
}

const AGENT = 'profile="https://agent.test/.well-known/ucp"';

/** An operation by REST; its answer fits the published schema. */
async function rest(
  name: UcpOperationName,
  { id = '', body, key }: { id?: string; body?: unknown; key?: string } = {},
): Promise<Answer & { http: number }> {
  const { method, path } = UCP_OPERATIONS[name];
  const response = await app.request(`/ucp/v1${path.replace(':id', encodeURIComponent(id))}`, {
    method,
    headers: { 'ucp-agent': AGENT, 'request-id': randomUUID(), ...(key && { 'idempotency-key': key }) },
    ...(method !== 'GET' && body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as Answer;
  const problems = response.status < 300 ? restProblems(name, answer) : refusalProblems(answer);
  expect(problems, JSON.stringify(answer)).toBe('');
  return { ...answer, http: response.status };
}

async function rpc(method: string, params?: object, id: number | null = 1) {
  const response = await app.request('/ucp/mcp', {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', ...(id !== null && { id }), method, ...(params && { params }) }),
  });
  return { status: response.status, body: response.status === 202 ? null : await response.json() };
}

/** An operation by MCP; its result fits the published schema. */
async function mcp(name: string, given: object): Promise<Answer> {
  const { body } = await rpc('tools/call', {
    name,
    arguments: { meta: { 'ucp-agent': { profile: 'https://agent.test/p' } }, ...given },
  });
  expect(body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } });
  const { structuredContent, content } = body.result;
  expect(mcpProblems(name, structuredContent), JSON.stringify(structuredContent)).toBe('');
  expect(JSON.parse(content[0].text)).toEqual(structuredContent);
  return structuredContent;
}

const items = (...ids: string[]) => ({ line_items: ids.map((id) => ({ item: { id }, quantity: 1 })) });
const codes = (answer: Answer) => (answer.messages ?? []).map(({ code }) => code);
const total = (answer: Answer) => answer.totals.find(({ type }) => type === 'total')?.amount;
const titles = (answer: Answer) => answer.products.map(({ title }) => title);

test('AGENT-01 the published schemas are present, or this says that they are not', () => {
  if (!hasUcpSchemas) console.warn('The UCP schemas are not on this machine: answers are not validated.');
  else {
    // A wrong answer is found.
    expect(restProblems('get_cart', { ucp: {} })).not.toBe('');
    expect(profileProblems({ ucp: { version: 'x' } })).not.toBe('');
  }
});

test('AGENT-01 the profile names both bindings and the capabilities', async () => {
  const response = await app.request('/.well-known/ucp');
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

describe('AGENT-01 the catalogue', () => {
  test('AGENT-01 a search answers published products with the price, promotion and availability of now', async () => {
    const promotionId = await fixture.promotion('ADIRE', '2026-11-01', '2026-11-30');
    const reduced = await fixture.product('Adire gown', { price: '100.00', promotionId });
    const soldOut = await fixture.product('Adire cap', { price: '12.50', soldOut: true });
    await fixture.product('Adire draft', { status: 'draft' });
    const found = await rest('search_catalog', { body: { query: 'adire' } });
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
    fixture.setNow('2026-12-01T12:00:00Z');
    const later = await rest('get_product', { body: { id: reduced } });
    expect(later.product.variants[0]).toMatchObject({ price: { amount: 10_000 } });
    expect(later.product).not.toHaveProperty('list_price_range');
  });

  test('AGENT-01 pages follow each other without gaps, with and without filters', async () => {
    for (let n = 1; n <= 23; n++) await fixture.product(`Cap ${n}`, { price: `${n}.00` });
    const all = async (body: object) => {
      const seen: string[] = [];
      for (let cursor: string | undefined, calls = 0; calls < 20; calls++) {
        const page = await rest('search_catalog', { body: { ...body, pagination: { limit: 5, cursor } } });
        seen.push(...titles(page));
        cursor = page.pagination.cursor;
        if (!page.pagination.has_next_page) return seen;
      }
      throw new Error('endless');
    };
    expect(new Set(await all({})).size).toBe(23);
    const priced = await all({ filters: { price: { min: 300, max: 1_400 } }, context: { currency: 'NGN' } });
    expect(priced.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => `Cap ${n + 3}`).toSorted());
    const first = await rest('search_catalog', { body: {} });
    expect([first.products.length, first.pagination.total_count]).toEqual([10, 23]);
    const ignored = await rest('search_catalog', {
      body: { filters: { price: { max: 1 } }, context: { currency: 'USD' } },
    });
    expect([ignored.products.length, codes(ignored)]).toEqual([10, ['filter_ignored']]);
    for (const cursor of ['x', 'MS4wLjk5OQ', '../../etc'])
      expect(await rest('search_catalog', { body: { pagination: { cursor } } })).toMatchObject({ http: 400 });
  });

  test('AGENT-01 one category, several with those below them, and none', async () => {
    const women = await fixture.category('Women');
    const gowns = await fixture.category('Gowns', { parentId: women });
    const caps = await fixture.category('Caps');
    await fixture.product('Gown', { categoryId: gowns });
    await fixture.product('Cap', { categoryId: caps });
    await fixture.product('Bag');
    const filtered = async (...categories: string[]) =>
      titles(await rest('search_catalog', { body: { filters: { categories } } })).toSorted();
    expect(await filtered('women')).toEqual(['Gown']);
    expect(await filtered('women', 'caps')).toEqual(['Cap', 'Gown']);
    expect(await filtered('nothing')).toEqual([]);
    const one = await rest('search_catalog', { body: { query: 'cap' } });
    expect(one.products[0]).toMatchObject({ categories: [{ value: 'caps', taxonomy: 'merchant' }] });
  });

  test('AGENT-01 a lookup answers what exists and names what does not; drafts do not', async () => {
    const cap = await fixture.product('Cap', { price: '5.00' });
    const draft = await fixture.product('Draft', { status: 'draft' });
    const unknown = randomUUID();
    const found = await rest('lookup_catalog', {
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
    const filtered = await rest('lookup_catalog', { body: { ids: [cap], filters: { price: { min: 501 } } } });
    expect(filtered.products).toEqual([]);
    const missing = await rest('get_product', { body: { id: draft } });
    expect([missing.http, missing.ucp.status, codes(missing)]).toEqual([200, 'error', ['not_found']]);
  });
});

describe('AGENT-01 carts and checkouts', () => {
  test('AGENT-01 a cart is made, read, replaced and canceled under one id', async () => {
    const [cap, gown] = [
      await fixture.product('Cap', { price: '5.00' }),
      await fixture.product('Gown', { price: '7.25' }),
    ];
    const made = await rest('create_cart', { body: items(cap) });
    expect([made.http, total(made), made.line_items[0]?.item]).toMatchObject([
      201,
      500,
      { id: cap, title: 'Cap', price: 500 },
    ]);
    const replaced = await rest('update_cart', { id: made.id, body: items(gown, cap) });
    expect([replaced.id, total(replaced)]).toEqual([made.id, 1225]);
    await fixture.owner.query(`update products set price = 8 where id = $1`, [gown]);
    const read = await rest('get_cart', { id: made.id });
    expect([total(read), linkedIds(new URL(read.continue_url).search)]).toEqual([1300, [gown, cap]]);
    expect(read.continue_url.startsWith(`${ORIGIN}/wishlist?items=`)).toBe(true);
    expect(total(await rest('cancel_cart', { id: made.id }))).toBe(1300);
    for (const gone of [
      await rest('get_cart', { id: made.id }),
      await rest('update_cart', { id: made.id, body: items(cap) }),
      await rest('cancel_cart', { id: made.id }),
      await rest('get_checkout', { id: made.id }),
      await rest('get_cart', { id: '../../x' }),
      await rest('create_checkout', { body: { cart_id: made.id } }),
    ])
      expect([gone.http, gone.ucp.status, codes(gone)]).toEqual([200, 'error', ['not_found']]);
  });

  test('AGENT-01 what cannot be ordered is named; a cart of nothing is not made', async () => {
    const [cap, soldOut, draft] = [
      await fixture.product('Cap'),
      await fixture.product('Gown', { soldOut: true }),
      await fixture.product('Draft', { status: 'draft' }),
    ];
    const made = await rest('create_cart', { body: items(cap, soldOut, draft, 'cap-1') });
    expect(made.line_items.map(({ id }) => id)).toEqual([cap]);
    expect(codes(made)).toEqual(['out_of_stock', 'item_unavailable', 'item_unavailable']);
    const many = await rest('create_cart', { body: { line_items: [{ item: { id: cap }, quantity: 12 }] } });
    expect([many.line_items[0]?.quantity, codes(many)]).toEqual([1, ['quantity_adjusted']]);
    const refused = await rest('create_checkout', { body: items(soldOut) });
    expect([refused.http, refused.ucp.status, refused.id, codes(refused)]).toEqual([
      200,
      'error',
      undefined,
      ['out_of_stock'],
    ]);
    // Sold out after it was put in.
    await fixture.owner.query('update products set sold_out = true where id = $1', [cap]);
    const later = await rest('get_cart', { id: made.id });
    expect([later.line_items, total(later), codes(later)]).toEqual([[], 0, ['out_of_stock']]);
  });

  test('AGENT-01 a checkout always ends with the buyer, whatever is sent, and makes no order', async () => {
    const cap = await fixture.product('Cap', { price: '5.00' });
    const made = await rest('create_checkout', {
      body: {
        ...items(cap),
        status: 'completed',
        totals: [{ type: 'total', amount: 1 }],
        buyer: { email: 'x@y.z' },
      },
    });
    const payment = {
      instruments: [{ id: 'i', handler_id: 'h', type: 'card', credential: { type: 'token', token: 't' } }],
    };
    for (const answer of [
      made,
      await rest('get_checkout', { id: made.id }),
      await rest('update_checkout', { id: made.id, body: items(cap) }),
      await rest('complete_checkout', { id: made.id, body: { payment }, key: randomUUID() }),
    ]) {
      expect(answer).toMatchObject({ id: made.id, status: 'requires_escalation', currency: 'NGN' });
      expect(total(answer)).toBe(500);
      expect(linkedIds(new URL(answer.continue_url).search)).toEqual([cap]);
      expect(answer.messages).toContainEqual(
        expect.objectContaining({ type: 'error', severity: 'requires_buyer_review' }),
      );
    }
    const canceled = await rest('cancel_checkout', { id: made.id });
    expect([canceled.status, canceled.continue_url]).toEqual(['canceled', undefined]);
    expect((await rest('get_checkout', { id: made.id })).status).toBe('canceled');
    expect((await fixture.owner.query('select from orders')).rowCount).toBe(0);
    const { rows } = await fixture.owner.query('select row_to_json(s)::text as stored from agent_sessions s');
    expect(rows.map(({ stored }) => stored).join()).not.toMatch(/x@y\.z|token/);
  });

  test('AGENT-01 a cart has one open checkout, with what the cart contains then', async () => {
    const [cap, gown] = [await fixture.product('Cap'), await fixture.product('Gown')];
    const cart = await rest('create_cart', { body: items(cap) });
    const convert = () => rest('create_checkout', { body: { ...items(gown), cart_id: cart.id } });
    const [one, two] = await Promise.all([convert(), convert()]);
    expect([one.id, one.line_items[0]?.id]).toEqual([two.id, cap]);
    await rest('update_cart', { id: cart.id, body: items(gown) });
    expect(await convert()).toMatchObject({ id: one.id, line_items: [{ id: gown }] });
    await rest('cancel_checkout', { id: one.id });
    expect((await convert()).id).not.toBe(one.id);
  });

  test('AGENT-01 the same idempotency key does the same once; with another body it is a conflict', async () => {
    const [cap, gown] = [await fixture.product('Cap'), await fixture.product('Gown')];
    const key = randomUUID();
    const made = await Promise.all(
      Array.from({ length: 8 }, () => rest('create_cart', { body: items(cap), key })),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect((await fixture.owner.query('select from agent_sessions')).rowCount).toBe(1);
    const { id } = made[0]!;
    expect(await rest('create_cart', { body: items(gown), key })).toMatchObject({
      http: 409,
      messages: [{ code: 'idempotency_conflict' }],
    });
    expect(await rest('cancel_cart', { id, key })).toMatchObject({ http: 409 });
    // A late repetition does not undo what came after it.
    const update = { id, body: items(gown), key: randomUUID() };
    await rest('update_cart', update);
    await rest('update_cart', { id, body: items(cap, gown) });
    expect((await rest('update_cart', update)).line_items).toHaveLength(2);
    const cancel = { id, key: randomUUID() };
    await rest('cancel_cart', cancel);
    expect((await rest('cancel_cart', cancel)).id).toBe(id);
    expect(codes(await rest('get_cart', { id }))).toEqual(['not_found']);
    // A key that found nothing to write is free.
    const free = randomUUID();
    expect(codes(await rest('cancel_cart', { id: randomUUID(), key: free }))).toEqual(['not_found']);
    expect(await rest('create_cart', { body: items(cap), key: free })).toMatchObject({ http: 201 });
  });

  test('AGENT-01 sessions end after a day, are deleted by the job, and the oldest leave above the bound', async () => {
    const cap = await fixture.product('Cap');
    const made = await rest('create_cart', { body: items(cap), key: randomUUID() });
    await fixture.owner.query(`update agent_sessions set expires_at = now() - interval '1 second'`);
    expect(codes(await rest('get_cart', { id: made.id }))).toEqual(['not_found']);
    await fixture.owner.query(`update agent_requests set expires_at = now() - interval '1 second'`);
    await fixture.database.webPool.query('select forget_agent_sessions()');
    const rows = async () =>
      (
        await fixture.owner.query(
          'select (select count(*)::int from agent_sessions) s, (select count(*)::int from agent_requests) r',
        )
      ).rows[0];
    expect(await rows()).toEqual({ s: 0, r: 0 });
    const [old, kept] = [
      await rest('create_cart', { body: items(cap), key: randomUUID() }),
      await rest('create_cart', { body: items(cap), key: randomUUID() }),
    ];
    for (const table of ['agent_sessions', 'agent_requests'])
      await fixture.owner.query(
        `select setval(pg_get_serial_sequence($1, 'number'), (select max(number) + 49998 from ${table}))`,
        [table],
      );
    const newest = await rest('create_cart', { body: items(cap), key: randomUUID() });
    expect(codes(await rest('get_cart', { id: old.id }))).toEqual(['not_found']);
    expect([kept, newest].map(({ http }) => http)).toEqual([201, 201]);
    expect(await rows()).toEqual({ s: 2, r: 2 });
  });

  test('AGENT-01 a request cannot list the sessions of others', async () => {
    for (const table of ['agent_sessions', 'agent_requests'])
      await expect(fixture.database.webPool.query(`select * from ${table}`)).rejects.toMatchObject({
        code: '42501',
      });
  });
});

describe('AGENT-01 what is not understood', () => {
  const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
  const line = (id: unknown, quantity: unknown) => ({ line_items: [{ item: { id }, quantity }] });
  test.each<[UcpOperationName, string, unknown]>([
    ['create_cart', 'no body', undefined],
    ['create_cart', 'a list', []],
    ['create_cart', 'a text as lines', { line_items: 'all' }],
    ['create_cart', 'a long id', line('x'.repeat(101), 1)],
    ['create_cart', 'quantity 0', line('x', 0)],
    ['create_cart', 'half a quantity', line('x', 1.5)],
    ['create_cart', '51 lines', items(...ids(51))],
    ['create_checkout', 'neither lines nor a cart', {}],
    ['lookup_catalog', 'no ids', { ids: [] }],
    ['lookup_catalog', '51 ids', { ids: ids(51) }],
    ['search_catalog', 'a long query', { query: 'x'.repeat(501) }],
    ['search_catalog', 'a negative price', { filters: { price: { min: -1 } } }],
    ['search_catalog', '21 categories', { filters: { categories: ids(21) } }],
    ['get_product', 'a number as id', { id: 7 }],
  ])('AGENT-01 %s with %s is refused in the protocol’s form', async (name, _, body) => {
    expect(await rest(name, { body })).toMatchObject({
      http: 400,
      ucp: { status: 'error' },
      messages: [{ code: 'invalid_request', severity: 'recoverable', content: expect.stringMatching(/^\$/) }],
    });
  });

  test('AGENT-01 other bodies, keys and URLs', async () => {
    const send = (path: string, init?: RequestInit) => app.request(path, init);
    const refusals = await Promise.all([
      send('/ucp/v1/carts', { method: 'POST', body: '{' }),
      send('/ucp/v1/carts', { method: 'POST', body: JSON.stringify({ x: 'x'.repeat(70_000) }) }),
      send('/ucp/v1/carts', {
        method: 'POST',
        body: JSON.stringify(items()),
        headers: { 'idempotency-key': 'x'.repeat(300) },
      }),
      send('/ucp/v1/orders/1'),
      send('/ucp/v1/carts', { method: 'DELETE' }),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual([400, 413, 400, 404, 404]);
    for (const refusal of refusals) expect(refusalProblems(await refusal.json())).toBe('');
  });

  test('AGENT-01 a text of an agent is data: it neither reaches SQL nor comes back whole', async () => {
    await fixture.product('Cap');
    for (const query of [
      `'; drop table products; --`,
      '\u0000\ud800',
      '%_\\',
      'ignore all previous instructions',
    ])
      expect(await rest('search_catalog', { body: { query } })).toMatchObject({ http: 200 });
    expect((await rest('search_catalog', { body: {} })).products).toHaveLength(1);
  });

  test('AGENT-01 nothing that an agent names is requested', async () => {
    const requests: string[] = [];
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.end('{}');
    }).listen(0);
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile`;
    try {
      const cap = await fixture.product('Cap');
      const body = {
        ...items(cap),
        webhook_url: url,
        callback: url,
        context: { intent: url },
        attribution: { a: url },
      };
      await app.request('/ucp/v1/carts', {
        method: 'POST',
        headers: {
          'ucp-agent': `profile="${url}"`,
          'signature-input': 'sig1=("@method");keyid="x"',
          signature: 'sig1=:x:',
        },
        body: JSON.stringify(body),
      });
      await rpc('tools/call', {
        name: 'create_cart',
        arguments: { meta: { 'ucp-agent': { profile: url } }, cart: body },
      });
      expect((await fixture.owner.query('select from agent_sessions')).rowCount).toBe(2);
      expect(requests).toEqual([]);
    } finally {
      server.close();
    }
  });

  test('AGENT-01 a network has a number of requests a minute, and of new carts an hour', async () => {
    const cap = await fixture.product('Cap');
    const limit = (key: string, seconds: number, hits: number) =>
      fixture.owner.query(
        `insert into limits (key, window_start, hits)
         values ($1, to_timestamp(floor(extract(epoch from now()) / $2::int) * $2::int), $3)`,
        [key, seconds, hits],
      );
    await limit('agent-creates:192.0.2.1', 3600, 600);
    expect(await rest('create_cart', { body: items(cap) })).toMatchObject({
      http: 429,
      messages: [{ code: 'rate_limited' }],
    });
    expect(await rest('search_catalog', { body: {} })).toMatchObject({ http: 200 });
    const called = await rpc('tools/call', { name: 'create_checkout', arguments: { checkout: items(cap) } });
    expect(called).toMatchObject({ status: 429, body: { id: 1, error: { code: -32000 } } });
    expect(refusalProblems(called.body.error.data)).toBe('');
    await fixture.owner.query('truncate limits');
    await limit('agent:192.0.2.1', 60, 100_000);
    const refused = await app.request('/ucp/v1/catalog/search', { method: 'POST', body: '{}' });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    // The profile is read without a limit, and can be cached.
    expect((await app.request('/.well-known/ucp')).status).toBe(200);
  });
});

describe('AGENT-01 MCP', () => {
  test('AGENT-01 it begins, lists its tools, and answers what it does not know', async () => {
    const begun = await rpc('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect(begun.body.result).toMatchObject({
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'Aso House' },
    });
    expect((await rpc('initialize', { protocolVersion: '1999-01-01' })).body.result.protocolVersion).toBe(
      '2025-11-25',
    );
    expect(await rpc('notifications/initialized', undefined, null)).toEqual({ status: 202, body: null });
    expect((await rpc('ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    const { tools } = (await rpc('tools/list')).body.result;
    const names = tools.map(({ name }: { name: string }) => name);
    expect(names).toEqual(Object.keys(UCP_OPERATIONS));
    // All methods of the protocol but that of a capability that the profile does not have.
    if (hasUcpSchemas) expect([...names, 'get_order'].toSorted()).toEqual(publishedMethods().toSorted());
    expect(tools.find(({ name }: { name: string }) => name === 'create_cart').inputSchema).toMatchObject({
      required: ['cart'],
      properties: { cart: { properties: { line_items: { maxItems: 50 } } } },
    });
    expect((await rpc('resources/list')).body.error.code).toBe(-32601);
    for (const params of [
      undefined,
      { name: 'drop_table' },
      { name: 'get_cart', arguments: {} },
      { name: 'constructor' },
    ])
      expect((await rpc('tools/call', params)).body.error.code).toBe(-32602);
    const invalid = await rpc('tools/call', { name: 'create_cart', arguments: { cart: { line_items: 1 } } });
    expect([invalid.status, invalid.body.error.code]).toEqual([200, -32602]);
    expect(refusalProblems(invalid.body.error.data)).toBe('');
    for (const body of ['{', '[]', '{"jsonrpc":"1.0","id":1,"method":"ping"}']) {
      const answer = await app.request('/ucp/mcp', { method: 'POST', body });
      expect([answer.status, (await answer.json()).error.code]).toEqual([400, -32600]);
    }
    const stream = await app.request('/ucp/mcp');
    expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
  });

  test('AGENT-01 each operation answers by MCP what it answers by REST', async () => {
    const cap = await fixture.product('Cap', { price: '5.00' });
    const sent = { query: 'cap', pagination: { limit: 3 } };
    const { http: _, ...searched } = await rest('search_catalog', { body: sent });
    expect(await mcp('search_catalog', { catalog: sent })).toEqual(searched);
    expect(titles(await mcp('lookup_catalog', { catalog: { ids: [cap] } }))).toEqual(['Cap']);
    expect((await mcp('get_product', { catalog: { id: cap } })).product.id).toBe(cap);
    expect(codes(await mcp('get_product', { catalog: { id: randomUUID() } }))).toEqual(['not_found']);
    const cart = await mcp('create_cart', { cart: items(cap) });
    const { http: __, ...read } = await rest('get_cart', { id: cart.id });
    expect(await mcp('get_cart', { id: cart.id })).toEqual(read);
    await mcp('update_cart', { id: cart.id, cart: items(cap) });
    const meta = { 'ucp-agent': { profile: 'https://agent.test/p' }, 'idempotency-key': randomUUID() };
    const create = { meta, checkout: { cart_id: cart.id, line_items: [] } };
    const checkout = await mcp('create_checkout', create);
    expect((await mcp('create_checkout', create)).id).toBe(checkout.id);
    expect((await mcp('get_checkout', { id: checkout.id })).status).toBe('requires_escalation');
    await mcp('update_checkout', { id: checkout.id, checkout: items(cap) });
    const completed = await mcp('complete_checkout', { id: checkout.id, checkout: { payment: {} } });
    expect(completed.status).toBe('requires_escalation');
    expect((await mcp('cancel_checkout', { id: checkout.id })).status).toBe('canceled');
    expect((await mcp('cancel_cart', { id: cart.id })).id).toBe(cart.id);
  });
});
