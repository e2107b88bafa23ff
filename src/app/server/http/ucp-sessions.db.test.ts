import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkedIds } from '#domains/wishlist/linked-items.ts';
import { type Agent, codes, items, ORIGIN, openAgent, skipUnvalidated, total } from './test-ucp-agent.ts';

let agent: Agent;
beforeAll(async () => {
  agent = await openAgent();
});
afterAll(() => agent.close());
beforeEach(() => agent.reset());
afterEach(skipUnvalidated);

test('AGENT-01 a cart is made, read, replaced and canceled under one id', async () => {
  const [cap, gown] = [
    await agent.fixture.product('Cap', { price: '5.00' }),
    await agent.fixture.product('Gown', { price: '7.25' }),
  ];
  const made = await agent.rest('create_cart', { body: items(cap) });
  expect([made.http, total(made), made.line_items[0]?.item]).toMatchObject([
    201,
    500,
    { id: cap, title: 'Cap', price: 500 },
  ]);
  const replaced = await agent.rest('update_cart', { id: made.id, body: items(gown, cap) });
  expect([replaced.id, total(replaced)]).toEqual([made.id, 1225]);
  await agent.fixture.owner.query(`update products set price = 8 where id = $1`, [gown]);
  const read = await agent.rest('get_cart', { id: made.id });
  expect([total(read), linkedIds(new URL(read.continue_url).search)]).toEqual([1300, [gown, cap]]);
  expect(read.continue_url.startsWith(`${ORIGIN}/wishlist?items=`)).toBe(true);
  expect(total(await agent.rest('cancel_cart', { id: made.id }))).toBe(1300);
  for (const gone of [
    await agent.rest('get_cart', { id: made.id }),
    await agent.rest('update_cart', { id: made.id, body: items(cap) }),
    await agent.rest('cancel_cart', { id: made.id }),
    await agent.rest('get_checkout', { id: made.id }),
    await agent.rest('get_cart', { id: '../../x' }),
    await agent.rest('create_checkout', { body: { cart_id: made.id } }),
  ])
    expect([gone.http, gone.ucp.status, codes(gone)]).toEqual([200, 'error', ['not_found']]);
});

test('AGENT-01 what cannot be ordered is named; a cart of nothing is not made', async () => {
  const [cap, soldOut, draft] = [
    await agent.fixture.product('Cap'),
    await agent.fixture.product('Gown', { soldOut: true }),
    await agent.fixture.product('Draft', { status: 'draft' }),
  ];
  const made = await agent.rest('create_cart', { body: items(cap, soldOut, draft, 'cap-1') });
  expect(made.line_items.map(({ id }) => id)).toEqual([cap]);
  expect(codes(made)).toEqual(['out_of_stock', 'item_unavailable', 'item_unavailable']);
  const many = await agent.rest('create_cart', {
    body: { line_items: [{ item: { id: cap }, quantity: 12 }] },
  });
  expect([many.line_items[0]?.quantity, codes(many)]).toEqual([1, ['quantity_adjusted']]);
  const refused = await agent.rest('create_checkout', { body: items(soldOut) });
  expect([refused.http, refused.ucp.status, refused.id, codes(refused)]).toEqual([
    200,
    'error',
    undefined,
    ['out_of_stock'],
  ]);
  // Sold out after it was put in.
  await agent.fixture.owner.query('update products set sold_out = true where id = $1', [cap]);
  const later = await agent.rest('get_cart', { id: made.id });
  expect([later.line_items, total(later), codes(later)]).toEqual([[], 0, ['out_of_stock']]);
});

test('AGENT-01 a checkout always ends with the buyer, whatever is sent, and makes no order', async () => {
  const cap = await agent.fixture.product('Cap', { price: '5.00' });
  const made = await agent.rest('create_checkout', {
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
    await agent.rest('get_checkout', { id: made.id }),
    await agent.rest('update_checkout', { id: made.id, body: items(cap) }),
    await agent.rest('complete_checkout', { id: made.id, body: { payment }, key: randomUUID() }),
  ]) {
    expect(answer).toMatchObject({ id: made.id, status: 'requires_escalation', currency: 'NGN' });
    expect(total(answer)).toBe(500);
    expect(linkedIds(new URL(answer.continue_url).search)).toEqual([cap]);
    expect(answer.messages).toContainEqual(
      expect.objectContaining({ type: 'error', severity: 'requires_buyer_review' }),
    );
  }
  const canceled = await agent.rest('cancel_checkout', { id: made.id });
  expect([canceled.status, canceled.continue_url]).toEqual(['canceled', undefined]);
  expect((await agent.rest('get_checkout', { id: made.id })).status).toBe('canceled');
  expect((await agent.fixture.owner.query('select from orders')).rowCount).toBe(0);
  const { rows } = await agent.fixture.owner.query(
    'select row_to_json(s)::text as stored from agent_sessions s',
  );
  expect(rows.map(({ stored }) => stored).join()).not.toMatch(/x@y\.z|token/);
});

test('AGENT-01 a cart has one open checkout, with what the cart contains then', async () => {
  const [cap, gown] = [await agent.fixture.product('Cap'), await agent.fixture.product('Gown')];
  const cart = await agent.rest('create_cart', { body: items(cap) });
  const convert = () => agent.rest('create_checkout', { body: { ...items(gown), cart_id: cart.id } });
  const [one, two] = await Promise.all([convert(), convert()]);
  expect([one.id, one.line_items[0]?.id]).toEqual([two.id, cap]);
  await agent.rest('update_cart', { id: cart.id, body: items(gown) });
  expect(await convert()).toMatchObject({ id: one.id, line_items: [{ id: gown }] });
  await agent.rest('cancel_checkout', { id: one.id });
  expect((await convert()).id).not.toBe(one.id);
});

test('AGENT-01 the same idempotency key does the same once; with another body it is a conflict', async () => {
  const [cap, gown] = [await agent.fixture.product('Cap'), await agent.fixture.product('Gown')];
  const key = randomUUID();
  const made = await Promise.all(
    Array.from({ length: 8 }, () => agent.rest('create_cart', { body: items(cap), key })),
  );
  expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  expect((await agent.fixture.owner.query('select from agent_sessions')).rowCount).toBe(1);
  const { id } = made[0]!;
  expect(await agent.rest('create_cart', { body: items(gown), key })).toMatchObject({
    http: 409,
    messages: [{ code: 'idempotency_conflict' }],
  });
  expect(await agent.rest('cancel_cart', { id, key })).toMatchObject({ http: 409 });
  // A late repetition does not undo what came after it.
  const update = { id, body: items(gown), key: randomUUID() };
  await agent.rest('update_cart', update);
  await agent.rest('update_cart', { id, body: items(cap, gown) });
  expect((await agent.rest('update_cart', update)).line_items).toHaveLength(2);
  const cancel = { id, key: randomUUID() };
  await agent.rest('cancel_cart', cancel);
  expect((await agent.rest('cancel_cart', cancel)).id).toBe(id);
  expect(codes(await agent.rest('get_cart', { id }))).toEqual(['not_found']);
  // A key that found nothing to write is free.
  const free = randomUUID();
  expect(codes(await agent.rest('cancel_cart', { id: randomUUID(), key: free }))).toEqual(['not_found']);
  expect(await agent.rest('create_cart', { body: items(cap), key: free })).toMatchObject({ http: 201 });
});

test('AGENT-01 a key is of all that was sent, in any order of its members, also to complete a checkout', async () => {
  const cap = await agent.fixture.product('Cap');
  const sent = (email: string) => ({ ...items(cap), buyer: { email, first_name: 'Ada' } });
  const create = { body: sent('a@b.c'), key: randomUUID() };
  const { id } = await agent.rest('create_checkout', create);
  const reordered = { buyer: { first_name: 'Ada', email: 'a@b.c' }, ...items(cap) };
  expect(await agent.rest('create_checkout', { ...create, body: reordered })).toMatchObject({
    http: 201,
    id,
  });
  const conflict = { http: 409, messages: [{ code: 'idempotency_conflict' }] };
  expect(await agent.rest('create_checkout', { ...create, body: sent('x@y.z') })).toMatchObject(conflict);

  const complete = (token: string) =>
    agent.rest('complete_checkout', { id, body: { payment: { token } }, key: 'complete' });
  expect(await complete('one')).toMatchObject({ http: 200, id, status: 'requires_escalation' });
  expect(await complete('one')).toMatchObject({ http: 200, id, status: 'requires_escalation' });
  expect(await complete('two')).toMatchObject(conflict);
  await agent.rest('cancel_checkout', { id });
  expect(await complete('one')).toMatchObject({ http: 200, id, status: 'canceled' });

  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const nested = await agent.request('/ucp/v1/carts', {
    method: 'POST',
    headers: { 'idempotency-key': randomUUID() },
    body: `{"line_items":[],"buyer":${deep}}`,
  });
  expect([nested.status, (await nested.json()).messages[0].code]).toEqual([400, 'invalid_request']);
});

test('AGENT-01 a retry is answered although its products sold out or its cart ended after the first time', async () => {
  const [cap, gown] = [await agent.fixture.product('Cap'), await agent.fixture.product('Gown')];
  const cart = { body: items(cap), key: randomUUID() };
  const made = await agent.rest('create_cart', cart);
  const checkout = { body: { cart_id: made.id }, key: randomUUID() };
  const opened = await agent.rest('create_checkout', checkout);
  await agent.fixture.owner.query('update products set sold_out = true where id = $1', [cap]);
  expect(await agent.rest('create_cart', cart)).toMatchObject({ http: 201, id: made.id, line_items: [] });
  await agent.rest('cancel_cart', { id: made.id });
  expect(await agent.rest('create_checkout', checkout)).toMatchObject({ http: 201, id: opened.id });
  // Refused, but of another request all the same.
  for (const body of [{ cart_id: randomUUID() }, items(randomUUID())])
    expect((await agent.rest('create_checkout', { ...checkout, body })).http).toBe(409);
  expect(codes(await agent.rest('create_cart', { body: items(cap), key: randomUUID() }))).toEqual([
    'out_of_stock',
  ]);
  expect((await agent.rest('create_cart', { body: items(gown), key: randomUUID() })).http).toBe(201);
});

test('AGENT-01 sessions end after a day, are deleted by the job, and the oldest leave above the bound', async () => {
  const cap = await agent.fixture.product('Cap');
  const made = await agent.rest('create_cart', { body: items(cap), key: randomUUID() });
  await agent.fixture.owner.query(`update agent_sessions set expires_at = now() - interval '1 second'`);
  expect(codes(await agent.rest('get_cart', { id: made.id }))).toEqual(['not_found']);
  await agent.fixture.owner.query(`update agent_requests set expires_at = now() - interval '1 second'`);
  await agent.fixture.database.webPool.query('select forget_agent_sessions()');
  const rows = async () =>
    (
      await agent.fixture.owner.query(
        'select (select count(*)::int from agent_sessions) s, (select count(*)::int from agent_requests) r',
      )
    ).rows[0];
  expect(await rows()).toEqual({ s: 0, r: 0 });
  const [old, kept] = [
    await agent.rest('create_cart', { body: items(cap), key: randomUUID() }),
    await agent.rest('create_cart', { body: items(cap), key: randomUUID() }),
  ];
  for (const table of ['agent_sessions', 'agent_requests'])
    await agent.fixture.owner.query(
      `select setval(pg_get_serial_sequence($1, 'number'), (select max(number) + 49998 from ${table}))`,
      [table],
    );
  const newest = await agent.rest('create_cart', { body: items(cap), key: randomUUID() });
  expect(codes(await agent.rest('get_cart', { id: old.id }))).toEqual(['not_found']);
  expect([kept, newest].map(({ http }) => http)).toEqual([201, 201]);
  expect(await rows()).toEqual({ s: 2, r: 2 });
});

test('AGENT-01 a request cannot list the sessions of others', async () => {
  for (const table of ['agent_sessions', 'agent_requests'])
    await expect(agent.fixture.database.webPool.query(`select * from ${table}`)).rejects.toMatchObject({
      code: '42501',
    });
});
