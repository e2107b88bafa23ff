import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BodyCutOff } from '#platform/http/body.ts';
import { createLog } from '#platform/log.ts';
import { codeIn, linkIn, ORIGIN, testAuth } from './test-auth.ts';

// Sign-in under hostile input.

/** The errors of the log. */
const errors: string[] = [];
const log = createLog('error', { write: (line) => void errors.push(line) });
const shop = testAuth(() => ({ sendText: async () => {}, log }));

type Browser = ReturnType<typeof shop.browser>;
const callerOf = (one: Browser) => shop.auth.callerOf(one.headers());
const pathIn = (email: Parameters<typeof linkIn>[0]) => linkIn(email).replace(ORIGIN, '');
const tokenIn = (email: Parameters<typeof linkIn>[0]) => new URL(linkIn(email)).searchParams.get('token');
/** An answer as seen from outside, without what differs each time. */
async function seen(response: Response) {
  const headers = [...response.headers]
    .filter(([name]) => name !== 'set-cookie')
    .map(([name, value]) => `${name}: ${value}`)
    .sort();
  const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '=…'));
  return { status: response.status, headers, cookies, body: await response.text() };
}
test('a phone that loses its connection while sending is not logged as a failure', async () => {
  const body = new ReadableStream<Uint8Array>({
    pull(stream) {
      stream.error(new Error('the link is gone'));
    },
  });
  const request = new Request(`${ORIGIN}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body,
    duplex: 'half',
  } as RequestInit);
  await expect(shop.auth.handler(request)).rejects.toBeInstanceOf(BodyCutOff);
});

const request = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  shop.auth.handler(
    new Request(`${ORIGIN}/api/auth/${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': 'application/json', origin: ORIGIN, ...headers },
    }),
  );

describe('an emailed link and code', () => {
  test('AUTH-20 opened in another browser the link changes nothing and signs nobody in until it is confirmed', async () => {
    await shop.browser().post('/api/auth/sign-up/email', shop.registration());
    const other = shop.browser();
    const opened = await other.get(pathIn(shop.emails[0]));
    expect(opened.status).toBe(302);
    const page = new URL(opened.headers.get('location')!, ORIGIN);
    expect([page.pathname, page.searchParams.get('next')]).toEqual(['/auth', '/checkout']);
    expect(await callerOf(other)).toBeNull();
    expect(await shop.profilesOf(shop.fresh())).toMatchObject([{ email_verified: false }]);
    const token = page.searchParams.get('confirm');
    expect((await other.post('/api/auth/confirm-email', { token })).status).toBe(200);
    expect(await callerOf(other)).toMatchObject({ role: 'user' });
  });

  test('a link that is opened or confirmed a second time signs nobody in', async () => {
    const one = shop.browser();
    await one.post('/api/auth/sign-up/email', shop.registration());
    await one.get(pathIn(shop.emails[0]));
    expect(await callerOf(one)).not.toBeNull();
    const again = shop.browser();
    const opened = await again.get(pathIn(shop.emails[0]));
    expect(opened.headers.get('location')).toBe('/auth?next=%2Fcheckout');
    const token = tokenIn(shop.emails[0]);
    expect(await again.post('/api/auth/confirm-email', { token })).toMatchObject({
      status: 409,
      body: { code: 'CONFIRMED' },
    });
    expect(await callerOf(again)).toBeNull();
  });

  test('a link does not confirm a newer registration of the same email', async () => {
    const hers = shop.browser();
    await hers.post('/api/auth/sign-up/email', shop.registration());
    const [email] = shop.emails;
    // The email is an hour old.
    await shop.owner.query(`update profiles set created_at = created_at - interval '1 hour'`);
    await shop.browser().post('/api/auth/sign-up/email', shop.registration({ password: 'planted1' }));
    await shop.owner.query(`update profiles set created_at = created_at + interval '5 s' where email = $1`, [
      shop.fresh(),
    ]);
    const opened = await hers.get(pathIn(email));
    expect(opened.headers.get('location')).toBe('/auth?error=INVALID_TOKEN&next=%2Fcheckout');
    const pressed = await hers.post('/api/auth/confirm-email', { token: tokenIn(email) });
    expect(pressed).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
    expect(await shop.profilesOf(shop.fresh())).toMatchObject([{ email_verified: false }]);
  });

  test('the correct code is refused in a browser that did not register', async () => {
    const hers = shop.browser();
    await hers.post('/api/auth/sign-up/email', shop.registration());
    // A stranger registers with the same email: the user's page would otherwise confirm that account.
    await shop.browser().post('/api/auth/sign-up/email', shop.registration({ password: 'planted1' }));
    const otp = codeIn(shop.emails.at(-1));
    const answer = await hers.post('/api/auth/email-otp/verify-email', { email: shop.fresh(), otp });
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
    expect(await callerOf(hers)).toBeNull();
  });

  test('a user who knows the password may confirm with the code in any browser', async () => {
    const { email, password } = shop.registration();
    await shop.browser().post('/api/auth/sign-up/email', shop.registration());
    const other = shop.browser();
    expect((await other.post('/api/auth/sign-in/email', { email, password })).status).toBe(403);
    const otp = codeIn(shop.emails[0]);
    expect((await other.post('/api/auth/email-otp/verify-email', { email, otp })).status).toBe(200);
    expect(await callerOf(other)).not.toBeNull();
  });

  test('a code or link of one user, or of one purpose, does not work for another', async () => {
    const one = await shop.signedIn();
    const two = await shop.signedIn();
    shop.emails = [];
    await shop.browser().post('/api/auth/request-password-reset', { email: one.email });
    const otp = codeIn(shop.emails[0]);
    const reset = { email: two.email, otp, password: 'another-one' };
    expect((await request('email-otp/reset-password', reset)).status).toBe(400);
    expect((await request('email-otp/verify-email', { email: one.email, otp })).status).toBe(400);
    const owner = shop.browser();
    await owner.post('/api/auth/sign-in/send-code', { email: one.email });
    expect((await owner.post('/api/auth/sign-in/code', { email: one.email, code: otp })).status).toBe(400);
    expect(await callerOf(owner)).toBeNull();
    const token = new URL(linkIn(shop.emails[0])).searchParams.get('reset');
    expect((await request('confirm-email', { token })).status).toBe(400);
  });

  test('link and code for a new password work once, and for an hour', async () => {
    const { email } = await shop.signedIn();
    shop.emails = [];
    await request('request-password-reset', { email });
    const token = new URL(linkIn(shop.emails[0])).searchParams.get('reset');
    const otp = codeIn(shop.emails[0]);
    await shop.owner.query(`update verifications set expires_at = expires_at - interval '61 minutes'`);
    expect((await request('reset-password', { token, newPassword: 'another-one' })).status).toBe(400);
    expect((await request('email-otp/reset-password', { email, otp, password: 'another-one' })).status).toBe(
      400,
    );
    await shop.aMinuteLater();
    shop.emails = [];
    await request('request-password-reset', { email });
    const fresh = new URL(linkIn(shop.emails[0])).searchParams.get('reset');
    expect((await request('reset-password', { token: fresh, newPassword: 'another-one' })).status).toBe(200);
    expect((await request('reset-password', { token: fresh, newPassword: 'yet-another' })).status).toBe(400);
  });
});

describe('account existence', () => {
  /** Each public endpoint that could reveal an account: its path, and the body for an email. */
  const QUESTIONS: [string, (email: string) => object][] = [
    ['sign-in/email', (email) => ({ email, password: 'wrong-one' })],
    ['sign-up/email', (email) => shop.registration({ email })],
    ['send-verification-email', (email) => ({ email })],
    ['email-otp/verify-email', (email) => ({ email, otp: '123456' })],
    ['sign-in/send-code', (email) => ({ email })],
    ['sign-in/code', (email) => ({ email, code: '123456' })],
    ['request-password-reset', (email) => ({ email })],
    ['email-otp/reset-password', (email) => ({ email, otp: '123456', password: 'another-one' })],
  ];
  test.each(QUESTIONS)('ERR-05 %s gives identical answers: body, headers and cookies', async (path, sent) => {
    const { email } = await shop.signedIn();
    await shop.aMinuteLater();
    const known = await seen(await request(path, sent(email)));
    const unknown = await seen(await request(path, sent(`nobody-${email}`)));
    expect(unknown).toEqual(known);
  });

  test('an unknown phone number gets the same answer as a wrong password', async () => {
    const { id } = await shop.signedIn();
    await shop.owner.query(
      `update profiles set phone = '+2348031112222', phone_verified = true where id = $1`,
      [id],
    );
    const password = 'wrong-one';
    const known = await seen(await request('sign-in/phone', { phone: '+2348031112222', password }));
    expect(await seen(await request('sign-in/phone', { phone: '+2348031113333', password }))).toEqual(known);
    expect(known.status).toBe(401);
  });

  test('an account without a password and a closed account get the same answer to a wrong password', async () => {
    const closed = await shop.signedIn();
    const bare = await shop.signedIn();
    await shop.owner.query('update profiles set banned = true where id = $1', [closed.id]);
    await shop.owner.query(`delete from accounts where user_id = $1`, [bare.id]);
    const password = 'wrong-one';
    const unknown = await seen(await request('sign-in/email', { email: 'nobody@example.com', password }));
    for (const { email } of [closed, bare]) {
      expect(await seen(await request('sign-in/email', { email, password }))).toEqual(unknown);
    }
  });

  test('ERR-05 a wrong password costs as much work as an unknown email', async () => {
    shop.worksOnPasswords = true;
    const { email } = await shop.signedIn();
    const median = async (account: string) => {
      const took: number[] = [];
      for (let n = 0; n < 7; n++) {
        const start = performance.now();
        await request('sign-in/email', { email: account, password: 'wrong-one' });
        took.push(performance.now() - start);
      }
      return took.sort((a, b) => a - b)[3]!;
    };
    const [known, unknown] = [await median(email), await median('nobody@example.com')];
    // Without the hash of a password an answer takes a twentieth of the time.
    expect(Math.max(known, unknown) / Math.min(known, unknown)).toBeLessThan(3);
  });

  test.each(['request-password-reset', 'send-verification-email', 'sign-in/send-code', 'sign-up/email'])(
    'the response time of %s does not reveal whether an email is sent',
    async (path) => {
      shop.takesItsTime = true;
      const start = performance.now();
      await request(path, shop.registration());
      expect(performance.now() - start).toBeGreaterThan(390);
    },
  );
});

describe('a session', () => {
  const ENDINGS: [string, (one: Browser, user: { id: string; email: string }) => Promise<unknown>][] = [
    ['signing out', (one) => one.post('/api/auth/sign-out', {})],
    ['a ban', (_, { id }) => shop.owner.query('update profiles set banned = true where id = $1', [id])],
    [
      'a new password',
      async (_, { email }) => {
        shop.emails = [];
        await request('request-password-reset', { email });
        const token = new URL(linkIn(shop.emails[0])).searchParams.get('reset');
        expect((await request('reset-password', { token, newPassword: 'another-one' })).status).toBe(200);
      },
    ],
  ];
  test.each(ENDINGS)('a session cookie is useless after %s', async (_, end) => {
    const { one, id, email } = await shop.signedIn();
    const headers = one.headers();
    expect(await shop.auth.callerOf(headers)).not.toBeNull();
    await end(one, { id, email });
    expect(await shop.auth.callerOf(headers)).toBeNull();
    const owner = await shop.auth.handler(
      new Request(`${ORIGIN}/api/auth/identity/prove`, {
        method: 'POST',
        body: JSON.stringify({ password: 'secret1' }),
        headers: { 'content-type': 'application/json', origin: ORIGIN, cookie: headers.get('cookie')! },
      }),
    );
    expect(owner.status).toBe(401);
  });

  test('a lower role applies at the next request', async () => {
    const { one, id } = await shop.signedIn();
    await shop.owner.query(`update profiles set role = 'admin' where id = $1`, [id]);
    expect(await callerOf(one)).toMatchObject({ role: 'admin' });
    await shop.owner.query(`update profiles set role = 'user' where id = $1`, [id]);
    expect(await callerOf(one)).toMatchObject({ role: 'user' });
  });

  test('a cookie that a stranger planted in a browser never becomes a session', async () => {
    const mallory = await shop.signedIn();
    const { body } = await shop.confirmed();
    const hers = shop.browser();
    for (const [name, value] of mallory.one.jar) hers.jar.set(name, value);
    hers.jar.set('aso.first_step', mallory.one.jar.get('aso.session_token')!);
    const planted = hers.jar.get('aso.session_token');
    expect((await hers.post('/api/auth/sign-in/email', body)).status).toBe(200);
    expect(hers.jar.get('aso.session_token')).not.toBe(planted);
    expect(await callerOf(mallory.one)).toMatchObject({ userId: mallory.id });
    const caller = await callerOf(hers);
    expect(caller?.userId).not.toBe(mallory.id);
  });

  test('a cookie of one kind is not accepted as another, nor is one without our signature', async () => {
    const { one } = await shop.signedIn();
    const token = one.jar.get('aso.session_token')!;
    const device = one.jar.get('aso.known_device')!;
    const [raw] = decodeURIComponent(token).split('.');
    for (const forged of [
      device,
      raw!,
      `${raw}.`,
      `${raw}.AAAA`,
      encodeURIComponent(`${raw}.${'A'.repeat(43)}=`),
    ]) {
      expect(await shop.auth.callerOf(new Headers({ cookie: `aso.session_token=${forged}` }))).toBeNull();
    }
    const second = shop.browser();
    second.jar.set('aso.first_step', token);
    const signedIn = await second.post('/api/auth/two-factor/verify-totp', { code: '123456' });
    expect(signedIn).toMatchObject({ status: 401, body: { code: 'SECOND_STEP_EXPIRED' } });
  });

  test('no answer reveals the token to a script', async () => {
    const { one, body } = await shop.confirmed();
    const [token] = decodeURIComponent(one.jar.get('aso.session_token')!).split('.');
    const answers = [
      await (await one.get('/api/auth/get-session')).text(),
      JSON.stringify((await one.post('/api/auth/sign-in/email', body)).body),
    ];
    for (const text of answers) {
      expect(text).toContain(body.email);
      expect(text).not.toContain(token);
      expect(text).not.toMatch(/"token"/);
    }
  });
});

describe('a redirect', () => {
  const ELSEWHERE = [
    'https://evil.test/',
    '//evil.test',
    '/\\evil.test',
    '/%5cevil.test',
    '/%2f/evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    'javascript:alert(1)',
    'http://shop.test@evil.test/',
    'http://shop.test.evil.test/',
  ];
  test.each(ELSEWHERE)('OPEN-36 no link in an email leads to %j', async (callbackURL) => {
    const one = shop.browser();
    expect((await one.post('/api/auth/sign-up/email', shop.registration({ callbackURL }))).status).toBe(403);
    expect(shop.emails).toEqual([]);
    await one.post('/api/auth/sign-up/email', shop.registration({ callbackURL: '/products' }));
    const link = new URL(linkIn(shop.emails[0]));
    expect(link.origin).toBe(ORIGIN);
    expect(link.searchParams.get('callbackURL')).toBe('/auth');
    await shop.aMinuteLater();
    const again = await request('send-verification-email', { email: shop.fresh(), callbackURL });
    expect(again.status).toBe(403);
    link.searchParams.set('callbackURL', callbackURL);
    for (const browser of [shop.browser(), one]) {
      const opened = await browser.get(link.pathname + link.search);
      const to = opened.headers.get('location');
      if (to !== null) expect(new URL(to, ORIGIN).origin).toBe(ORIGIN);
    }
  });
});

describe('a request', () => {
  test('from a form of another site is refused, in any form', async () => {
    const { one } = await shop.signedIn();
    const cookie = one.headers().get('cookie')!;
    const post = (headers: object, body = '{}') =>
      shop.auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-out`, { method: 'POST', headers: { ...headers }, body }),
      );
    for (const headers of [
      { cookie, origin: 'https://evil.test', 'content-type': 'application/json' },
      { cookie, origin: 'null', 'content-type': 'application/json' },
      { cookie, origin: ORIGIN, 'content-type': 'text/plain' },
      { cookie, origin: ORIGIN, 'content-type': 'text/plain;application/json' },
      { cookie, origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' },
      { cookie, origin: ORIGIN, 'content-type': 'multipart/form-data; boundary=json' },
      { cookie, 'content-type': 'application/json' },
      { cookie, 'sec-fetch-mode': 'cors', 'content-type': 'application/json' },
    ]) {
      expect([400, 403], JSON.stringify(headers)).toContain((await post(headers)).status);
      expect(await callerOf(one)).not.toBeNull();
    }
  });

  test('without an origin is answered where it has no cookie and is not of a browser', async () => {
    for (const [more, status] of [
      [{ 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'cross-site' }, 403],
      [{ 'sec-fetch-mode': 'cors', origin: 'https://evil.test' }, 403],
      [{}, 401],
      // From fetch of Node.js.
      [{ 'sec-fetch-mode': 'cors' }, 401],
    ] as const) {
      const headers = { 'content-type': 'application/json', ...more };
      const to = `${ORIGIN}/api/auth/sign-in/email`;
      const body = JSON.stringify({ email: `${randomUUID()}@example.com`, password: 'wrong-one' });
      const answer = await shop.auth.handler(new Request(to, { method: 'POST', headers, body }));
      expect(answer.status, JSON.stringify(more)).toBe(status);
    }
  });

  test('with another method, or with a disguised method, does nothing', async () => {
    const { one } = await shop.signedIn();
    const cookie = one.headers().get('cookie')!;
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS']) {
      const answer = await shop.auth.handler(
        new Request(`${ORIGIN}/api/auth/sign-out`, {
          method,
          headers: { cookie, origin: ORIGIN, 'x-http-method-override': 'POST' },
        }),
      );
      expect(answer.status, method).toBe(404);
    }
    expect(await callerOf(one)).not.toBeNull();
    const confirm = await shop.browser().get('/api/auth/confirm-email?token=x');
    expect(confirm.status).toBe(404);
  });

  test.each([
    ['an array', '[]'],
    ['half an object', '{"email":'],
    ['a thousand brackets', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['objects in objects', `${'{"a":'.repeat(2_500)}1${'}'.repeat(2_500)}`],
    ['what all objects share', '{"email":"a@b.co","password":"secret1","__proto__":{"role":"super_admin"}}'],
    ['the same further down', '{"email":"a@b.co","password":"secret1","x":{"__proto__":{"role":"admin"}}}'],
    ['a number for an address', '{"email":5,"password":"secret1"}'],
    ['a list for a password', '{"email":"a@b.co","password":["secret1"]}'],
    ['nothing', ''],
    ['another alphabet', Buffer.from([0xff, 0xfe, 0x7b, 0x00]).toString('latin1')],
  ])('whose body is %s is refused, and nothing breaks', async (_, body) => {
    for (const path of [
      'sign-in/email',
      'sign-up/email',
      'sign-in/code',
      'two-factor/verify-totp',
      'confirm-email',
    ]) {
      const answer = await request(path, body);
      expect([400, 401], path).toContain(answer.status);
    }
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('with a password of a megabyte is refused before hashing', async () => {
    const password = 'x'.repeat(1_000_000);
    for (const [path, body] of [
      ['sign-in/email', { email: shop.fresh(), password }],
      ['sign-up/email', shop.registration({ password })],
      ['sign-in/phone', { phone: '+2348031112222', password }],
      ['reset-password', { token: 'x', newPassword: password }],
      ['identity/prove', { password }],
    ] as const) {
      expect((await request(path, body)).status, path).toBe(413);
    }
  });

  test('with a name that would inject lines into an email is refused', async () => {
    for (const firstName of [
      'Ada\r\nBcc: everybody@example.com',
      'Ada\nObi',
      'Ada\u2028Obi',
      'Ada\u2029Obi',
      'Ada\u0085Obi',
      'Ada\u202eibO',
      'Ada\ud800',
    ]) {
      const answer = await request('sign-up/email', shop.registration({ firstName }));
      expect(answer.status, JSON.stringify(firstName)).toBe(400);
    }
    expect(shop.emails).toEqual([]);
  });

  test.each([
    'ada@exаmple.com',
    'аda@example.com',
    'ada＠example.com',
    'ada@example。com',
    'ⓐda@example.com',
    'ada\u200b@example.com',
    'ada@example.com\u0000',
    'ada@example.com\r\nBcc: x@y.z',
    '"ada@evil.test"@example.com',
    'ada@example.com,x@y.z',
    '<ada@example.com>',
  ])('with the invalid email %j is refused', async (email) => {
    const answer = await request('sign-up/email', shop.registration({ email }));
    expect(answer.status).toBe(400);
    expect(shop.emails).toEqual([]);
  });

  test('that registers one email three times at once creates one account, and every answer is the same', async () => {
    errors.length = 0;
    shop.worksOnPasswords = true;
    const answers = await Promise.all(
      Array.from({ length: 3 }, (_, n) =>
        request(
          'sign-up/email',
          shop.registration({
            password: `secret-${n}`,
            email: n % 2 ? shop.fresh() : shop.fresh().toUpperCase(),
          }),
        ),
      ),
    );
    expect(await shop.profilesOf(shop.fresh())).toHaveLength(1);
    expect(errors).toEqual([]);
    for (const answer of answers) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toEqual({ status: true });
    }
  });
});

describe('over https', () => {
  const secure = testAuth(() => ({ publicUrl: 'https://shop.test', secureCookies: true }));

  test('AUTH-18 every cookie is Secure and has a prefix that says so', async () => {
    const answer = await secure.auth.handler(
      new Request('https://shop.test/api/auth/sign-up/email', {
        method: 'POST',
        body: JSON.stringify(secure.registration()),
        headers: { 'content-type': 'application/json', origin: 'https://shop.test' },
      }),
    );
    expect(answer.status).toBe(200);
    const registration = answer.headers.getSetCookie();
    const otp = codeIn(secure.emails[0]);
    const confirmed = await secure.auth.handler(
      new Request('https://shop.test/api/auth/email-otp/verify-email', {
        method: 'POST',
        body: JSON.stringify({ email: secure.fresh(), otp }),
        headers: {
          'content-type': 'application/json',
          origin: 'https://shop.test',
          cookie: registration.map((line) => line.split(';')[0]).join('; '),
        },
      }),
    );
    expect(confirmed.status).toBe(200);
    const set = [...registration, ...confirmed.headers.getSetCookie()].filter(
      (line) => !/max-age=0/i.test(line),
    );
    expect(set.length).toBeGreaterThan(2);
    for (const line of set) {
      expect(line).toMatch(/; *Secure/i);
      expect(line).toMatch(/; *SameSite=Lax/i);
      expect(line).not.toMatch(/; *Domain=/i);
      if (line.startsWith('aso_signed_in=')) continue;
      expect(line).toMatch(/^__Secure-aso\./);
      expect(line).toMatch(/; *HttpOnly/i);
    }
  });
});
