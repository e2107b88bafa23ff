import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACCOUNTS, expect, plainLines, refusalOf, rowsOf, send, submit, test } from './shop.ts';

const PAGES = [
  '/',
  '/products',
  '/products?search=agbada',
  '/wishlist',
  '/checkout',
  '/account',
  '/orders',
  '/auth',
  '/nothing-here',
];

for (const path of PAGES) {
  test(`the policy of ${path} names its inline scripts by hash and allows no others`, async () => {
    const { headers, text } = await send(path);
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split('; ')
        .map((part) => [part.split(' ')[0], part.split(' ').slice(1)]),
    ) as Record<string, string[]>;
    const inline = [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
      .filter(([, attributes]) => !/\bsrc=|application\/ld\+json/.test(attributes!))
      .map(([, , code]) => `'sha256-${createHash('sha256').update(code!).digest('base64')}'`);
    expect(inline.length).toBeGreaterThan(0);
    expect(policy['script-src']!.toSorted()).toEqual(["'self'", ...new Set(inline)].toSorted());
    expect(policy['script-src-attr']).toEqual(["'none'"]);
    expect(policy['default-src']).toEqual(["'self'"]);
    expect(policy['object-src']).toEqual(["'none'"]);
    expect(policy['base-uri']).toEqual(["'none'"]);
    expect(policy['frame-ancestors']).toEqual(["'none'"]);
    // Nothing on the page violates the policy.
    expect(text).not.toMatch(/<[a-z][^>]*\son[a-z]+=["']/i);
  });
}

const EVERYWHERE = [
  '/',
  '/nothing-here',
  '/api/v1/products',
  '/api/v1/nothing',
  '/uploads/placeholder.jpg',
  '/img/320/webp/uploads/placeholder.jpg',
  '/openapi.json',
  '/llms.txt',
  '/robots.txt',
  '/sitemap.xml',
  '/livez',
  '/favicon.svg',
];
for (const path of EVERYWHERE) {
  test(`${path} is sent with nosniff`, async () => {
    const { headers } = await send(path);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['x-powered-by']).toBeUndefined();
    if (path === '/favicon.svg') return;
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['permissions-policy']).toContain('geolocation=()');
    expect(headers['permissions-policy']).toContain('publickey-credentials-get=(self)');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
}

for (const path of [
  '/api/v1/products',
  '/api/v1/nothing',
  '/api/auth/nothing',
  '/openapi.json',
  '/sitemap.xml',
  '/livez',
]) {
  test(`${path} is not a page, and cannot be framed`, async () => {
    const { headers } = await send(path);
    expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'");
  });
}

test('an unchanged page keeps its policy', async () => {
  const first = await send('/about');
  const again = await send('/about', { headers: { 'if-none-match': String(first.headers.etag) } });
  expect(again.status).toBe(304);
  expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
});

test('an upload is served as an image only', async () => {
  for (const path of ['/uploads/placeholder.jpg', '/img/320/avif/uploads/placeholder.jpg']) {
    const { status, headers } = await send(path);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^image\//);
    expect(headers['content-security-policy']).toBe("default-src 'none'");
  }
});

test('the session cookie is HttpOnly and SameSite; the hint cookie gives no access', async () => {
  const answer = await send('/api/auth/sign-in/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: process.env.SHOP_URL! },
    body: JSON.stringify({ email: ACCOUNTS.customer, password: 'demo-password' }),
  });
  const cookies = answer.headers['set-cookie'] as string[];
  const session = cookies.find((cookie) => cookie.startsWith('aso.session_token='))!;
  expect(session).toMatch(/; HttpOnly/);
  expect(session).toMatch(/; SameSite=Lax/);
  expect(session).toMatch(/; Path=\//);
  expect(session).not.toMatch(/Domain=/);
  const hint = cookies.find((cookie) => cookie.startsWith('aso_signed_in='))!;
  expect(hint).toMatch(/^aso_signed_in=1;.*SameSite=Lax/);
  const me = await send('/api/v1/me', { headers: { cookie: hint.split(';')[0]! } });
  expect(me.text).toBe('null');
  // The token is useless without the shop's signature, and is not in the response for scripts to read.
  const token = /=([^.;]+)\./.exec(session)![1]!;
  expect(answer.text).not.toContain(token);
  for (const value of [token, `${token}.`, `${token}.${'A'.repeat(43)}%3D`]) {
    const forged = await send('/api/v1/me', {
      headers: { cookie: `aso.session_token=${value}`, authorization: `Bearer ${token}` },
    });
    expect(forged.text).toBe('null');
  }
  const own = await send('/api/v1/me', { headers: { cookie: session.split(';')[0]! } });
  expect(JSON.parse(own.text)).toMatchObject({ email: ACCOUNTS.customer });
});

test('the browser id for likes is HttpOnly', async ({ as }) => {
  const { items } = await (await as.visitor.get('/api/v1/products')).json();
  const answer = await send(`/api/v1/products/${items[0].id}/like`, { method: 'POST' });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^aso\.browser=[0-9a-f-]{36}; .*HttpOnly; SameSite=Lax/,
  );
});

test('private responses are not cached', async ({ as }) => {
  for (const path of [
    '/api/v1/me',
    '/api/v1/orders',
    '/api/v1/products?search=agbada',
    '/api/auth/get-session',
    '/api/v1/nothing',
    `/api/v1/orders/${randomUUID()}`,
  ]) {
    expect((await as.customer.get(path)).headers()['cache-control'], path).toBe('no-store');
  }
  const refused = await as.visitor.get('/api/v1/orders');
  expect([refused.status(), refused.headers()['cache-control']]).toEqual([401, 'no-store']);
});

/** Origin headers of a write, and whether it is allowed. */
const origins: [string, Record<string, string>, boolean][] = [
  ['another site', { origin: 'https://evil.example' }, false],
  ['another port of this machine', { origin: 'http://localhost:1' }, false],
  ['a host name that starts like the shop’s', { origin: 'http://localhost.evil.example' }, false],
  ['a sandboxed frame', { origin: 'null' }, false],
  ['a cross-site request', { 'sec-fetch-site': 'cross-site' }, false],
  ['a same-site request', { 'sec-fetch-site': 'same-site' }, false],
  ['no origin, with a session', {}, false],
  ['the shop’s own page', { 'sec-fetch-site': 'same-origin' }, true],
];
for (const [writer, headers, allowed] of origins) {
  test(`a write from ${writer} is ${allowed ? 'allowed' : 'refused'}`, async ({ as, db, playwright }) => {
    const [line] = await plainLines(as.visitor, 1);
    const { cookies } = await as.customer.storageState();
    const forged = await playwright.request.newContext({
      baseURL: process.env.SHOP_URL,
      extraHTTPHeaders: {
        ...headers,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
    });
    const before = await rowsOf(db);
    const answer = await submit(forged, [line]);
    if (allowed) {
      expect(answer.status()).toBe(200);
    } else {
      expect(await refusalOf(answer)).toMatchObject({ status: 403, code: 'NOT_ALLOWED_FROM' });
      expect((await forged.patch('/api/v1/me', { data: {} })).status()).toBe(403);
      expect((await forged.post('/api/auth/sign-out', { data: {} })).status()).toBe(403);
      expect((await forged.post('/api/rpc/orders/submit', { data: { json: {} } })).status()).toBe(403);
      expect(await rowsOf(db)).toEqual(before);
      // The user is still signed in.
      expect((await as.customer.get('/api/v1/me')).status()).toBe(200);
    }
    await forged.dispose();
  });
}

test('the liveness and readiness endpoints answer, and are not cached', async () => {
  expect(await send('/livez')).toMatchObject({
    status: 200,
    text: 'alive',
    headers: { 'cache-control': 'no-store' },
  });
  expect(await send('/servingz')).toMatchObject({
    status: 200,
    text: 'serving',
    headers: { 'cache-control': 'no-store' },
  });
  expect(await send('/readyz')).toMatchObject({
    status: 200,
    text: 'ready',
    headers: { 'cache-control': 'no-store' },
  });
});

test('CALLS-01 CALLS-02 OPEN-21 the API document has every operation, and every reference resolves', async () => {
  const { status, text } = await send('/openapi.json');
  expect(status).toBe(200);
  const document = JSON.parse(text);
  expect(document.openapi).toMatch(/^3\.1\.\d$/);
  expect(document.info).toMatchObject({ title: expect.any(String), version: expect.any(String) });
  expect(document.servers).toEqual([{ url: process.env.SHOP_URL }]);
  const documented = Object.entries(document.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { operationId: string }>).map(
      ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path.replace('/api/v1', '')}`,
    ),
  );
  const table = await readFile(join(import.meta.dirname, '../../docs/access.txt'), 'utf8');
  const declared = table
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/))
    .filter(([name]) => name !== 'events.stream')
    .map(([name, , method, path]) => `${name} ${method} ${path}`);
  // Sign-in is not part of the contract.
  const ofContract = documented.filter((one) => !/^auth\.|^\S+\.deprecated /.test(one));
  expect(ofContract.toSorted()).toEqual(declared.toSorted());
  for (const methods of Object.values(document.paths as Record<string, object>)) {
    for (const operation of Object.values(
      methods as Record<string, { summary?: string; responses: object }>,
    )) {
      expect(operation.summary).toBeTruthy();
      expect(Object.keys(operation.responses)).toContain('200');
    }
  }
  for (const [, reference] of text.matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = reference!
      .split('/')
      .reduce((at, key) => at?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);
    expect(found, reference).toBeTruthy();
  }
});
