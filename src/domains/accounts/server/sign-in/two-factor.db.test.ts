import { generateSync } from 'otplib';
import { afterAll, expect, test } from 'vitest';
import { type IdentityProvider, startIdentityProvider } from '#platform/auth/oidc/test-identity-provider.ts';
import type { testBrowser } from '#platform/auth/test-browser.ts';
import { endOtherSessions } from '../own-account.service.ts';
import { codeIn, linkIn, ORIGIN, testAuth } from './test-auth.ts';

type Browser = ReturnType<typeof testBrowser>;
type Answer = Awaited<ReturnType<Browser['post']>>;
type TestUser = Awaited<ReturnType<typeof withTwoFactor>>;

let provider: IdentityProvider;
const shop = testAuth(async () => {
  provider = await startIdentityProvider({ shopUrl: ORIGIN });
  return { providers: [provider.settings], sendText: async () => {} };
});
afterAll(() => provider.close());

const { browser, reauthenticate } = shop;
const MONTH = 30 * 24 * 60 * 60;
const bodyOf = (answer: Answer) => answer.body as unknown as Record<string, unknown>;
const callerOf = (one: Browser) => shop.auth.callerOf(one.headers());
const post = (one: Browser, path: string, body: unknown = {}) =>
  one.post(`/api/auth/two-factor/${path}`, body);
const stateOf = async (one: Browser) => (await one.get('/api/auth/two-factor/state')).json();
const keyIn = (uri: unknown) => new URL(String(uri)).searchParams.get('secret') ?? '';
/** The code of an independent app, so many 30-second steps from now. */
const shown = (key: string, later = 0) =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1000) + later * 30 });
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const sql = async (text: string, ...values: unknown[]) => (await shop.owner.query(text, values)).rows;
/** As if enough time had passed for the app to show another code. */
const laterOn = (id: string) => sql('update two_factors set last_step = 1 where user_id = $1', id);
const sessionsOf = (id: string) =>
  sql('select sign_in_method, second_factor from sessions where user_id = $1 order by created_at', id);
const subjects = () => shop.emails.map(({ subject }) => subject);

async function begun(one: Browser, password = 'secret1') {
  await reauthenticate(one, password);
  const answer = await post(one, 'enable', { password });
  expect(answer.status).toBe(200);
  return keyIn(bodyOf(answer).uri);
}

/** A user who turned two-factor sign-in on, signed in in `one`. */
async function enrolled() {
  const ada = await shop.signedIn();
  const key = await begun(ada.one);
  const answer = await post(ada.one, 'confirm', { code: shown(key) });
  expect(answer.status).toBe(200);
  await laterOn(ada.id);
  return { ...ada, key, backupCodes: bodyOf(answer).backupCodes as string[] };
}

let first: ReturnType<typeof enrolled> | undefined;
let copies = 0;

/**
 * Another user with the same app, codes and password as the first: hashing all of them again would take long.
 */
async function withTwoFactor() {
  first ??= enrolled();
  const { id: of, password, key, backupCodes } = await first;
  copies += 1;
  const email = `copy${copies}@example.com`;
  const [{ id }] = await sql(
    `insert into profiles (id, email, email_verified, two_factor_enabled)
     values (gen_random_uuid(), $1, true, true) returning id`,
    email,
  );
  await sql(
    `insert into accounts (id, user_id, account_id, provider_id, password)
     select gen_random_uuid(), $1::uuid, $1::text, provider_id, password from accounts where user_id = $2`,
    id,
    of,
  );
  await sql(
    `insert into two_factors (user_id, secret, backup_codes, backup_salt, verified, last_step)
     select $1, secret, backup_codes, backup_salt, verified, 1 from two_factors where user_id = $2`,
    id,
    of,
  );
  const { one } = await firstFactor({ email, password });
  expect((await post(one, 'verify-totp', { code: shown(key) })).status).toBe(200);
  await laterOn(id);
  shop.emails = [];
  return { one, id: id as string, email, password, key, backupCodes };
}

const firstFactor = (user: { email: string; password: string }, one = browser()) =>
  one
    .post('/api/auth/sign-in/email', { email: user.email, password: user.password })
    .then((answer) => ({ one, answer }));

test('CALLS-13 OPEN-38 an app is enrolled, challenged and verified, and a wrong code is refused', async () => {
  const { one, id, email, password } = await shop.signedIn();
  expect(await stateOf(one)).toEqual({ isOn: false });
  shop.emails = [];
  const key = await begun(one);
  expect(key).toMatch(/^[A-Z2-7]{32}$/);
  expect((await post(one, 'confirm', { code: other(shown(key)) })).body).toMatchObject({
    code: 'INVALID_CODE',
  });
  expect(await stateOf(one)).toEqual({ isOn: false });

  const confirmed = await post(one, 'confirm', { code: shown(key) });
  expect(bodyOf(confirmed).backupCodes).toHaveLength(10);
  expect(await stateOf(one)).toEqual({ isOn: true, since: expect.any(String), backupCodesLeft: 10 });
  expect(shop.emails).toMatchObject([{ to: email, subject: 'Two-step sign-in is on at Aso House' }]);
  await laterOn(id);

  const { one: phone, answer } = await firstFactor({ email, password });
  expect(answer).toMatchObject({ status: 200, body: { twoFactorRedirect: true } });
  expect(await callerOf(phone)).toBeNull();
  const wrong = await post(phone, 'verify-totp', { code: other(shown(key)) });
  expect(wrong).toMatchObject({ status: 400, body: { code: 'INVALID_CODE' } });
  expect(await callerOf(phone)).toBeNull();
  expect(await post(phone, 'verify-totp', { code: shown(key) })).toMatchObject({
    status: 200,
    body: { status: true },
  });
  expect(await callerOf(phone)).toEqual({ userId: id, role: 'user' });
  expect(phone.jar.get('aso_signed_in')).toBe('1');
  expect(await sessionsOf(id)).toEqual([
    { sign_in_method: 'password', second_factor: 'app' },
    { sign_in_method: 'password', second_factor: 'app' },
  ]);
});

test('CALLS-14 unenrolling requires the password again, and then the app is removed', async () => {
  const ada = await withTwoFactor();
  const { one, id, email, password } = ada;
  expect(await post(one, 'disable', { password })).toMatchObject({
    status: 403,
    body: { code: 'REAUTHENTICATION_REQUIRED' },
  });
  for (const body of [{}, { password: 'wrong-one' }]) {
    await reauthenticate(one);
    expect(await post(one, 'disable', body)).toMatchObject({
      status: 400,
      body: { code: 'WRONG_PASSWORD' },
    });
  }
  // An emailed code does not replace the password.
  shop.emails = [];
  await one.post('/api/auth/identity/send-code', {});
  await one.post('/api/auth/identity/prove', { code: codeIn(shop.emails[0]) });
  expect((await post(one, 'disable', {})).status).toBe(400);
  expect((await firstFactor(ada)).answer.body).toMatchObject({ twoFactorRedirect: true });

  shop.emails = [];
  await reauthenticate(one);
  expect((await post(one, 'disable', { password })).status).toBe(200);
  expect(shop.emails).toMatchObject([{ to: email, subject: 'Two-step sign-in is off at Aso House' }]);
  expect(await sql('select 1 from two_factors where user_id = $1', id)).toEqual([]);
  expect(await stateOf(one)).toEqual({ isOn: false });
  const { one: phone } = await firstFactor(ada);
  expect(await callerOf(phone)).toEqual({ userId: id, role: 'user' });
  await reauthenticate(one);
  expect(await post(one, 'disable', { password })).toMatchObject({
    status: 400,
    body: { code: 'TWO_STEP_OFF' },
  });
});

test('CALLS-14 after it is turned off no session counts as having its second factor', async () => {
  const { one, id, password } = await withTwoFactor();
  expect(await sessionsOf(id)).toMatchObject([{ second_factor: 'app' }]);
  await reauthenticate(one, password);
  expect((await post(one, 'disable', { password })).status).toBe(200);
  expect(await sessionsOf(id)).toMatchObject([{ second_factor: null }]);
});

test('CALLS-13 CALLS-14 a user without a password reauthenticates by email', async () => {
  const { one, id } = await shop.signedIn();
  await sql('update accounts set password = null where user_id = $1', id);
  const byEmail = async () => {
    shop.emails = [];
    await one.post('/api/auth/identity/send-code', {});
    const proof = await one.post('/api/auth/identity/prove', { code: codeIn(shop.emails[0]) });
    expect(proof.status).toBe(200);
  };
  expect((await post(one, 'enable')).status).toBe(403);
  await byEmail();
  const key = keyIn(bodyOf(await post(one, 'enable')).uri);
  expect((await post(one, 'confirm', { code: shown(key) })).status).toBe(200);
  await byEmail();
  expect((await post(one, 'disable')).status).toBe(200);
});

// ── Every sign-in method ─────────────────────────────────────────────────────────────────────────

/** Signs in at the provider, from its URL back to the shop's. */
async function atProvider(address: string, email: string): Promise<string> {
  const jar = new Map<string, string>();
  let at = new URL(address);
  let form: URLSearchParams | undefined;
  while (at.origin !== ORIGIN) {
    const answer: Response = await fetch(at, {
      redirect: 'manual',
      ...(form ? { method: 'POST', body: form } : {}),
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = answer.headers.get('location');
    form = location ? undefined : new URLSearchParams({ email });
    if (location) at = new URL(location, at);
  }
  return at.pathname + at.search;
}

interface SignInResult {
  response: Response;
  body: unknown;
}
const read = async (response: Response): Promise<SignInResult> => ({
  response,
  body: await response.json().catch(() => null),
});

/**
 * As if the email had never been confirmed, in a browser that knows the password. Returns the path of the
 * emailed link and its code.
 */
async function unconfirmed(one: Browser, user: TestUser, callbackURL = '/auth?next=%2Fcheckout') {
  await sql('update profiles set email_verified = false where id = $1', user.id);
  await sql(`delete from limits where key like 'auth:wait:%'`);
  expect((await firstFactor(user, one)).answer.body).toMatchObject({ code: 'EMAIL_NOT_VERIFIED' });
  shop.emails = [];
  await one.post('/api/auth/send-verification-email', { email: user.email, callbackURL });
  return { link: linkIn(shop.emails[0]).replace(ORIGIN, ''), otp: codeIn(shop.emails[0]) };
}

/** Each path that creates a session, called with the correct password, code or link. */
const SIGN_INS: Record<string, (one: Browser, user: TestUser) => Promise<SignInResult>> = {
  '/sign-in/email': async (one, user) => (await firstFactor(user, one)).answer,
  '/sign-in/phone': async (one, { id, password }) => {
    await sql(`update profiles set phone = '+2348012345678' where id = $1`, id);
    await sql('update profiles set phone_verified = true where id = $1', id);
    return one.post('/api/auth/sign-in/phone', { phone: '+2348012345678', password });
  },
  '/sign-in/code': async (one, { email }) => {
    shop.emails = [];
    await one.post('/api/auth/sign-in/send-code', { email });
    return one.post('/api/auth/sign-in/code', { email, code: codeIn(shop.emails[0]) });
  },
  '/verify-email': async (one, user) => read(await one.get((await unconfirmed(one, user)).link)),
  '/email-otp/verify-email': async (one, user) => {
    const { otp } = await unconfirmed(one, user);
    return one.post('/api/auth/email-otp/verify-email', { email: user.email, otp });
  },
  '/confirm-email': async (one, user) => {
    const { link } = await unconfirmed(browser(), user);
    const token = new URL(link, ORIGIN).searchParams.get('token');
    return one.post('/api/auth/confirm-email', { token });
  },
  '/oauth2/callback/:id': async (one, user) => {
    await reauthenticate(user.one);
    const link = await user.one.post('/api/auth/identities/link', { provider: provider.id });
    await user.one.get(await atProvider(String(bodyOf(link).url), user.email));
    const begin = await one.post('/api/auth/sign-in/single-sign-on', {
      provider: provider.id,
      callbackURL: '/auth?next=%2Fcheckout',
    });
    return read(await one.get(await atProvider(String(bodyOf(begin).url), user.email)));
  },
};

test('OPEN-38 every sign-in method is tested below', () => {
  const withSecondFactor = Object.entries(shop.auth.signInMethods).filter(
    ([, method]) => method !== 'passkey',
  );
  expect(Object.keys(SIGN_INS).sort()).toEqual(withSecondFactor.map(([path]) => path).sort());
});

test.each(Object.entries(SIGN_INS))('CALLS-13 OPEN-38 %s requires the second factor', async (path, go) => {
  const user = await withTwoFactor();
  const before = await sessionsOf(user.id);
  const one = browser();
  const { response, body } = await go(one, user);
  if (response.status === 302) {
    expect(response.headers.get('location')).toBe('/auth?step=two-step&next=%2Fcheckout');
  } else expect(body).toEqual({ twoFactorRedirect: true });
  const cookies = response.headers.getSetCookie().filter((line) => !/max-age=0/i.test(line));
  expect(cookies.map((line) => line.split('=')[0])).toContain('aso.first_step');
  expect(cookies.join()).not.toContain('session_token');
  expect(cookies.join()).not.toContain('aso_signed_in');
  expect(await sessionsOf(user.id)).toEqual(before);
  expect(await callerOf(one)).toBeNull();
  expect(await (await one.get('/api/auth/get-session')).json()).toBeNull();

  expect((await post(one, 'verify-totp', { code: shown(user.key) })).status).toBe(200);
  expect(await callerOf(one)).toEqual({ userId: user.id, role: 'user' });
  expect((await sessionsOf(user.id)).at(-1)).toEqual({
    sign_in_method: shop.auth.signInMethods[path],
    second_factor: 'app',
  });
});

test('a session that lacks its second factor has no user, whatever created it', async () => {
  const { one, id } = await withTwoFactor();
  await sql('update sessions set second_factor = null where user_id = $1', id);
  expect(await callerOf(one)).toBeNull();
  await sql(`update sessions set sign_in_method = 'passkey' where user_id = $1`, id);
  expect(await callerOf(one)).not.toBeNull();
});

test('the second factor redirects to a requested admin page', async () => {
  const user = await withTwoFactor();
  const one = browser();
  const { link } = await unconfirmed(one, user, '/admin/login?next=%2Fadmin%2Forders');
  const answer = await one.get(link);
  expect(answer.headers.get('location')).toBe('/admin/login?step=two-step&next=%2Fadmin%2Forders');
});

test('AUTH-17 a new password ends sign-ins that wait for their second factor, forgets devices, and bypasses nothing', async () => {
  const user = await withTwoFactor();
  const { one: phone } = await firstFactor(user);
  const { one: laptop } = await firstFactor(user);
  await post(laptop, 'verify-totp', { code: shown(user.key), trustDevice: true });
  await laterOn(user.id);
  shop.emails = [];
  await browser().post('/api/auth/request-password-reset', { email: user.email });
  const one = browser();
  const answer = await one.post('/api/auth/email-otp/reset-password', {
    email: user.email,
    otp: codeIn(shop.emails[0]),
    password: 'another1',
  });
  expect(answer.status).toBe(200);
  expect(await callerOf(one)).toBeNull();
  expect(await callerOf(laptop)).toBeNull();
  expect(await post(phone, 'verify-totp', { code: shown(user.key) })).toMatchObject({
    status: 401,
    body: { code: 'SECOND_STEP_EXPIRED' },
  });
  const again = await firstFactor({ ...user, password: 'another1' }, laptop);
  expect(again.answer.body).toMatchObject({ twoFactorRedirect: true });
});

// ── Codes ────────────────────────────────────────────────────────────────────────────────────────

test('a code is accepted once, also the one that turned it on, and no older one after it', async () => {
  const { one, id, email, password } = await shop.signedIn();
  const key = await begun(one);
  const code = shown(key);
  expect((await post(one, 'confirm', { code })).status).toBe(200);
  const { one: phone } = await firstFactor({ email, password });
  for (const used of [code, shown(key, -1)]) {
    expect(await post(phone, 'verify-totp', { code: used })).toMatchObject({
      status: 400,
      body: { code: 'CODE_USED' },
    });
  }
  expect(await callerOf(phone)).toBeNull();
  // A refusal consumes nothing: the next code is still valid.
  expect((await post(phone, 'verify-totp', { code: shown(key, 1) })).status).toBe(200);
  expect(await callerOf(phone)).toMatchObject({ userId: id });
});

test('the same code in many browsers at once signs in one', async () => {
  const user = await withTwoFactor();
  const phones = await Promise.all(Array.from({ length: 4 }, async () => (await firstFactor(user)).one));
  const code = shown(user.key);
  const answers = await Promise.all(phones.map((one) => post(one, 'verify-totp', { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('the same first factor sent twice at once signs in once', async () => {
  const user = await withTwoFactor();
  const { one } = await firstFactor(user);
  const codes = [shown(user.key), shown(user.key, 1)];
  const before = (await sessionsOf(user.id)).length;
  const answers = await Promise.all(codes.map((code) => post(one, 'verify-totp', { code })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(await sessionsOf(user.id)).toHaveLength(before + 1);
});

test('a first factor is valid once, for ten minutes, in its own browser', async () => {
  const [ada, another] = [await withTwoFactor(), await enrolled()];
  const { one } = await firstFactor(ada);
  expect(one.jar.has('aso.first_step')).toBe(true);
  // Another user's code does not complete it, and a cookie that the shop did not sign is invalid.
  expect((await post(one, 'verify-totp', { code: shown(another.key) })).status).toBe(400);
  const [{ identifier }] = await sql(`select identifier from verifications where value = $1`, ada.id);
  for (const cookie of [identifier, `${identifier}.forged`, `${identifier}.`]) {
    const stranger = browser();
    stranger.jar.set('aso.first_step', encodeURIComponent(cookie));
    expect((await post(stranger, 'verify-totp', { code: shown(ada.key) })).status).toBe(401);
  }
  await sql(`update verifications set expires_at = now() - interval '1 second' where value = $1`, ada.id);
  expect(await post(one, 'verify-totp', { code: shown(ada.key) })).toMatchObject({
    status: 401,
    body: { code: 'SECOND_STEP_EXPIRED', message: 'That took too long. Please sign in again.' },
  });
  const { one: again } = await firstFactor(ada);
  const cookie = again.jar.get('aso.first_step')!;
  expect((await post(again, 'verify-totp', { code: shown(ada.key) })).status).toBe(200);
  expect(again.jar.has('aso.first_step')).toBe(false);
  await laterOn(ada.id);
  const thief = browser();
  thief.jar.set('aso.first_step', cookie);
  expect((await post(thief, 'verify-totp', { code: shown(ada.key) })).status).toBe(401);
});

test('another signed cookie of the shop is not a first factor', async () => {
  const user = await withTwoFactor();
  const { one } = await firstFactor(user);
  await post(one, 'verify-totp', { code: shown(user.key), trustDevice: true });
  await laterOn(user.id);
  for (const name of ['aso.remembered_device', 'aso.session_token']) {
    const thief = browser();
    thief.jar.set('aso.first_step', one.jar.get(name)!);
    expect((await post(thief, 'verify-totp', { code: shown(user.key) })).status).toBe(401);
  }
});

test('five wrong codes from one IP address, then the correct one waits; from elsewhere, and two hours later, it does not', async () => {
  const user = await withTwoFactor();
  const { one } = await firstFactor(user);
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => post(one, 'verify-totp', { code: other(shown(user.key)) })),
  );
  expect(tries.filter(({ status }) => status === 400)).toHaveLength(5);
  const blocked = await post(one, 'verify-totp', { code: shown(user.key) });
  expect(blocked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  // Backup codes are counted separately.
  expect((await post(one, 'verify-backup-code', { code: 'wrong-code1' })).status).toBe(400);

  const ipAddress = shop.ipAddress;
  shop.ipAddress = '10.99.9.9';
  const { one: otherBrowser } = await firstFactor(user);
  expect((await post(otherBrowser, 'verify-totp', { code: shown(user.key) })).status).toBe(200);

  shop.ipAddress = ipAddress;
  await laterOn(user.id);
  await sql(`update limits set window_start = window_start - interval '2 hours'
    where key like 'auth:second-step-here:%'`);
  const { one: later } = await firstFactor(user);
  expect((await post(later, 'verify-totp', { code: shown(user.key) })).status).toBe(200);
});

test('correct codes are not counted', async () => {
  const user = await withTwoFactor();
  for (let n = 0; n < 6; n++) {
    const { one } = await firstFactor(user);
    expect((await post(one, 'verify-totp', { code: shown(user.key) })).status).toBe(200);
    await laterOn(user.id);
  }
});

test('wrong codes from many IP addresses are stopped as well, for a day, and the owner receives an email', async () => {
  const user = await withTwoFactor();
  for (let n = 0; n < 10; n++) {
    shop.ipAddress = `10.98.0.${n}`;
    const { one } = await firstFactor(user);
    expect((await post(one, 'verify-totp', { code: other(shown(user.key)) })).status).toBe(400);
  }
  expect(shop.emails).toMatchObject([{ to: user.email, subject: 'Wrong codes at Aso House' }]);
  await sql(`update limits set hits = 150 where key like 'auth:second-step:app:%' and hits = 10`);
  shop.ipAddress = '10.98.1.1';
  const { one } = await firstFactor(user);
  const blocked = await post(one, 'verify-totp', { code: shown(user.key) });
  expect(blocked.status).toBe(429);
  expect(blocked.body.message).toMatch(/try again in (\d+ (hours|minutes)|a minute)\.$/);
});

// ── Backup codes ─────────────────────────────────────────────────────────────────────────────────

test('a backup code works once, in any spelling, and an email says how many are left', async () => {
  const user = await withTwoFactor();
  const [code = ''] = user.backupCodes;
  const { one } = await firstFactor(user);
  const spelling = code.toUpperCase().replace('-', ' ');
  expect((await post(one, 'verify-backup-code', { code: spelling })).status).toBe(200);
  expect(await callerOf(one)).toMatchObject({ userId: user.id });
  expect((await sessionsOf(user.id)).at(-1)).toEqual({
    sign_in_method: 'password',
    second_factor: 'backup_code',
  });
  expect(await stateOf(one)).toMatchObject({ backupCodesLeft: 9 });
  expect(subjects()).toEqual(['A backup code was used at Aso House']);
  expect(shop.emails[0]?.text).toContain('You have 9 left.');
  const { one: again } = await firstFactor(user);
  expect(await post(again, 'verify-backup-code', { code })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_CODE' },
  });
  expect(await callerOf(again)).toBeNull();
});

test('a backup code in two browsers at once signs in one, and two codes sign in both', async () => {
  const user = await withTwoFactor();
  const [a, b, c] = user.backupCodes;
  const phones = await Promise.all([firstFactor(user), firstFactor(user)]);
  const same = await Promise.all(phones.map(({ one }) => post(one, 'verify-backup-code', { code: a })));
  expect(same.map(({ status }) => status).sort()).toEqual([200, 400]);
  const others = await Promise.all([firstFactor(user), firstFactor(user)]);
  const two = await Promise.all(
    others.map(({ one }, n) => post(one, 'verify-backup-code', { code: [b, c][n] })),
  );
  expect(two.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stateOf(user.one)).toMatchObject({ backupCodesLeft: 7 });
});

test('new backup codes invalidate the old ones, and a copy of the database contains neither them nor the key', async () => {
  const user = await withTwoFactor();
  const { one, id, password } = user;
  expect((await post(one, 'generate-backup-codes', { password })).status).toBe(403);
  await reauthenticate(one);
  const made = await post(one, 'generate-backup-codes', { password });
  const codes = bodyOf(made).backupCodes as string[];
  expect(codes).toHaveLength(10);
  expect(new Set([...codes, ...user.backupCodes]).size).toBe(20);
  expect(subjects()).toContain('New backup codes for Aso House');
  const cookie = JSON.stringify([
    ...(await sql('select * from two_factors where user_id = $1', id)),
    ...(await sql('select * from verifications where value = $1', id)),
  ]);
  for (const secret of [...codes, ...codes.map((code) => code.replace('-', '')), user.key]) {
    expect(cookie).not.toContain(secret);
  }
  const { one: old } = await firstFactor(user);
  expect((await post(old, 'verify-backup-code', { code: user.backupCodes[0] })).status).toBe(400);
  expect((await post(old, 'verify-backup-code', { code: codes[0] })).status).toBe(200);
});

// ── Devices ──────────────────────────────────────────────────────────────────────────────────────

async function remembered(user: TestUser) {
  const { one } = await firstFactor(user);
  const answer = await post(one, 'verify-totp', { code: shown(user.key), trustDevice: true });
  const cookie = answer.response.headers.getSetCookie().find((line) => line.includes('remembered_device'));
  expect(cookie).toMatch(new RegExp(`Max-Age=${MONTH}.*HttpOnly`, 'i'));
  await laterOn(user.id);
  return one;
}

test('a device is remembered on request, and its cookie is valid once', async () => {
  const user = await withTwoFactor();
  const one = await remembered(user);
  const first = one.jar.get('aso.remembered_device')!;
  const { answer } = await firstFactor(user, one);
  expect(answer.body).not.toHaveProperty('twoFactorRedirect');
  expect(await callerOf(one)).toMatchObject({ userId: user.id });
  expect((await sessionsOf(user.id)).at(-1)).toEqual({
    sign_in_method: 'password',
    second_factor: 'remembered',
  });
  expect(one.jar.get('aso.remembered_device')).not.toBe(first);
  // A copy that was taken before is no longer valid.
  const thief = browser();
  thief.jar.set('aso.remembered_device', first);
  expect((await firstFactor(user, thief)).answer.body).toMatchObject({ twoFactorRedirect: true });
  // Not requested, not remembered.
  const { one: plain } = await firstFactor(user);
  await post(plain, 'verify-totp', { code: shown(user.key) });
  expect(plain.jar.has('aso.remembered_device')).toBe(false);
});

test('a remembered device opens no other account, and a failed attempt does not forget it', async () => {
  const [ada, another] = [await withTwoFactor(), await withTwoFactor()];
  const one = await remembered(ada);
  expect((await firstFactor(another, one)).answer.body).toMatchObject({ twoFactorRedirect: true });
  expect(await callerOf(one)).toBeNull();
  expect((await firstFactor(ada, one)).answer.body).not.toHaveProperty('twoFactorRedirect');
});

test('devices are forgotten after a month, and when two-factor sign-in is turned off and on again', async () => {
  const user = await withTwoFactor();
  const one = await remembered(user);
  await sql(`update verifications set expires_at = now() where identifier like 'two-step-device-%'`);
  expect((await firstFactor(user, one)).answer.body).toMatchObject({ twoFactorRedirect: true });

  await post(one, 'verify-totp', { code: shown(user.key), trustDevice: true });
  const cookie = one.jar.get('aso.remembered_device')!;
  await reauthenticate(one);
  expect((await post(one, 'disable', { password: user.password })).status).toBe(200);
  expect(one.jar.has('aso.remembered_device')).toBe(false);
  const key = await begun(one);
  await post(one, 'confirm', { code: shown(key) });
  const phone = browser();
  phone.jar.set('aso.remembered_device', cookie);
  expect((await firstFactor(user, phone)).answer.body).toMatchObject({ twoFactorRedirect: true });
});

test('signing out everywhere else forgets devices as well', async () => {
  const user = await withTwoFactor();
  const one = await remembered(user);
  const session = await shop.auth.sessionOf(user.one.headers());
  await endOtherSessions(shop.own, { ...session!, ipAddress: '10.1.1.1', userAgent: null });
  expect(await callerOf(one)).toBeNull();
  expect((await firstFactor(user, one)).answer.body).toMatchObject({ twoFactorRedirect: true });
});

// ── Turning it on ────────────────────────────────────────────────────────────────────────────────

test('until the app’s code is confirmed nothing changes, and an unconfirmed key gives way to a newer one', async () => {
  const user = await shop.signedIn();
  const first = await begun(user.one);
  expect((await firstFactor(user)).answer.body).not.toHaveProperty('twoFactorRedirect');
  const second = await begun(user.one);
  expect((await post(user.one, 'confirm', { code: shown(first) })).status).toBe(400);
  await sql(`update two_factors set created_at = now() - interval '61 minutes' where user_id = $1`, user.id);
  expect(await post(user.one, 'confirm', { code: shown(second) })).toMatchObject({
    status: 409,
    body: { code: 'ENROLMENT_OVER' },
  });
  expect(await stateOf(user.one)).toEqual({ isOn: false });
});

test('turned on by two concurrent requests it is on once, with one set of backup codes', async () => {
  const { one, id } = await shop.signedIn();
  const key = await begun(one);
  const code = shown(key);
  const answers = await Promise.all([1, 2, 3].map(() => post(one, 'confirm', { code })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(subjects().filter((subject) => subject.startsWith('Two-step sign-in is on'))).toHaveLength(1);
  const [row] = await sql(
    'select verified, cardinality(backup_codes) as n from two_factors where user_id = $1',
    id,
  );
  expect(row).toEqual({ verified: true, n: 10 });
  expect(await sessionsOf(id)).toHaveLength(1);
});

test('while it is on enrolment cannot restart: the current key stays', async () => {
  const user = await withTwoFactor();
  await reauthenticate(user.one);
  expect(await post(user.one, 'enable', { password: user.password })).toMatchObject({
    status: 409,
    body: { code: 'TWO_STEP_ON' },
  });
  const { one } = await firstFactor(user);
  expect((await post(one, 'verify-totp', { code: shown(user.key) })).status).toBe(200);
});

test('turning it on ends every other session, and this one counts as having its second factor', async () => {
  const user = await shop.signedIn();
  const { one: phone } = await firstFactor(user);
  expect(await callerOf(phone)).not.toBeNull();
  const key = await begun(user.one);
  await post(user.one, 'confirm', { code: shown(key) });
  expect(await callerOf(phone)).toBeNull();
  expect(await callerOf(user.one)).toMatchObject({ userId: user.id });
  expect(await sessionsOf(user.id)).toEqual([{ sign_in_method: 'password', second_factor: 'app' }]);
});

test('when the email cannot be queued nothing has changed', async () => {
  const { one, id } = await shop.signedIn();
  const key = await begun(one);
  shop.mailFails = true;
  expect((await post(one, 'confirm', { code: shown(key) })).status).toBe(500);
  expect(await stateOf(one)).toEqual({ isOn: false });
  shop.mailFails = false;
  const on = await post(one, 'confirm', { code: shown(key) });
  expect(on.status).toBe(200);
  await laterOn(id);
  shop.mailFails = true;
  await reauthenticate(one);
  expect((await post(one, 'disable', { password: 'secret1' })).status).toBe(500);
  expect(await stateOf(one)).toMatchObject({ isOn: true, backupCodesLeft: 10 });
});

test('a visitor who is not signed in cannot turn it on or off', async () => {
  for (const path of ['enable', 'confirm', 'disable', 'generate-backup-codes']) {
    expect((await post(browser(), path, { code: '123456', password: 'x' })).status).toBe(401);
  }
  expect((await browser().get('/api/auth/two-factor/state')).status).toBe(401);
  for (const path of ['verify-totp', 'verify-backup-code']) {
    expect((await post(browser(), path, { code: '123456' })).status).toBe(401);
  }
});

test('an invalid code is refused', async () => {
  const { one } = await firstFactor(await withTwoFactor());
  const long = 'x'.repeat(41);
  const odd = [{}, { code: 123456 }, { code: ['1'] }, { code: long }, { code: '123456', trustDevice: 'yes' }];
  const notSix = [{ code: '12345' }, { code: '1234567' }, { code: '１２３４５６' }, { code: '12345\n' }];
  for (const body of [...odd, ...notSix]) expect((await post(one, 'verify-totp', body)).status).toBe(400);
  for (const body of odd) expect((await post(one, 'verify-backup-code', body)).status).toBe(400);
  expect(await callerOf(one)).toBeNull();
});
