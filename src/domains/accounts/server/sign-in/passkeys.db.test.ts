import { expect, test } from 'vitest';
import { type Question, testAuthenticator } from '#platform/auth/passkey/test-authenticator.ts';
import type { testBrowser } from '#platform/auth/test-browser.ts';
import { ORIGIN, testAuth } from './test-auth.ts';

const shop = testAuth();
type Browser = ReturnType<typeof testBrowser>;

const requestOptions = async (one: Browser, what: 'register' | 'authenticate') => {
  const answer = await one.get(`/api/auth/passkey/generate-${what}-options`);
  return { status: answer.status, question: (await answer.json()) as Question & Record<string, unknown> };
};
const add = (one: Browser, body: object) => one.post('/api/auth/passkey/verify-registration', body);
const signIn = (one: Browser, body: object) => one.post('/api/auth/passkey/verify-authentication', body);
const listOf = async (one: Browser) =>
  (await (await one.get('/api/auth/passkeys')).json()) as {
    passkeys: { id: string; name: string; lastUsedAt: string | null }[];
    keepsLast: boolean;
  };
const countOf = async (userId: string) =>
  (await shop.owner.query('select count(*)::int as n from passkeys where user_id = $1', [userId])).rows[0].n;

/** A user with a passkey, signed in in `one`. */
async function withPasskey() {
  const user = await shop.signedIn();
  const device = testAuthenticator(ORIGIN);
  await shop.reauthenticate(user.one);
  const { question } = await requestOptions(user.one, 'register');
  expect(await add(user.one, device.create(question))).toMatchObject({ status: 200 });
  const [passkey] = (await listOf(user.one)).passkeys;
  return { ...user, device, passkey: passkey! };
}
type Lies = Parameters<ReturnType<typeof testAuthenticator>['get']>[1];

/** The answer to a fresh browser that signs in with the device. */
async function signInWith(device: ReturnType<typeof testAuthenticator>, lies?: Lies) {
  const one = shop.browser();
  const { question } = await requestOptions(one, 'authenticate');
  return { one, answer: await signIn(one, device.get(question, lies)) };
}

test('a passkey is created, announced by email, and signs in without a user name or a second factor', async () => {
  const { device, passkey, id, email } = await withPasskey();
  expect(passkey).toMatchObject({ name: 'Passkey', lastUsedAt: null });
  expect(shop.emails.at(-1)).toMatchObject({
    to: email,
    subject: 'A passkey was added to your Aso House account',
  });
  await shop.owner.query('update profiles set two_factor_enabled = true where id = $1', [id]);
  const { one, answer } = await signInWith(device);
  expect(answer.status).toBe(200);
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ userId: id });
  const { rows } = await shop.owner.query(
    `select sign_in_method, second_factor from sessions where user_id = $1 order by created_at desc limit 1`,
    [id],
  );
  expect(rows).toEqual([{ sign_in_method: 'passkey', second_factor: null }]);
  const { passkeys } = await listOf(one);
  expect(passkeys[0]!.lastUsedAt).not.toBeNull();
  expect(Object.keys(passkeys[0]!).sort()).toEqual(['createdAt', 'id', 'isSynced', 'lastUsedAt', 'name']);
});

test('every request for options requires a discoverable passkey and user verification', async () => {
  const { one } = await withPasskey();
  await shop.reauthenticate(one);
  const { question: toAdd } = await requestOptions(one, 'register');
  expect(toAdd).toMatchObject({
    rp: { id: 'shop.test', name: 'Aso House' },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: [{ type: 'public-key' }],
  });
  for (const client of [shop.browser(), one]) {
    const { question } = await requestOptions(client, 'authenticate');
    expect(question).toEqual({
      rpId: 'shop.test',
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      timeout: expect.any(Number),
      userVerification: 'required',
    });
  }
});

test('the name of the account in the options is the user’s own, whatever the request contains', async () => {
  const { one, email } = await shop.signedIn();
  await shop.reauthenticate(one);
  const answer = await one.get(
    '/api/auth/passkey/generate-register-options?name=admin&authenticatorAttachment=cross-platform',
  );
  const question = (await answer.json()) as {
    user: { name: string };
    authenticatorSelection: Record<string, string>;
  };
  expect(question.user.name).toBe(email);
  expect(question.authenticatorSelection.authenticatorAttachment).toBeUndefined();
});

test('without reauthentication there are no options, and without options nothing is added', async () => {
  const { one, id } = await shop.signedIn();
  const device = testAuthenticator(ORIGIN);
  expect(await requestOptions(one, 'register')).toMatchObject({
    status: 403,
    question: { code: 'REAUTHENTICATION_REQUIRED' },
  });
  const invented = { challenge: 'A'.repeat(43), rp: { id: 'shop.test' } };
  expect((await add(one, device.create(invented))).status).toBe(400);
  // The challenge for sign-in is not valid for a new passkey.
  const { question } = await requestOptions(one, 'authenticate');
  expect((await add(one, device.create({ ...question, rp: { id: 'shop.test' } }))).status).toBe(400);
  await shop.reauthenticate(one);
  expect((await requestOptions(one, 'register')).status).toBe(200);
  expect((await requestOptions(one, 'register')).status).toBe(403);
  expect(await countOf(id)).toBe(0);
  expect((await requestOptions(shop.browser(), 'register')).status).toBe(401);
});

test('a device with false claims adds nothing and signs nobody in', async () => {
  const { one, id, device } = await withPasskey();
  const unverified = { status: 403, body: { code: 'USER_UNVERIFIED' } };
  for (const lies of [
    { verified: false },
    { origin: 'https://evil.test' },
    { origin: `${ORIGIN}:8080` },
    { rpId: 'evil.test' },
  ]) {
    await shop.reauthenticate(one);
    const { question } = await requestOptions(one, 'register');
    const added = await add(one, testAuthenticator(ORIGIN).create(question, lies));
    const notAdded = { status: 400, body: { code: 'PASSKEY_NOT_ADDED' } };
    expect(added).toMatchObject('verified' in lies ? unverified : notAdded);
    const answer = await signInWith(device, lies);
    const refused = { status: 401, body: { code: 'PASSKEY_REFUSED' } };
    expect(answer.answer).toMatchObject('verified' in lies ? unverified : refused);
    expect(answer.one.jar.has('aso.session_token')).toBe(false);
  }
  expect(await countOf(id)).toBe(1);
});

test('a challenge is valid once, in one browser, for five minutes', async () => {
  const { device } = await withPasskey();
  const one = shop.browser();
  const { question } = await requestOptions(one, 'authenticate');
  const answer = device.get(question);
  expect((await signIn(shop.browser(), answer)).status).toBe(401);
  const cookie = one.headers();
  expect((await signIn(one, answer)).status).toBe(200);
  const again = await shop.auth.handler(
    new Request(`${ORIGIN}/api/auth/passkey/verify-authentication`, {
      method: 'POST',
      headers: { cookie: cookie.get('cookie')!, origin: ORIGIN, 'content-type': 'application/json' },
      body: JSON.stringify(answer),
    }),
  );
  expect(again.status).toBe(401);
  const late = shop.browser();
  const { question: old } = await requestOptions(late, 'authenticate');
  await shop.owner.query(
    `update verifications set expires_at = expires_at - interval '301 seconds' where value like '%' || $1 || '%'`,
    [old.challenge],
  );
  expect((await signIn(late, device.get(old))).status).toBe(401);
});

test('a counter that decreased indicates a copied device: refused', async () => {
  const { device } = await withPasskey();
  expect((await signInWith(device, { counter: 7 })).answer.status).toBe(200);
  for (const counter of [7, 3, 0]) {
    expect((await signInWith(device, { counter })).answer).toMatchObject({
      status: 401,
      body: { code: 'PASSKEY_REFUSED' },
    });
  }
  expect((await signInWith(device, { counter: 8 })).answer.status).toBe(200);
});

test('a banned user cannot sign in', async () => {
  const { device, id } = await withPasskey();
  await shop.owner.query('update profiles set banned = true where id = $1', [id]);
  const { one, answer } = await signInWith(device);
  expect(answer.status).toBe(403);
  expect(one.jar.has('aso.session_token')).toBe(false);
});

test('a removed passkey is refused with the same message as one that never existed', async () => {
  const { one, device, passkey, email, id } = await withPasskey();
  expect(await one.post('/api/auth/passkeys/remove', { id: passkey.id })).toMatchObject({
    status: 403,
    body: { code: 'REAUTHENTICATION_REQUIRED' },
  });
  await shop.reauthenticate(one);
  expect(await one.post('/api/auth/passkeys/remove', { id: passkey.id })).toMatchObject({
    status: 200,
    body: { credentialId: device.id },
  });
  expect(shop.emails.at(-1)).toMatchObject({ to: email, subject: 'A passkey was removed at Aso House' });
  expect(await countOf(id)).toBe(0);
  const removed = (await signInWith(device)).answer;
  const unknown = (await signInWith(testAuthenticator(ORIGIN))).answer;
  expect(removed).toMatchObject({ status: 401, body: { code: 'PASSKEY_REFUSED' } });
  expect(unknown.body).toEqual(removed.body);
});

test('only its owner renames and removes a passkey', async () => {
  const { one, passkey } = await withPasskey();
  const { one: other } = await withPasskey();
  const rename = (client: Browser, body: object) => client.post('/api/auth/passkeys/rename', body);
  expect((await rename(one, { id: passkey.id, name: '  My \u0007 phone ' })).status).toBe(200);
  expect((await listOf(one)).passkeys[0]!.name).toBe('My phone');
  for (const name of ['', '   ', 'x'.repeat(101), 7]) {
    expect((await rename(one, { id: passkey.id, name })).status).toBe(400);
  }
  expect((await rename(one, { id: 'x', name: 'x' })).status).toBe(400);
  expect((await rename(other, { id: passkey.id, name: 'Mine' })).status).toBe(404);
  await shop.reauthenticate(other);
  expect((await other.post('/api/auth/passkeys/remove', { id: passkey.id })).status).toBe(404);
  expect((await rename(shop.browser(), { id: passkey.id, name: 'Mine' })).status).toBe(401);
  expect((await listOf(one)).passkeys).toMatchObject([{ name: 'My phone' }]);
});

/**
 * Runs two requests that have both read before either may write: they wait at the rows of `from` with this
 * id.
 */
async function bothWaiting<T>(from: string, id: string, both: () => Promise<T>): Promise<T> {
  await shop.owner.query('begin');
  await shop.owner.query(`select from ${from} = $1 for update`, [id]);
  const answers = both();
  await expect
    .poll(async () => (await shop.owner.query('select from pg_locks where not granted')).rowCount, {
      timeout: 10_000,
    })
    .toBeGreaterThanOrEqual(2);
  await shop.owner.query('commit');
  return answers;
}

test('the last sign-in method cannot be removed, even when two are removed at once', async () => {
  const { one, id, passkey, device } = await withPasskey();
  await shop.owner.query('delete from accounts where user_id = $1', [id]);
  expect(await listOf(one)).toMatchObject({ keepsLast: true });
  const proven = () =>
    shop.owner.query('update sessions set reauthenticated_at = now() where user_id = $1', [id]);
  const remove = (client: Browser, which: string) => client.post('/api/auth/passkeys/remove', { id: which });
  await proven();
  expect(await remove(one, passkey.id)).toMatchObject({ status: 409, body: { code: 'LAST_SIGN_IN_METHOD' } });
  await proven();
  const { question } = await requestOptions(one, 'register');
  await add(one, testAuthenticator(ORIGIN).create(question));
  const { one: otherBrowser } = await signInWith(device);
  const { passkeys, keepsLast } = await listOf(one);
  expect(keepsLast).toBe(false);
  await proven();
  const answers = await bothWaiting('passkeys where user_id', id, () =>
    Promise.all([remove(one, passkeys[0]!.id), remove(otherBrowser, passkeys[1]!.id)]),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await countOf(id)).toBe(1);
});

test('at most twenty passkeys, even when two are added at once', async () => {
  const { one, id } = await withPasskey();
  const insert = (count: number) =>
    shop.owner.query(
      `insert into passkeys (id, user_id, public_key, credential_id, counter, device_type, backed_up)
       select gen_random_uuid(), $1, 'x', gen_random_uuid(), 0, 'x', false from generate_series(1, $2)`,
      [id, count],
    );
  await insert(18);
  const proven = await Promise.all(
    [one, (await shopAgain(id)).one].map(async (client) => {
      await shop.owner.query('update sessions set reauthenticated_at = now() where user_id = $1', [id]);
      return { client, ...(await requestOptions(client, 'register')) };
    }),
  );
  const answers = await bothWaiting('profiles where id', id, () =>
    Promise.all(
      proven.map(({ client, question }) => add(client, testAuthenticator(ORIGIN).create(question))),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(await countOf(id)).toBe(20);
  await shop.reauthenticate(one);
  expect(await requestOptions(one, 'register')).toMatchObject({
    status: 409,
    question: { code: 'TOO_MANY_PASSKEYS' },
  });
  await expect(insert(1)).rejects.toMatchObject({ constraint: 'most_passkeys' });
  // The reauthentication was not consumed in vain.
  await shop.owner.query('delete from passkeys where public_key = $1', ['x']);
  expect((await requestOptions(one, 'register')).status).toBe(200);
});

/** The same user in another browser. */
async function shopAgain(id: string) {
  const { rows } = await shop.owner.query('select email from profiles where id = $1', [id]);
  const one = shop.browser();
  const { email } = rows[0];
  expect((await one.post('/api/auth/sign-in/email', { email, password: 'secret1' })).status).toBe(200);
  return { one };
}

test('a passkey of one account cannot be added to another', async () => {
  const { device, one: first } = await withPasskey();
  const { one, id } = await shop.signedIn();
  await shop.reauthenticate(one);
  const { question } = await requestOptions(one, 'register');
  // The shop already has this passkey, for any user.
  expect((await add(one, device.create(question))).status).toBe(400);
  expect(await countOf(id)).toBe(0);
  // A user who signed in since cannot answer options that another user requested in this browser.
  await shop.reauthenticate(first);
  const { question: hers } = await requestOptions(first, 'register');
  one.jar.set('aso.passkey_challenge', first.jar.get('aso.passkey_challenge')!);
  expect((await add(one, testAuthenticator(ORIGIN).create(hers))).status).toBe(400);
});

test('extra fields in an answer change nothing', async () => {
  const { one, id } = await shop.signedIn();
  await shop.reauthenticate(one);
  const { question } = await requestOptions(one, 'register');
  const { response } = testAuthenticator(ORIGIN).create(question);
  const sent = { response, createSession: true, name: 'x'.repeat(200), userId: 'x' };
  const answer = await add(one, sent);
  expect(answer).toMatchObject({ status: 200, body: { id: expect.any(String), name: 'Passkey' } });
  expect(answer.body).not.toHaveProperty('session');
  const { rows } = await shop.owner.query('select transports from passkeys where user_id = $1', [id]);
  expect(rows).toEqual([{ transports: 'internal' }]);
  expect((await shop.owner.query('select from sessions where user_id = $1', [id])).rowCount).toBe(1);
});

test.each([
  ['nothing', {}],
  ['a text', { response: 'x' }],
  ['a list', { response: [] }],
  ['no signature', { response: { id: 'x', rawId: 'x', type: 'public-key', response: {} } }],
  ['another id', { id: { like: '%' } }],
  ['no base64', { rawId: 'ä', id: 'ä' }],
  ['a long id', { rawId: 'x'.repeat(2_000), id: 'x'.repeat(2_000) }],
  ['no passkey', { type: 'password' }],
])('an answer that is %s is bad input', async (_, change) => {
  const one = shop.browser();
  const { question } = await requestOptions(one, 'authenticate');
  const whole = testAuthenticator(ORIGIN).get(question).response;
  const body =
    'response' in change || Object.keys(change).length === 0 ? change : { response: { ...whole, ...change } };
  expect(await signIn(one, body)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
  expect(await add(one, body)).toMatchObject({ status: 400, body: { code: 'BAD_INPUT' } });
});

test('a passkey is deleted when its notification cannot be sent', async () => {
  const { one, id } = await shop.signedIn();
  await shop.reauthenticate(one);
  const { question } = await requestOptions(one, 'register');
  shop.mailFails = true;
  expect((await add(one, testAuthenticator(ORIGIN).create(question))).status).toBe(500);
  expect(await countOf(id)).toBe(0);
  shop.mailFails = false;
  const { one: other, passkey, id: otherId } = await withPasskey();
  await shop.reauthenticate(other);
  shop.mailFails = true;
  expect((await other.post('/api/auth/passkeys/remove', { id: passkey.id })).status).toBe(500);
  expect(await countOf(otherId)).toBe(1);
});

test('one IP address requests options a limited number of times a minute', async () => {
  const one = shop.browser();
  expect((await requestOptions(one, 'authenticate')).status).toBe(200);
  await shop.owner.query(`update limits set hits = hits + 298 where key like '%' || $1`, [shop.ipAddress]);
  // The last of 300.
  expect((await requestOptions(one, 'authenticate')).status).toBe(200);
  expect(await requestOptions(one, 'authenticate')).toMatchObject({
    status: 429,
    question: { code: 'RATE_LIMITED' },
  });
  expect((await signIn(one, testAuthenticator(ORIGIN).get({ challenge: 'x', rpId: 'x' }))).status).toBe(401);
  await shop.owner.query(`update limits set hits = hits + 120 where key like '%' || $1`, [shop.ipAddress]);
  expect((await signIn(one, {})).status).toBe(429);
  shop.ipAddress = '10.200.0.1';
  expect((await requestOptions(one, 'authenticate')).status).toBe(200);
});

test('other endpoints of the library are closed', async () => {
  const { one, passkey } = await withPasskey();
  expect((await one.get('/api/auth/passkey/list-user-passkeys')).status).toBe(404);
  for (const path of ['delete-passkey', 'update-passkey']) {
    const answer = await one.post(`/api/auth/passkey/${path}`, { id: passkey.id, name: 'x' });
    expect(answer.status).toBe(404);
  }
});

test('a session of last month adds a passkey as well: reauthentication counts, not the age of the session', async () => {
  const { one, id } = await shop.signedIn();
  await shop.owner.query(`update sessions set created_at = now() - interval '20 days' where user_id = $1`, [
    id,
  ]);
  await shop.reauthenticate(one);
  expect((await requestOptions(one, 'register')).status).toBe(200);
});
