import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { generateSource } from 'oazapfts';
import { v4 as uuid } from 'uuid';
import { ACCOUNTS, expect, PASSWORD, send, test } from './shop.ts';

const ORIGIN = process.env.SHOP_URL!;

async function theDocument() {
  const { status, text } = await send('/openapi.json');
  expect(status).toBe(200);
  return JSON.parse(text);
}

interface Operation {
  operationId: string;
  tags: string[];
  security: object[];
  parameters?: object[];
  responses: Record<string, { $ref?: string; content?: { 'application/json': { schema: object } } }>;
}

test('CALLS-02 OPEN-21 the document is valid, and describes sign-in and the required origin of writes', async () => {
  const document = await theDocument();
  expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
  expect(document.components.securitySchemes).toEqual({
    apiKey: expect.objectContaining({ type: 'http', scheme: 'bearer' }),
    session: expect.objectContaining({ type: 'apiKey', in: 'cookie', name: 'aso.session_token' }),
  });
  const tags = document.tags.map(({ name }: { name: string }) => name);
  const ids: string[] = [];
  for (const methods of Object.values(document.paths as Record<string, Record<string, Operation>>)) {
    for (const [method, operation] of Object.entries(methods)) {
      const { operationId, parameters = [], responses } = operation;
      ids.push(operationId);
      expect(tags, operationId).toEqual(expect.arrayContaining(operation.tags));
      expect(operation.security, operationId).toBeDefined();
      const requiresOrigin = JSON.stringify(parameters).includes('#/components/parameters/Origin');
      expect(requiresOrigin, operationId).toBe(method !== 'get');
      if (method !== 'get') expect(responses['403'], operationId).toBeDefined();
      // All errors share one schema.
      for (const [status, response] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        const text = JSON.stringify(response);
        expect(text, `${operationId} ${status}`).toMatch(/components\/(responses|schemas\/Error)/);
      }
    }
  }
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(['auth.signInByPassword', 'auth.session', 'auth.signOut']));
  // What operations have in common is in the document once.
  expect(JSON.stringify(document).length).toBeLessThan(ids.length * 2_400);
});

/** The generated client's type for the operations that are called here. */
interface Client {
  defaults: { baseUrl: string; fetch: typeof fetch };
  authSignInByPassword(origin: string, body: { email: string; password: string }): Promise<Answer>;
  authSession(): Promise<Answer<{ user: { email: string } } | null>>;
  authSignOut(origin: string, body: object): Promise<Answer>;
  catalogListProducts(input: {
    search?: string;
    pageSize?: number;
  }): Promise<Answer<{ items: { id: string; price: number; promotion: unknown }[]; total: number }>>;
  ordersSubmit(
    origin: string,
    body: { idempotencyKey: string; lines: { productId: string; shownPrice: number }[] },
  ): Promise<Answer<{ id: string; orderNumber: string; total: number; code?: string }>>;
  ordersListMine(input: object): Promise<Answer<{ orders: { id: string }[]; code?: string }>>;
}
interface Answer<T = { code?: string }> {
  status: number;
  data: T;
}

/** Keeps cookies as a client outside a browser does. */
function fetchWithCookies(): typeof fetch {
  const cookies = new Map<string, string>();
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const answer = await fetch(input, { ...init, headers });
    for (const line of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!;
      if (/max-age=0/i.test(line)) cookies.delete(name!);
      else cookies.set(name!, value!);
    }
    return answer;
  };
}

test('CALLS-02 OPEN-21 a client generated from the document signs in, lists, orders and signs out', async ({}, {
  outputDir,
}) => {
  const folder = join(outputDir, 'client');
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(join(folder, 'openapi.json'), JSON.stringify(await theDocument()));
    await writeFile(join(folder, 'client.ts'), await generateSource(join(folder, 'openapi.json')));
    const client = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as Client;
    expect(client.defaults.baseUrl).toBe(ORIGIN);
    client.defaults.fetch = fetchWithCookies();

    expect(await client.ordersListMine({})).toMatchObject({
      status: 401,
      data: { code: 'SIGN_IN_REQUIRED', message: expect.any(String) },
    });
    const wrong = await client.authSignInByPassword(ORIGIN, { email: ACCOUNTS.customer, password: 'wrong1' });
    expect(wrong).toMatchObject({ status: 401, data: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
    const right = { email: ACCOUNTS.customer, password: PASSWORD };
    expect((await client.authSignInByPassword(ORIGIN, right)).status).toBe(200);
    expect((await client.authSession()).data?.user.email).toBe(ACCOUNTS.customer);

    const { data: list } = await client.catalogListProducts({ pageSize: 100 });
    const product = list.items.find(({ promotion }) => promotion === null)!;
    const body = { idempotencyKey: uuid(), lines: [{ productId: product.id, shownPrice: product.price }] };
    expect(await client.ordersSubmit('https://evil.example', body)).toMatchObject({
      status: 403,
      data: { code: 'NOT_ALLOWED_FROM', message: expect.any(String) },
    });
    const part = { ...body, lines: [{ productId: product.id, shownPrice: 0.1 + 0.2 }] };
    expect(await client.ordersSubmit(ORIGIN, part)).toMatchObject({
      status: 400,
      data: { code: 'BAD_INPUT' },
    });
    const ordered = await client.ordersSubmit(ORIGIN, body);
    expect(ordered).toMatchObject({ status: 200, data: { total: product.price } });
    const { data: mine } = await client.ordersListMine({});
    expect(mine.orders.map(({ id }) => id)).toContain(ordered.data.id);

    expect((await client.authSignOut(ORIGIN, {})).status).toBe(200);
    expect((await client.authSession()).data).toBeNull();
    expect((await client.ordersListMine({})).status).toBe(401);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

const JSON_TYPE = { 'content-type': 'application/json' };
const refusals: [string, string, string, Parameters<typeof send>[1]][] = [
  ['an unknown operation', 'NOT_FOUND', '/api/v1/nothing', {}],
  ['an unknown method', 'NOT_FOUND', '/api/v1/products', { method: 'DELETE', headers: { origin: ORIGIN } }],
  ['another version', 'NOT_FOUND', '/api/v2/products', {}],
  ['bad input', 'BAD_INPUT', '/api/v1/products?page=-1', {}],
  [
    'a body that is no JSON',
    'BAD_INPUT',
    '/api/v1/products/by-ids',
    { method: 'POST', headers: { ...JSON_TYPE, origin: ORIGIN }, body: '{' },
  ],
  ['no session', 'SIGN_IN_REQUIRED', '/api/v1/orders', {}],
  [
    'another origin',
    'NOT_ALLOWED_FROM',
    '/api/v1/orders',
    { method: 'POST', headers: { origin: 'https://evil.example' } },
  ],
  ['sign-in that is not open', 'NOT_FOUND', '/api/auth/list-sessions', {}],
  [
    'sign-in by another method',
    'NOT_FOUND',
    '/api/auth/sign-in/email',
    { method: 'PUT', headers: { origin: ORIGIN } },
  ],
  [
    'sign-in without a body',
    'BAD_INPUT',
    '/api/auth/sign-in/email',
    { method: 'POST', headers: { ...JSON_TYPE, origin: ORIGIN }, body: '{}' },
  ],
  [
    'a wrong password',
    'INVALID_EMAIL_OR_PASSWORD',
    '/api/auth/sign-in/email',
    {
      method: 'POST',
      headers: { ...JSON_TYPE, origin: ORIGIN },
      body: JSON.stringify({ email: ACCOUNTS.customer, password: 'wrong-one' }),
    },
  ],
  ['the audit log without a session', 'SIGN_IN_REQUIRED', '/api/my-data', {}],
];
for (const [what, code, path, init] of refusals) {
  test(`CALLS-02 ${what} is refused in the common error format`, async () => {
    const { status, text, headers } = await send(path, init);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(headers['content-type']).toMatch(/^application\/json/);
    const body = JSON.parse(text);
    expect(body).toMatchObject({ code, message: expect.stringMatching(/./) });
    expect(['code', 'message', 'data']).toEqual(expect.arrayContaining(Object.keys(body)));
  });
}

test('password managers are redirected to the page that changes the password', async () => {
  const { status, headers } = await send('/.well-known/change-password');
  expect([status, headers.location]).toEqual([302, '/account/security']);
});
