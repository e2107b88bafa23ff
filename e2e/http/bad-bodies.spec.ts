import { randomUUID } from 'node:crypto';
import { expect, rowsOf, send, test } from './shop.ts';

const json = { 'content-type': 'application/json' };
const NUL = 'Ada\u0000<b>';
const message = (more: object = {}) => ({
  name: 'Ada Obi',
  email: 'ada@example.com',
  subject: 'Agbada',
  message: 'Do you sew for children?',
  idempotencyKey: randomUUID(),
  ...more,
});

/** A path, the body, and the expected statuses. */
const bodies: [string, string, Record<string, string>, string, number[]][] = [
  ['truncated JSON', '/api/v1/contact', json, '{"name":', [400]],
  ['not JSON', '/api/v1/contact', json, 'name=Ada', [400]],
  ['an empty body', '/api/v1/contact', json, '', [400]],
  ['null', '/api/v1/contact', json, 'null', [400]],
  ['a list', '/api/v1/contact', json, '[]', [400]],
  ['a text', '/api/v1/contact', json, '"x"', [400]],
  ['deeply nested JSON', '/api/v1/contact', json, `${'['.repeat(20_000)}${']'.repeat(20_000)}`, [400]],
  [
    'a prototype property',
    '/api/v1/contact',
    json,
    '{"__proto__":{"name":"x"},"constructor":{"prototype":{}}}',
    [400],
  ],
  [
    'bytes that are not valid text',
    '/api/v1/contact',
    json,
    Buffer.from([0xff, 0xfe, 0x00]).toString('latin1'),
    [400],
  ],
  [
    'a form',
    '/api/v1/contact',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'name=Ada',
    [400, 415],
  ],
  ['plain text', '/api/v1/contact', { 'content-type': 'text/plain' }, JSON.stringify(message()), [400, 415]],
  ['XML', '/api/v1/contact', { 'content-type': 'application/xml' }, '<a/>', [400, 415]],
  [
    'a multipart without parts',
    '/api/v1/contact',
    { 'content-type': 'multipart/form-data' },
    'x',
    [400, 415],
  ],
  ['an invalid content type', '/api/v1/contact', { 'content-type': '\t;;=' }, '{}', [400, 415]],
  ['truncated JSON to the pages’ own API', '/api/rpc/contact/submit', json, '{"json":', [400]],
  ['a list to the pages’ own API', '/api/rpc/contact/submit', json, '[]', [400]],
  [
    'invalid meta to the pages’ own API',
    '/api/rpc/contact/submit',
    json,
    '{"json":{},"meta":[[1,"__proto__","x"]]}',
    [400],
  ],
  ['truncated JSON to sign-in', '/api/auth/sign-in/email', json, '{"email":', [400]],
  ['an empty body to sign-in', '/api/auth/sign-in/email', json, '', [400]],
  ['numbers to sign-in', '/api/auth/sign-in/email', json, '{"email":1,"password":2}', [400, 422]],
  [
    'NUL to sign-in',
    '/api/auth/sign-in/email',
    json,
    JSON.stringify({ email: 'a\u0000@example.com', password: 'x\u0000y' }),
    [400, 401],
  ],
  [
    'NUL to registration',
    '/api/auth/sign-up/email',
    json,
    JSON.stringify({ email: 'a\u0000@example.com', password: 'abcdefg', firstName: NUL, lastName: NUL }),
    [400],
  ],
  ['a list to registration', '/api/auth/sign-up/email', json, '[]', [400]],
  [
    'NUL to a code',
    '/api/auth/email-otp/verify-email',
    json,
    JSON.stringify({ email: 'a\u0000@example.com', otp: '1\u0000' }),
    [400],
  ],
  [
    'NUL to recovery',
    '/api/auth/request-password-reset',
    json,
    JSON.stringify({ email: 'a\u0000@example.com' }),
    [200, 400],
  ],
  ['300 kB', '/api/v1/contact', json, JSON.stringify(message({ message: 'x'.repeat(300_000) })), [413]],
  [
    '300 kB to the pages’ own API',
    '/api/rpc/contact/submit',
    json,
    JSON.stringify({ json: message({ message: 'x'.repeat(300_000) }) }),
    [413],
  ],
  [
    '20 kB to sign-in',
    '/api/auth/sign-in/email',
    json,
    JSON.stringify({ email: 'x'.repeat(20_000), password: 'x' }),
    [413],
  ],
];

for (const [what, path, headers, body, statuses] of bodies) {
  test(`${what} at ${path} is refused, and nothing of it is saved`, async ({ db }) => {
    const before = await rowsOf(db);
    const answer = await send(path, { method: 'POST', headers, body });
    expect(statuses).toContain(answer.status);
    expect(answer.text).not.toMatch(/\bat \S+ \(|node_modules|syntax error|Failed query/);
    expect(await rowsOf(db)).toEqual(before);
  });
}

test('a body over the limit is refused, with any framing', async () => {
  const body = `{"name":"${'x'.repeat(2_000_000)}"}`;
  const whole = await send('/api/v1/contact', {
    method: 'POST',
    headers: { ...json, 'content-length': String(body.length) },
    body,
  });
  expect(whole.status).toBe(413);
  const chunked = await send('/api/v1/contact', {
    method: 'POST',
    headers: { ...json, 'transfer-encoding': 'chunked' },
    body,
  });
  expect(chunked.status).toBe(413);
});

/** Every text that a user can send, each with NUL in it: cleaned or refused. */
test('NUL in any text of a message is removed', async ({ as, db }) => {
  for (const field of ['name', 'subject', 'message'] as const) {
    const sent = message({ [field]: 'Ada\u0000 and more <b>' });
    expect((await as.visitor.post('/api/v1/contact', { data: sent })).status()).toBe(200);
    const { rows } = await db.query('select * from contact_submissions where id = $1', [sent.idempotencyKey]);
    expect(rows[0][field]).toBe('Ada and more <b>');
  }
  expect((await as.visitor.post('/api/v1/contact', { data: message({ email: 'a\u0000@' }) })).status()).toBe(
    400,
  );
});

test('NUL in a name is refused and the old name stays', async ({ as, db }) => {
  const own = async () => (await db.query(`select * from profiles where email = 'customer@demo.shop'`)).rows;
  const before = await own();
  for (const field of ['firstName', 'lastName', 'phone']) {
    const data = { firstName: 'Ada', lastName: 'Obi', phone: null, [field]: NUL };
    expect((await as.customer.patch('/api/v1/me', { data })).status()).toBe(400);
  }
  expect(await own()).toEqual(before);
});

test('a role in a profile update or a registration is ignored', async ({ as, db }) => {
  const { firstName, lastName, phone } = await (await as.customer.get('/api/v1/me')).json();
  const data = {
    firstName,
    lastName,
    phone,
    role: 'super_admin',
    id: randomUUID(),
    email: 'admin@demo.shop',
  };
  const changed = await (await as.customer.patch('/api/v1/me', { data })).json();
  expect(changed).toMatchObject({ role: 'user', email: 'customer@demo.shop' });
  const email = `${randomUUID()}@example.com`;
  const registered = await as.visitor.post('/api/auth/sign-up/email', {
    data: {
      email,
      password: 'abcdefg',
      firstName: 'Ada',
      lastName: 'Obi',
      role: 'super_admin',
      emailVerified: true,
    },
  });
  const { rows } = await db.query('delete from profiles where email = $1 returning role, email_verified', [
    email,
  ]);
  if (registered.ok()) expect(rows).toEqual([{ role: 'user', email_verified: false }]);
  else expect(rows).toEqual([]);
});

const cookies = [
  'better-auth.session_token=x',
  'better-auth.session_token=%',
  'better-auth.session_token=x.y; better-auth.session_token=z',
  `better-auth.session_token=${'a'.repeat(6000)}.${'b'.repeat(100)}`,
  'aso.browser=%00; =; ;;;',
  `aso.browser=' or 1=1`,
];
for (const cookie of cookies) {
  test(`the cookie ${cookie.slice(0, 40)} has no session`, async () => {
    const me = await send('/api/v1/me', { headers: { cookie } });
    expect([me.status, me.text]).toEqual([200, 'null']);
    expect((await send('/api/v1/orders', { headers: { cookie } })).status).toBe(401);
  });
}
