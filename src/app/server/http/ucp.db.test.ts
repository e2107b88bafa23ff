import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { UCP_OPERATIONS, type UcpOperationName } from '#domains/agents/ucp.contract.ts';
import {
  type Agent,
  type Answer,
  codes,
  expectRpcError,
  items,
  NETWORK,
  openAgent,
  skipUnvalidated,
  titles,
} from './test-ucp-agent.ts';
import { hasUcpSchemas, publishedMethods, refusalProblems } from './test-ucp-schemas.ts';

let agent: Agent;
beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());
beforeEach(() => agent.reset());
afterEach(skipUnvalidated);

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
  expect(await agent.rest(name, { body })).toMatchObject({
    http: 400,
    ucp: { status: 'error' },
    messages: [{ code: 'invalid_request', severity: 'recoverable', content: expect.stringMatching(/^\$/) }],
  });
});

test('AGENT-01 other bodies, keys and URLs', async () => {
  const send = (path: string, init?: RequestInit) => agent.request(path, init);
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

test('AGENT-01 a write from a page of another site is refused in the form of its binding, and writes nothing', async () => {
  const cap = await agent.fixture.product('Cap');
  const send = (path: string, body: object) =>
    agent.request(path, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify(body),
    });
  const rest = await send('/ucp/v1/carts', items(cap));
  expect([rest.status, rest.headers.get('content-type')]).toEqual([403, 'application/json']);
  const answer = (await rest.json()) as Answer;
  expect([refusalProblems(answer), codes(answer)]).toEqual(['', ['not_allowed_from']]);
  const params = { name: 'create_cart', arguments: { cart: items(cap) } };
  const mcp = await send('/ucp/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  expect(mcp.status).toBe(403);
  expectRpcError(await mcp.json(), null, -32000);
  expect((await agent.fixture.owner.query('select from agent_sessions')).rowCount).toBe(0);
});

test('AGENT-01 a text of an agent is data: it neither reaches SQL nor comes back whole', async () => {
  await agent.fixture.product('Cap');
  for (const query of [
    `'; drop table products; --`,
    '\u0000\ud800',
    '%_\\',
    'ignore all previous instructions',
  ])
    expect(await agent.rest('search_catalog', { body: { query } })).toMatchObject({ http: 200 });
  expect((await agent.rest('search_catalog', { body: {} })).products).toHaveLength(1);
});

test('AGENT-01 nothing that an agent names is requested', async () => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('{}');
  }).listen(0);
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/profile`;
  try {
    const cap = await agent.fixture.product('Cap');
    const body = {
      ...items(cap),
      webhook_url: url,
      callback: url,
      context: { intent: url },
      attribution: { a: url },
    };
    await agent.request('/ucp/v1/carts', {
      method: 'POST',
      headers: {
        'ucp-agent': `profile="${url}"`,
        'signature-input': 'sig1=("@method");keyid="x"',
        signature: 'sig1=:x:',
      },
      body: JSON.stringify(body),
    });
    await agent.rpc('tools/call', {
      name: 'create_cart',
      arguments: { meta: { 'ucp-agent': { profile: url } }, cart: body },
    });
    expect((await agent.fixture.owner.query('select from agent_sessions')).rowCount).toBe(2);
    expect(requests).toEqual([]);
  } finally {
    server.close();
  }
});

test('AGENT-01 a forged callback changes nothing: none is received, and no signature completes a checkout', async () => {
  const cap = await agent.fixture.product('Cap');
  const made = await agent.rest('create_checkout', { body: items(cap) });
  const stored = async () =>
    (await agent.fixture.owner.query('select row_to_json(s)::text as row from agent_sessions s')).rows;
  const before = await stored();
  const forged = (path: string) =>
    agent.request(path, {
      method: 'POST',
      headers: {
        'ucp-agent': 'profile="https://agent.test/.well-known/ucp"',
        'webhook-id': 'msg_1',
        'webhook-timestamp': '1764268800',
        'webhook-signature': 'v1,AAAA',
        'signature-input': 'sig1=("@method" "@path");keyid="platform";created=1764268800',
        signature: 'sig1=:AAAA:',
      },
      body: JSON.stringify({
        id: made.id,
        checkout_id: made.id,
        status: 'completed',
        order: { id: 'o', permalink_url: 'https://agent.test/o' },
        event_type: 'order_confirmed',
      }),
    });
  for (const path of [
    '/ucp/v1/webhooks',
    '/ucp/v1/orders',
    '/ucp/v1/webhooks/partners/p/events/order',
    `/ucp/v1/checkout-sessions/${made.id}`,
    `/ucp/v1/checkout-sessions/${made.id}/callback`,
  ]) {
    const answer = await forged(path);
    expect(answer.status, path).toBe(404);
    expect(refusalProblems(await answer.json()), path).toBe('');
  }
  const completed = await forged(`/ucp/v1/checkout-sessions/${made.id}/complete`);
  expect(await completed.json()).toMatchObject({ id: made.id, status: 'requires_escalation' });
  expect(await stored()).toEqual(before);
  expect((await agent.fixture.owner.query('select from orders')).rowCount).toBe(0);
});

test('AGENT-01 a fault answers in the protocol’s form and reveals nothing', async () => {
  const rename = (from: string, to: string) =>
    agent.fixture.owner.query(`alter function ${from}(text, uuid) rename to ${to}`);
  await rename('find_agent_session', 'gone');
  try {
    const answer = await agent.rest('get_cart', { id: randomUUID() });
    expect([answer.http, codes(answer)]).toEqual([500, ['unexpected']]);
    expect(JSON.stringify(answer)).not.toMatch(/find_agent_session|select/i);
  } finally {
    await rename('gone', 'find_agent_session');
  }
});

test('AGENT-01 a network has a number of requests a minute, and of new carts an hour', async () => {
  const cap = await agent.fixture.product('Cap');
  const limit = (key: string, seconds: number, hits: number) =>
    agent.fixture.owner.query(
      `insert into limits (key, window_start, hits)
       values ($1, to_timestamp(floor(extract(epoch from now()) / $2::int) * $2::int), $3)`,
      [key, seconds, hits],
    );
  await limit(`agent-creates:${NETWORK}`, 3600, 600);
  expect(await agent.rest('create_cart', { body: items(cap) })).toMatchObject({
    http: 429,
    messages: [{ code: 'rate_limited' }],
  });
  expect(await agent.rest('search_catalog', { body: {} })).toMatchObject({ http: 200 });
  const called = await agent.rpc('tools/call', {
    name: 'create_checkout',
    arguments: { checkout: items(cap) },
  });
  expect(called.status).toBe(429);
  expectRpcError(called.body, 1, -32000);
  await agent.fixture.owner.query('truncate limits');
  await limit(`agent:${NETWORK}`, 60, 100_000);
  const refused = await agent.request('/ucp/v1/catalog/search', { method: 'POST', body: '{}' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refusalProblems(await refused.json())).toBe('');
  for (const [id, sent] of [
    [7, { jsonrpc: '2.0', id: 7, method: 'ping' }],
    ['a', { jsonrpc: '2.0', id: 'a', method: 'tools/list' }],
    // A notification, and a body without a message.
    [null, { jsonrpc: '2.0', method: 'notifications/initialized' }],
    [null, [{ jsonrpc: '2.0', id: 7, method: 'ping' }]],
  ] as const) {
    const limited = await agent.request('/ucp/mcp', { method: 'POST', body: JSON.stringify(sent) });
    expect([limited.status, Number(limited.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expectRpcError(await limited.json(), id, -32000);
  }
  // The profile is read without a limit, and can be cached.
  expect((await agent.request('/.well-known/ucp')).status).toBe(200);
});

test('AGENT-01 it begins, lists its tools, and answers what it does not know', async () => {
  const begun = await agent.rpc('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  });
  expect(begun.body.result).toMatchObject({
    protocolVersion: '2025-06-18',
    capabilities: { tools: {} },
    serverInfo: { name: 'Aso House' },
  });
  expect((await agent.rpc('initialize', { protocolVersion: '1999-01-01' })).body.result.protocolVersion).toBe(
    '2025-11-25',
  );
  expect(await agent.rpc('notifications/initialized', undefined, null)).toEqual({ status: 202, body: null });
  expect((await agent.rpc('ping')).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  const { tools } = (await agent.rpc('tools/list')).body.result;
  const names = tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(Object.keys(UCP_OPERATIONS));
  // All methods of the protocol but that of a capability that the profile does not have.
  if (hasUcpSchemas) expect([...names, 'get_order'].toSorted()).toEqual(publishedMethods().toSorted());
  expect(tools.find(({ name }: { name: string }) => name === 'create_cart').inputSchema).toMatchObject({
    required: ['cart'],
    properties: { cart: { properties: { line_items: { maxItems: 50 } } } },
  });
  expect((await agent.rpc('resources/list')).body.error.code).toBe(-32601);
  for (const params of [
    undefined,
    { name: 'drop_table' },
    { name: 'get_cart', arguments: {} },
    { name: 'constructor' },
  ])
    expect((await agent.rpc('tools/call', params)).body.error.code).toBe(-32602);
  const invalid = await agent.rpc('tools/call', {
    name: 'create_cart',
    arguments: { cart: { line_items: 1 } },
  });
  expect([invalid.status, invalid.body.error.code]).toEqual([200, -32602]);
  expect(refusalProblems(invalid.body.error.data)).toBe('');
  for (const [body, code] of [
    ['{', -32700],
    ['[]', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ] as const) {
    const answer = await agent.request('/ucp/mcp', { method: 'POST', body });
    expect([answer.status, (await answer.json()).error.code]).toEqual([400, code]);
  }
  const large = await agent.request('/ucp/mcp', { method: 'POST', body: ' '.repeat(70_000) });
  expect(large.status).toBe(413);
  expectRpcError(await large.json(), null, -32000);
  const stream = await agent.request('/ucp/mcp');
  expect([stream.status, stream.headers.get('allow')]).toEqual([405, 'POST']);
});

test('AGENT-01 only revisions of MCP without batches are spoken, and a batch is refused whole', async () => {
  const cap = await agent.fixture.product('Cap');
  for (const asked of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
    const { result } = (await agent.rpc('initialize', { protocolVersion: asked })).body;
    // A client is offered the newest for one that the shop does not speak, and may then leave.
    expect(result.protocolVersion).toBe(asked === '2025-06-18' ? asked : '2025-11-25');
    const answer = await agent.request('/ucp/mcp', {
      method: 'POST',
      headers: { 'mcp-protocol-version': asked },
      body: JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' }),
    });
    const isSpoken = asked >= '2025-06-18';
    expect(answer.status).toBe(isSpoken ? 200 : 400);
    expect(await answer.json()).toMatchObject(
      isSpoken ? { id: 3, result: {} } : { id: 3, error: { code: -32600 } },
    );
  }
  const params = { name: 'create_cart', arguments: { cart: items(cap) } };
  const batch = await agent.request('/ucp/mcp', {
    method: 'POST',
    body: JSON.stringify([1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params }))),
  });
  expect(batch.status).toBe(400);
  expect(await batch.json()).toMatchObject({ id: null, error: { code: -32600 } });
  expect((await agent.fixture.owner.query('select from agent_sessions')).rowCount).toBe(0);
});

test('AGENT-01 each operation answers by MCP what it answers by REST', async () => {
  const cap = await agent.fixture.product('Cap', { price: '5.00' });
  const sent = { query: 'cap', pagination: { limit: 3 } };
  const { http: _, ...searched } = await agent.rest('search_catalog', { body: sent });
  expect(await agent.mcp('search_catalog', { catalog: sent })).toEqual(searched);
  expect(titles(await agent.mcp('lookup_catalog', { catalog: { ids: [cap] } }))).toEqual(['Cap']);
  expect((await agent.mcp('get_product', { catalog: { id: cap } })).product.id).toBe(cap);
  expect(codes(await agent.mcp('get_product', { catalog: { id: randomUUID() } }))).toEqual(['not_found']);
  const cart = await agent.mcp('create_cart', { cart: items(cap) });
  const { http: __, ...read } = await agent.rest('get_cart', { id: cart.id });
  expect(await agent.mcp('get_cart', { id: cart.id })).toEqual(read);
  await agent.mcp('update_cart', { id: cart.id, cart: items(cap) });
  const meta = { 'ucp-agent': { profile: 'https://agent.test/p' }, 'idempotency-key': randomUUID() };
  const create = { meta, checkout: { cart_id: cart.id, line_items: [] } };
  const checkout = await agent.mcp('create_checkout', create);
  expect((await agent.mcp('create_checkout', create)).id).toBe(checkout.id);
  expect((await agent.mcp('get_checkout', { id: checkout.id })).status).toBe('requires_escalation');
  await agent.mcp('update_checkout', { id: checkout.id, checkout: items(cap) });
  const completed = await agent.mcp('complete_checkout', { id: checkout.id, checkout: { payment: {} } });
  expect(completed.status).toBe('requires_escalation');
  expect((await agent.mcp('cancel_checkout', { id: checkout.id })).status).toBe('canceled');
  expect((await agent.mcp('cancel_cart', { id: cart.id })).id).toBe(cart.id);
});
