import { expect, test } from 'vitest';
import { codeIn, linkIn, ORIGIN, testAuth } from './test-auth.ts';

const shop = testAuth();
const { browser, confirmed, fresh, registration, profilesOf } = shop;

test('AUTH-16 OPEN-41 registration creates a profile with the role user and sends an email with link and code', async () => {
  const answer = await browser().post('/api/auth/sign-up/email', registration());
  expect(answer).toMatchObject({ status: 200, body: { status: true } });
  expect(shop.emails).toHaveLength(1);
  expect(shop.emails[0]?.to).toBe(fresh());
  expect(codeIn(shop.emails[0])).toMatch(/^\d{6}$/);
  expect(linkIn(shop.emails[0])).toMatch(/^http:\/\/shop\.test\/api\/auth\/verify-email\?token=/);
  expect(await profilesOf(fresh())).toMatchObject([
    { role: 'user', first_name: 'Ada', last_name: 'Obi', name: 'Ada Obi', email_verified: false },
  ]);
});

test('AUTH-20 the link in the email signs in and redirects back to the shopper’s page', async () => {
  const phone = browser();
  await phone.post('/api/auth/sign-up/email', registration());
  const answer = await phone.get(linkIn(shop.emails[0]).replace(ORIGIN, ''));
  expect(answer.status).toBe(302);
  expect(answer.headers.get('location')).toBe('/auth?next=%2Fcheckout');
  expect(await shop.auth.callerOf(phone.headers())).toMatchObject({ role: 'user' });
  expect(phone.jar.get('aso_signed_in')).toBe('1');
});

test('AUTH-20 an altered link signs nobody in', async () => {
  await browser().post('/api/auth/sign-up/email', registration());
  const one = browser();
  const answer = await one.get(linkIn(shop.emails[0]).replace(ORIGIN, '').replace('token=e', 'token=f'));
  expect(answer.headers.get('location')).toBe('/auth?next=%2Fcheckout&error=INVALID_TOKEN');
  expect(await shop.auth.callerOf(one.headers())).toBeNull();
});

test('OPEN-40 sign-in is refused until the code is confirmed, then the code signs in', async () => {
  const one = browser();
  await one.post('/api/auth/sign-up/email', registration());
  const { email, password } = registration();
  expect(await one.post('/api/auth/sign-in/email', { email, password })).toMatchObject({
    status: 403,
    body: { code: 'EMAIL_NOT_VERIFIED' },
  });
  const wrong = codeIn(shop.emails[0]) === '000000' ? '000001' : '000000';
  expect((await one.post('/api/auth/email-otp/verify-email', { email, otp: wrong })).status).toBe(400);
  expect(await shop.auth.callerOf(one.headers())).toBeNull();
  expect(
    (await one.post('/api/auth/email-otp/verify-email', { email, otp: codeIn(shop.emails[0]) })).status,
  ).toBe(200);
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ role: 'user' });
  expect(
    (await one.post('/api/auth/email-otp/verify-email', { email, otp: codeIn(shop.emails[0]) })).status,
  ).toBe(400);
  expect((await browser().post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
});

test('CALLS-11 OPEN-40 the email is sent again on request', async () => {
  const one = browser();
  await one.post('/api/auth/sign-up/email', registration());
  await shop.aMinuteLater();
  const again = await one.post('/api/auth/send-verification-email', {
    email: fresh(),
    callbackURL: '/auth?next=%2Forders',
  });
  expect(again.status).toBe(200);
  expect(shop.emails).toHaveLength(2);
  expect(linkIn(shop.emails[1])).toContain(encodeURIComponent('/auth?next=%2Forders'));
  const done = await one.post('/api/auth/email-otp/verify-email', {
    email: fresh(),
    otp: codeIn(shop.emails[1]),
  });
  expect(done.status).toBe(200);
});

test('OPEN-40 only the browser that registered learns of a confirmation elsewhere', async () => {
  const [laptop, stranger] = [browser(), browser()];
  await laptop.post('/api/auth/sign-up/email', registration());
  const status = async (one: typeof laptop) => (await one.get('/api/auth/registration')).json();
  expect(await status(laptop)).toEqual({ confirmed: false });
  const token = new URL(linkIn(shop.emails[0])).searchParams.get('token');
  expect((await browser().post('/api/auth/confirm-email', { token })).status).toBe(200);
  expect(await status(laptop)).toEqual({ confirmed: true });
  expect(await status(stranger)).toEqual({ confirmed: false });
  const id = (await profilesOf(fresh()))[0].id;
  stranger.jar.set('aso.registration', `${id}.forged`);
  expect(await status(stranger)).toEqual({ confirmed: false });
  expect(await shop.auth.callerOf(laptop.headers())).toBeNull();
});

test('OPEN-41 a role, an id or a confirmation in the body is ignored', async () => {
  const answer = await browser().post(
    '/api/auth/sign-up/email',
    registration({
      role: 'super_admin',
      id: '00000000-0000-7000-8000-000000000001',
      emailVerified: true,
      banned: true,
    }),
  );
  expect(answer.status).toBe(200);
  const [row] = await profilesOf(fresh());
  expect(row).toMatchObject({ role: 'user', email_verified: false, banned: false });
  expect(row.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  expect(row.id).not.toBe('00000000-0000-7000-8000-000000000001');
});

test('OPEN-41 the database role of sign-in can neither write a role other than user nor raise one', async () => {
  const { body } = await confirmed();
  await expect(
    shop.database.authPool.query(`update profiles set role = 'super_admin' where email = $1`, [body.email]),
  ).rejects.toThrow('role and ban may not be changed');
});

test('ERR-05 a known email gets the same answer, and its owner receives an email', async () => {
  const { body } = await confirmed();
  shop.emails = [];
  const answer = await browser().post('/api/auth/sign-up/email', registration({ password: 'another1' }));
  expect(answer).toMatchObject({ status: 200, body: { status: true } });
  expect(answer.response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([
    'aso.registration',
  ]);
  expect(shop.emails).toMatchObject([
    { to: body.email, subject: 'You already have an account at Aso House' },
  ]);
  expect(await profilesOf(body.email)).toHaveLength(1);
  expect((await browser().post('/api/auth/sign-in/email', body)).status).toBe(200);
});

test('ERR-05 an unconfirmed email that is registered again works with the new password, not with the first one', async () => {
  await browser().post(
    '/api/auth/sign-up/email',
    registration({ firstName: 'Mallory', password: 'planted1' }),
  );
  const again = registration({ password: 'another1' });
  const owner = browser();
  await owner.post('/api/auth/sign-up/email', again);
  expect(shop.emails).toHaveLength(2);
  const done = await owner.post('/api/auth/email-otp/verify-email', {
    email: fresh(),
    otp: codeIn(shop.emails[1]),
  });
  expect(done.status).toBe(200);
  const planted = { email: fresh(), password: 'planted1' };
  expect((await browser().post('/api/auth/sign-in/email', planted)).status).toBe(401);
  expect((await browser().post('/api/auth/sign-in/email', again)).status).toBe(200);
  expect(await profilesOf(fresh())).toMatchObject([{ first_name: 'Ada' }]);
});

test.each([
  ['sign-up/email', null],
  ['reset-password', { token: '\0', newPassword: 'abcdefgh' }],
  ['email-otp/reset-password', { email: 'a\0', otp: '123456', password: 'abcdefgh' }],
])('a body that cannot be stored is refused and is not a server error: %s', async (path, body) => {
  const answer = await browser().post(`/api/auth/${path}`, body);
  expect(answer).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
});

test('ERR-05 a wrong password and an unknown email are refused with the same message', async () => {
  const { body } = await confirmed();
  const wrong = await browser().post('/api/auth/sign-in/email', { ...body, password: 'wrong-one' });
  const unknown = await browser().post('/api/auth/sign-in/email', { ...body, email: 'nobody@example.com' });
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } });
  expect(unknown).toMatchObject({ status: 401, body: wrong.body });
});

test('ERR-07 registering without email or password names what is required', async () => {
  for (const more of [{ email: '' }, { email: undefined }, { password: '' }, { password: undefined }]) {
    expect(await browser().post('/api/auth/sign-up/email', registration(more))).toMatchObject({
      status: 400,
      body: { message: 'You must provide either an email or phone number and a password' },
    });
  }
  expect(shop.emails).toEqual([]);
});

test.each([
  ['First name must be at least 2 characters', { firstName: 'A' }],
  ['Last name must be at least 2 characters', { lastName: ' O ' }],
  ['First name must be at least 2 characters', { firstName: '\u200b\u3164\u2800' }],
  ['Please enter a valid email address', { email: 'abc' }],
  ['Password must be at least 6 characters', { password: '12345' }],
  ['Password must be at most 128 characters', { password: 'x'.repeat(129) }],
  ['First name contains characters that are not allowed', { firstName: 'Ada\u0007' }],
])('AUTH-11 AUTH-12 OPEN-31 the server answers: %s', async (message, more) => {
  const answer = await browser().post('/api/auth/sign-up/email', registration(more));
  expect(answer).toMatchObject({ status: 400, body: { message } });
  expect(shop.emails).toEqual([]);
});

test('AUTH-05 without email or password no sign-in succeeds, and nothing breaks', async () => {
  const { body } = await confirmed();
  for (const input of [
    { email: body.email },
    { password: body.password },
    { email: body.email, password: '' },
    { email: ['a'], password: {} },
    { email: 'a\u0000@b.co', password: 'x' },
    'text',
    null,
  ]) {
    const one = browser();
    const { status } = await one.post('/api/auth/sign-in/email', input);
    expect([400, 401]).toContain(status);
    expect(one.jar.has('aso.session_token')).toBe(false);
  }
});

test('AUTH-18 the session is an HttpOnly cookie, and signing out ends it on the server', async () => {
  const { body } = await confirmed();
  const one = browser();
  const { response } = await one.post('/api/auth/sign-in/email', body);
  const cookie = response.headers.getSetCookie().find((line) => line.startsWith('aso.session_token='));
  expect(cookie).toMatch(/HttpOnly/i);
  expect(cookie).toMatch(/SameSite=Lax/i);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const stolen = one.headers();
  expect(await shop.auth.callerOf(stolen)).not.toBeNull();
  expect((await one.post('/api/auth/sign-out', {})).status).toBe(200);
  expect(one.jar.has('aso_signed_in')).toBe(false);
  expect(await shop.auth.callerOf(stolen)).toBeNull();
});

test('AUTH-19 a session that is due is extended and its cookie is sent again', async () => {
  const { one, body } = await confirmed();
  await shop.owner.query(
    `update sessions set expires_at = now() + interval '20 days'
     where user_id = (select id from profiles where email = $1)`,
    [body.email],
  );
  const renewed = new Headers();
  expect(await shop.auth.callerOf(one.headers(), renewed)).not.toBeNull();
  expect(renewed.getSetCookie().join()).toContain('aso.session_token=');
  const { rows } = await shop.owner.query(
    `select expires_at > now() + interval '29 days' as long from sessions
     where user_id = (select id from profiles where email = $1)`,
    [body.email],
  );
  expect(rows).toEqual([{ long: true }]);
  const quiet = new Headers();
  await shop.auth.callerOf(one.headers(), quiet);
  expect(quiet.getSetCookie()).toEqual([]);
});

test('DATA-13 the session’s user has a first and a last name, empty when there are none', async () => {
  const { one, body } = await confirmed();
  expect((await (await one.get('/api/auth/get-session')).json()).user).toMatchObject({
    firstName: 'Ada',
    lastName: 'Obi',
  });
  await shop.owner.query('update profiles set first_name = default, last_name = default where email = $1', [
    body.email,
  ]);
  const { user } = await (await one.get('/api/auth/get-session')).json();
  expect(user).toMatchObject({ firstName: '', lastName: '' });
  expect(user).not.toHaveProperty('banned');
});

test('a banned user is signed out at once and cannot sign in again', async () => {
  const { one, body } = await confirmed();
  await shop.owner.query('update profiles set banned = true where email = $1', [body.email]);
  const headers = new Headers();
  expect(await shop.auth.callerOf(one.headers(), headers)).toBeNull();
  // The page can show the reason; the cookie proves nothing.
  expect(headers.getSetCookie().join()).toContain('aso_signed_in=closed;');
  const nobody = new Headers();
  expect(await shop.auth.callerOf(new Headers(), nobody)).toBeNull();
  expect(nobody.getSetCookie()).toEqual([]);
  expect((await browser().post('/api/auth/sign-in/email', body)).status).toBe(403);
});

test('a user who is deleted while their password is compared is refused as one without an account', async () => {
  const { email, password, id } = await shop.signedIn();
  shop.duringVerify = async () => void (await shop.owner.query('delete from profiles where id = $1', [id]));
  const refused = await browser().post('/api/auth/sign-in/email', { email, password });
  expect(refused).toMatchObject({ status: 401, body: { code: 'INVALID_EMAIL_OR_PASSWORD' } });
});

test('AUTH-17 a password that is replaced while it is compared signs nobody in', async () => {
  const { email, password } = await shop.signedIn();
  shop.emails = [];
  await browser().post('/api/auth/request-password-reset', { email });
  const token = new URL(linkIn(shop.emails[0])).searchParams.get('reset');
  shop.duringVerify = async () => {
    const reset = await browser().post('/api/auth/reset-password', { token, newPassword: 'another-one' });
    expect(reset.status).toBe(200);
  };
  const late = browser();
  expect(await late.post('/api/auth/sign-in/email', { email, password })).toMatchObject({
    status: 401,
    body: { code: 'INVALID_EMAIL_OR_PASSWORD' },
  });
  expect(await shop.auth.callerOf(late.headers())).toBeNull();
  const { rows } = await shop.owner.query(
    'select from sessions s join profiles p on p.id = s.user_id where p.email = $1',
    [email],
  );
  expect(rows).toEqual([]);
});

test('ERR-05 a registration that fails leaves the one before, which waits for its confirmation', async () => {
  const { email } = registration();
  const one = browser();
  expect((await one.post('/api/auth/sign-up/email', registration())).status).toBe(200);
  const otp = codeIn(shop.emails[0]);
  shop.mailFails = true;
  const again = await browser().post('/api/auth/sign-up/email', registration({ password: 'another-one' }));
  expect(again.status).toBe(500);
  shop.mailFails = false;
  expect((await one.post('/api/auth/email-otp/verify-email', { email, otp })).status).toBe(200);
});

test('registering again does not end a ban', async () => {
  await browser().post('/api/auth/sign-up/email', registration());
  await shop.owner.query('update profiles set banned = true where email = $1', [fresh()]);
  const [banned] = await profilesOf(fresh());
  const one = browser();
  expect((await one.post('/api/auth/sign-up/email', registration())).status).toBe(200);
  const token = new URL(linkIn(shop.emails.at(-1))).searchParams.get('token');
  expect(await one.post('/api/auth/confirm-email', { token })).toMatchObject({ body: { code: 'BANNED' } });
  expect(await profilesOf(fresh())).toMatchObject([{ id: banned.id, banned: true }]);
});

test('a changed role applies at the next request', async () => {
  const { one, body } = await confirmed();
  await shop.owner.query(`update profiles set role = 'admin' where email = $1`, [body.email]);
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ role: 'admin' });
});

test('ten wrong passwords for one account from one IP address, then each costs a proof of work; from elsewhere it does not', async () => {
  const { body } = await confirmed();
  const tries = await Promise.all(
    Array.from({ length: 12 }, () =>
      browser().post(
        '/api/auth/sign-in/email',
        { ...body, password: 'wrong-one' },
        { 'x-forwarded-for': '9.9.9.9' },
      ),
    ),
  );
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  const blocked = await browser().post('/api/auth/sign-in/email', body, {
    'x-aso-client-address': '9.9.9.8',
  });
  expect(blocked).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  shop.ipAddress = '10.9.9.9';
  expect((await browser().post('/api/auth/sign-in/email', body)).status).toBe(200);
});

test('correct passwords are not counted', async () => {
  const { body } = await confirmed();
  for (let n = 0; n < 14; n++) {
    expect((await browser().post('/api/auth/sign-in/email', body)).status).toBe(200);
  }
});

test('one IP address has a limit of sign-ins a minute, another one its own, and all are counted in the database', async () => {
  shop.ipAddress = '10.6.6.6';
  await shop.owner.query(
    `insert into limits select 'auth:visit:/sign-up/email:10.6.6.6', to_timestamp(floor(extract(epoch from now()) / 60) * 60 + w), 60
     from unnest(array[0, 60]) w`,
  );
  const refused = await browser().post('/api/auth/sign-up/email', registration());
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(refused.body.message).toMatch(/try again in (a second|\d+ seconds)\./);
  shop.ipAddress = '10.6.6.7';
  expect((await browser().post('/api/auth/sign-up/email', registration())).status).toBe(200);
});

test('three registrations of an email from one network and four from anywhere send an email, then each costs a proof of work', async () => {
  const signInStatus = async (address: string) => {
    shop.ipAddress = address;
    const { status, body } = await browser().post('/api/auth/sign-up/email', registration());
    return status === 200 ? status : body.code;
  };
  const needsProof = 'PROOF_REQUIRED';
  for (let n = 0; n < 3; n++) expect(await signInStatus(`10.7.7.${n}`)).toBe(200);
  expect(await signInStatus('10.7.7.9')).toBe(needsProof);
  expect(await signInStatus('10.7.8.1')).toBe(200);
  expect(await signInStatus('10.7.9.1')).toBe(needsProof);
  expect(shop.emails).toHaveLength(4);
});

test('after five wrong confirmation codes from one network no code is checked there; in other browsers none counts', async () => {
  const one = browser();
  await one.post('/api/auth/sign-up/email', registration());
  const type = (client: ReturnType<typeof browser>, otp: string) =>
    client.post('/api/auth/email-otp/verify-email', { email: fresh(), otp });
  for (let n = 0; n < 20; n++) {
    shop.ipAddress = `10.8.${n}.1`;
    expect((await type(browser(), 'xxxxxx')).status).toBe(400);
  }
  shop.ipAddress = '10.8.99.1';
  for (let n = 0; n < 5; n++) expect((await type(one, 'xxxxxx')).status).toBe(400);
  expect(await type(one, 'xxxxxx')).toMatchObject({
    status: 429,
    body: {
      code: 'TOO_MANY_ATTEMPTS',
      message: expect.stringMatching(/from your network\. .* or use the link in the newest email\.$/),
    },
  });
  shop.ipAddress = '10.8.100.1';
  expect((await type(one, codeIn(shop.emails[0]))).status).toBe(200);
});

test('CALLS-10 a forgotten password is replaced by link or code, and older sessions end', async () => {
  const { one, body } = await confirmed();
  for (const method of ['link', 'code']) {
    shop.emails = [];
    await shop.aMinuteLater();
    expect((await browser().post('/api/auth/request-password-reset', { email: body.email })).status).toBe(
      200,
    );
    const password = `new-by-${method}`;
    const answer =
      method === 'link'
        ? await browser().post('/api/auth/reset-password', {
            newPassword: password,
            token: new URL(linkIn(shop.emails[0])).searchParams.get('reset'),
          })
        : await browser().post('/api/auth/email-otp/reset-password', {
            email: body.email,
            otp: codeIn(shop.emails[0]),
            password,
          });
    expect(answer.status).toBe(200);
    expect(await shop.auth.callerOf(one.headers())).toBeNull();
    expect((await one.post('/api/auth/sign-in/email', { email: body.email, password })).status).toBe(200);
  }
  shop.emails = [];
  const unknown = await browser().post('/api/auth/request-password-reset', { email: 'nobody@example.com' });
  expect(unknown.status).toBe(200);
  expect(shop.emails).toEqual([]);
});

test('when the email cannot be queued nothing is stored', async () => {
  shop.mailFails = true;
  expect((await browser().post('/api/auth/sign-up/email', registration())).status).toBe(500);
  expect(await profilesOf(fresh())).toEqual([]);
  shop.mailFails = false;
  expect((await browser().post('/api/auth/sign-up/email', registration())).status).toBe(200);
  shop.mailFails = true;
  const reset = await browser().post('/api/auth/request-password-reset', { email: fresh() });
  expect(reset).toMatchObject({ status: 500, body: { code: 'UNEXPECTED' } });
});

test.each([
  ['GET', '/api/auth/list-sessions'],
  ['POST', '/api/auth/update-user'],
  ['POST', '/api/auth/email-otp/send-verification-otp'],
  ['POST', '/api/auth/delete-user'],
  ['GET', '/api/auth/error'],
  ['GET', '/api/auth/../auth/ok'],
])('endpoints without a screen are closed: %s %s', async (method, path) => {
  const response = await shop.auth.handler(new Request(new URL(path, ORIGIN), { method }));
  expect(response.status).toBe(404);
});

test('a foreign page cannot write, and a large body is refused', async () => {
  const { one, body } = await confirmed();
  const foreign = await one.post('/api/auth/sign-out', {}, { origin: 'https://evil.test' });
  expect(foreign.status).toBe(403);
  expect(await shop.auth.callerOf(one.headers())).not.toBeNull();
  const answer = await one.post('/api/auth/send-verification-email', {
    email: body.email,
    callbackURL: 'https://evil.test/',
  });
  expect(answer.status).toBe(403);
  const large = await browser().post('/api/auth/sign-up/email', registration({ image: 'x'.repeat(100_000) }));
  expect(large.status).toBe(413);
});

test('the database role of requests cannot read accounts, sessions, verifications or limits of sign-in', async () => {
  for (const table of ['accounts', 'sessions', 'verifications', 'limits']) {
    await expect(shop.database.webPool.query(`select * from ${table}`)).rejects.toThrow('permission denied');
  }
});

test('20 users register at once on five connections', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      browser().post('/api/auth/sign-up/email', registration({ email: `crowd${n}@example.com` })),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(shop.emails.map(({ to }) => to)).size).toBe(20);
});
