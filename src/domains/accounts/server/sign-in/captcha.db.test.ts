import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createCaptcha } from '#platform/captcha/captcha.ts';
import { createLog } from '#platform/log.ts';
import { CAPTCHA_PATHS, CONTACT_FORM } from '#shared/captcha/captcha-rules.ts';
import { testAuth } from './test-auth.ts';

const keys = {
  siteKey: 'site',
  providerSecret: 'provider-secret',
  secret: 'a-secret-of-more-than-thirty-two-letters',
  log: createLog('fatal'),
};

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

describe('a proof of work', () => {
  const shop = testAuth(() => ({
    captcha: createCaptcha({ ...keys, kind: 'altcha', authDb: shop.database.auth }),
    sendText: async () => {},
  }));

  async function solved() {
    const challenge = (await (await shop.browser().get('/api/auth/captcha')).json()) as Challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    return { challenge, solution: solution! };
  }
  const register = (answer?: string) =>
    shop
      .browser()
      .post('/api/auth/sign-up/email', shop.registration(), answer ? { 'x-captcha-response': answer } : {});
  const REFUSED = { status: 400, body: { code: 'CAPTCHA_FAILED' } };

  test('OPEN-39 a visitor who solves the problem is admitted, once', async () => {
    const answer = base64(await solved());
    expect(await register(answer)).toMatchObject({ status: 200 });
    expect(await register(answer)).toMatchObject(REFUSED);
    expect(shop.emails).toHaveLength(1);
  });

  test('OPEN-39 of twenty concurrent requests with one answer one is admitted, across processes', async () => {
    const answer = base64(await solved());
    const otherCaptcha = createCaptcha({ ...keys, kind: 'altcha', authDb: shop.database.auth });
    const captcha = createCaptcha({ ...keys, kind: 'altcha', authDb: shop.database.auth });
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, n) => (n % 2 ? captcha : otherCaptcha).check(answer, '')),
    );
    expect(verdicts.filter((verdict) => verdict === 'right')).toHaveLength(1);
  });

  test('OPEN-39 without an answer, or with an invalid one, nothing happens', async () => {
    for (const answer of [
      undefined,
      'x',
      base64({}),
      base64([]),
      base64(null),
      '='.repeat(5_000),
      'x'.repeat(9_000),
    ]) {
      expect(await register(answer)).toMatchObject(REFUSED);
    }
    expect(shop.emails).toEqual([]);
    expect(await shop.profilesOf(shop.fresh())).toEqual([]);
  });

  test('OPEN-39 a forged problem, an easier one, or a wrong answer is refused', async () => {
    const { challenge, solution } = await solved();
    const { parameters } = challenge;
    for (const forged of [
      { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } },
      { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
      { challenge: { ...challenge, signature: undefined }, solution },
      {
        challenge: { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt! + 3600 } },
        solution,
      },
      { challenge: { ...challenge, parameters: { ...parameters, keySignature: undefined } }, solution },
      {
        challenge: { ...challenge, parameters: { ...parameters, nonce: parameters.nonce.toUpperCase() } },
        solution,
      },
      { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
    ]) {
      expect(await register(base64(forged))).toMatchObject(REFUSED);
    }
    const another = createCaptcha({
      ...keys,
      secret: 'x'.repeat(40),
      kind: 'altcha',
      authDb: shop.database.auth,
    });
    expect(await another.check(base64({ challenge, solution }), '')).toBe('wrong');
    expect(await register(base64({ challenge, solution }))).toMatchObject({ status: 200 });
  });

  test('OPEN-39 an answer after ten minutes is refused', async () => {
    const answer = base64(await solved());
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
    try {
      expect(await register(answer)).toMatchObject(REFUSED);
    } finally {
      vi.useRealTimers();
    }
    expect(await register(answer)).toMatchObject({ status: 200 });
  });

  test('OPEN-39 it guards the actions that robots abuse, and no others', async () => {
    const email = shop.fresh();
    const all = { ...shop.registration(), phone: '+2348030000001' };
    for (const path of CAPTCHA_PATHS) {
      if (path === CONTACT_FORM) continue;
      expect(await shop.browser().post(`/api/auth${path}`, all), path).toMatchObject(REFUSED);
    }
    const code = await shop.browser().post('/api/auth/email-otp/verify-email', { email, otp: '123456' });
    expect(code.body.code).not.toBe('CAPTCHA_FAILED');
    expect((await shop.browser().get('/api/auth/get-session')).status).toBe(200);
  });

  test('a robot’s guesses are not counted against the account', async () => {
    const email = shop.fresh();
    for (let n = 0; n < 12; n++)
      await shop.browser().post('/api/auth/sign-in/email', { email, password: 'guess' });
    const answer = base64(await solved());
    const honest = await shop
      .browser()
      .post('/api/auth/sign-in/email', { email, password: 'guess' }, { 'x-captcha-response': answer });
    expect(honest.status).toBe(401);
  });

  test('used answers are deleted after they would have expired', async () => {
    await register(base64(await solved()));
    const { rows } = await shop.owner.query(
      `select expires_at between now() + interval '9 minutes' and now() + interval '11 minutes' as soon
       from spent_captchas order by expires_at desc limit 1`,
    );
    expect(rows).toEqual([{ soon: true }]);
  });
});

describe.each(['turnstile', 'hcaptcha'] as const)('%s', (kind) => {
  let provider: Server;
  let verifyUrl: string;
  let requests: URLSearchParams[] = [];
  let reply: { status: number; body: string } | 'silent';
  beforeAll(async () => {
    const respond = async (request: IncomingMessage, response: ServerResponse) => {
      requests.push(new URLSearchParams(await text(request)));
      if (reply === 'silent') return request.socket.destroy();
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    };
    provider = createServer((request, response) => void respond(request, response));
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
    verifyUrl = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/siteverify`;
  });
  afterAll(() => new Promise((resolve) => provider.close(resolve)));
  const shop = testAuth(() => {
    return { captcha: createCaptcha({ ...keys, kind, verifyUrl, authDb: shop.database.auth }) };
  });
  const register = (answer = 'an-answer') =>
    shop.browser().post('/api/auth/sign-up/email', shop.registration(), { 'x-captcha-response': answer });

  test('OPEN-39 the provider receives our secret, the answer and the IP address, and its result applies', async () => {
    requests = [];
    reply = { status: 200, body: '{"success":true}' };
    expect((await register()).status).toBe(200);
    expect(Object.fromEntries(requests[0]!)).toEqual({
      secret: 'provider-secret',
      response: 'an-answer',
      sitekey: 'site',
      remoteip: shop.ipAddress,
    });
    reply = { status: 200, body: '{"success":false,"error-codes":["timeout-or-duplicate"]}' };
    expect(await register()).toMatchObject({ status: 400, body: { code: 'CAPTCHA_FAILED' } });
  });

  test('OPEN-39 the provider is not asked about an invalid answer', async () => {
    requests = [];
    expect((await register('')).status).toBe(400);
    expect((await register('x'.repeat(7_000))).status).toBe(400);
    expect(requests).toEqual([]);
  });

  test.each<[string, typeof reply]>([
    ['is silent', 'silent'],
    ['is broken', { status: 503, body: '{"success":true}' }],
    ['answers something else', { status: 200, body: '<html>' }],
    [
      'does not know our secret',
      { status: 200, body: '{"success":false,"error-codes":["invalid-input-secret"]}' },
    ],
  ])(
    'OPEN-39 when the provider %s nobody is admitted, and the answer says when to try again',
    async (_, failure) => {
      reply = failure;
      expect(await register()).toMatchObject({ status: 503, body: { code: 'CAPTCHA_UNREACHABLE' } });
      expect(shop.emails).toEqual([]);
    },
  );

  test('the shop issues no problem of its own', async () => {
    expect((await shop.browser().get('/api/auth/captcha')).status).toBe(404);
  });
});

describe('without a captcha', () => {
  const shop = testAuth();
  test('OPEN-39 off by default: no captcha is required', async () => {
    expect((await shop.browser().get('/api/auth/captcha')).status).toBe(404);
    expect((await shop.browser().post('/api/auth/sign-up/email', shop.registration())).status).toBe(200);
  });
});
