import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { solveProof } from '#platform/auth/limits/test-proof.ts';
import { testBrowser } from '#platform/auth/test-browser.ts';
import { createLog } from '#platform/log.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import { createAccountAuth } from '../account-rules.ts';
import { codeIn, linkIn, ORIGIN, testAuth } from './test-auth.ts';

const shop = testAuth();

/** Another process of the same shop: connections of its own to the same database. */
let otherProcess: { database: Database; auth: Auth };
beforeAll(async () => {
  const { rows } = await shop.owner.query('select current_database() as name');
  const { host, port, user, password } = shop.owner;
  const url = `postgres://${user}:${password ?? ''}@${host}:${port}/${rows[0].name}`;
  const database = await openDatabase(urlsAt(url));
  const auth = createAccountAuth({
    authDb: database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log: createLog('fatal'),
    clientIpAddress: () => shop.ipAddress,
    proofRounds: 1,
  });
  otherProcess = { database, auth };
});
afterAll(() => otherProcess.database.close());

type Browser = ReturnType<typeof shop.browser>;
const guess = (one: Browser, email: string, password = 'wrong-one') =>
  one.post('/api/auth/sign-in/email', { email, password });

const WINDOWS = { 'password-here': 900, 'password-device': 900 } as Record<string, number>;

/** Sets the count under this name, in this window and the next. */
const setHits = (name: string, hits: number) =>
  shop.owner.query(
    `insert into limits select distinct key, window_start + w, $2::integer
     from limits, unnest(array['0 s', $3]::interval[]) w where key like $1
     on conflict (key, window_start) do update set hits = excluded.hits`,
    [`auth:${name}:%`, hits, `${WINDOWS[name] ?? 3600} s`],
  );

/** Solves the problem of an answer. */
const proofFor = (answer: { body: { proof?: Parameters<typeof solveProof>[0] } }) => ({
  'x-proof-of-work': solveProof(answer.body.proof!).answer,
});
const signIn = (one: Browser, email: string, password: string, headers = {}) =>
  one.post('/api/auth/sign-in/email', { email, password }, headers);

test('of twenty concurrent guesses at two processes ten are checked, the others cost a proof of work', async () => {
  const { body } = await shop.confirmed();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      guess(testBrowser(ORIGIN, (n % 2 ? shop.auth : otherProcess.auth).handler), body.email),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const answer of refused) expect(answer.body).toMatchObject({ code: 'PROOF_REQUIRED', proof: {} });
});

test('a proof of work is valid once, for its account and its purpose, and the correct password then signs in', async () => {
  const { body } = await shop.confirmed();
  shop.ipAddress = '10.27.0.1';
  const first = await guess(shop.browser(), body.email);
  expect(first.status).toBe(401);
  await setHits('password-here', 10);
  const answer = () => guess(shop.browser(), body.email);
  const proof = proofFor(await answer());
  expect(await guess(shop.browser(), body.email)).toMatchObject({ status: 429 });
  // Of five at once one is checked.
  const guesses = await Promise.all(
    Array.from({ length: 5 }, () => signIn(shop.browser(), body.email, 'wrong-one', proof)),
  );
  expect(guesses.map(({ status }) => status).sort()).toEqual([401, 429, 429, 429, 429]);
  const others = proofFor(await answer());
  expect(await signIn(shop.browser(), 'nobody@example.com', 'x', others)).toMatchObject({ status: 429 });
  const reset = await shop
    .browser()
    .post('/api/auth/request-password-reset', { email: body.email }, proofFor(await answer()));
  expect(reset).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  for (const bad of ['x', '', 'e30=', 'y'.repeat(7_000)]) {
    const answer = await signIn(shop.browser(), body.email, body.password, { 'x-proof-of-work': bad });
    expect(answer).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  }
  expect((await signIn(shop.browser(), body.email, body.password, proofFor(await answer()))).status).toBe(
    200,
  );
});

test('proofs get harder with the failures of an account, and one that was fetched while they were easy is worthless', async () => {
  const { body } = await shop.confirmed();
  shop.ipAddress = '10.28.0.1';
  await guess(shop.browser(), body.email);
  await setHits('password', 30);
  const triesFor = async (failures: number) => {
    await setHits('password-failures', failures);
    const { answer, tries } = solveProof((await guess(shop.browser(), body.email)).body.proof!);
    return { answer, tries };
  };
  const easy = await triesFor(10);
  expect(easy.tries).toBeLessThanOrEqual(80);
  const hard = await triesFor(10_000);
  // A slow phone makes thirty attempts a second.
  expect(hard.tries).toBeGreaterThan(300);
  expect(hard.tries).toBeLessThanOrEqual(640);
  const late = await signIn(shop.browser(), body.email, body.password, { 'x-proof-of-work': easy.answer });
  expect(late).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  const right = await signIn(shop.browser(), body.email, body.password, { 'x-proof-of-work': hard.answer });
  expect(right.status).toBe(200);
});

test('beyond a limit an email without an account gets the same answer', async () => {
  const { body } = await shop.confirmed();
  const seen: unknown[][] = [];
  for (const [n, email] of [body.email, 'nobody-at-all@example.com'].entries()) {
    const answers: unknown[] = [];
    for (let tries = 0; tries < 18; tries++) {
      shop.ipAddress = `10.29.${n}.1`;
      let answer = await guess(shop.browser(), email);
      answers.push([answer.status, answer.body.code]);
      if (!answer.body.proof) continue;
      answer = await signIn(shop.browser(), email, 'wrong-one', proofFor(answer));
      answers.push([answer.status, answer.body.code]);
    }
    seen.push(answers);
  }
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]!.at(-1)).toEqual([401, 'INVALID_EMAIL_OR_PASSWORD']);
});

test('guesses from many IP addresses cost proofs, and the owner can always sign in on their own device', async () => {
  const { one: hers, body } = await shop.confirmed();
  await hers.post('/api/auth/sign-out', {});
  shop.ipAddress = '10.20.0.1';
  await guess(shop.browser(), body.email);
  await setHits('password', 30);
  shop.ipAddress = '10.20.1.1';
  const stranger = await guess(shop.browser(), body.email, body.password);
  expect(stranger).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  expect((await guess(hers, body.email, body.password)).status).toBe(200);
});

test('after six proofs from the owner’s network in an hour the proof is the hardest, and the correct password signs in there', async () => {
  const { body } = await shop.confirmed();
  shop.ipAddress = '10.30.0.1';
  await guess(shop.browser(), body.email);
  await setHits('password-here', 10);
  const neighbour = async (address: string, password = 'wrong-one') => {
    shop.ipAddress = address;
    const refused = await guess(shop.browser(), body.email);
    expect(refused).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
    const { answer, tries } = solveProof(refused.body.proof!);
    const { status } = await signIn(shop.browser(), body.email, password, { 'x-proof-of-work': answer });
    return { status, tries };
  };
  for (let n = 0; n < 6; n++) expect((await neighbour('10.30.0.1')).status).toBe(401);
  for (let n = 0; n < 3; n++) {
    const { status, tries } = await neighbour('10.30.0.1');
    expect(status).toBe(401);
    expect(tries).toBeGreaterThan(600);
  }
  const owner = await neighbour('10.30.0.77', body.password);
  expect(owner.status).toBe(200);
  // A slow phone makes thirty attempts a second.
  expect(owner.tries / 30).toBeLessThan(60);
});

test('beyond a thousand of the hardest proofs in an hour passwords of the account are refused in the guesser’s network; a code by email signs in there', async () => {
  const { body } = await shop.confirmed();
  shop.ipAddress = '10.30.0.1';
  await guess(shop.browser(), body.email);
  await setHits('password-here', 10);
  for (let n = 0; n < 7; n++) {
    const answer = await guess(shop.browser(), body.email);
    expect((await signIn(shop.browser(), body.email, 'wrong-one', proofFor(answer))).status).toBe(401);
  }
  await setHits('password-hardest', 1_000);
  const spent = await guess(shop.browser(), body.email, body.password);
  expect(spent).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(Number(spent.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(spent.body.message).toMatch(
    / for this account\. .* sign in with a code by email, or choose a new password with ‘Forgot password\?’\.$/,
  );
  const byCode = shop.browser();
  await byCode.post('/api/auth/sign-in/send-code', { email: body.email });
  const code = codeIn(shop.emails.at(-1));
  expect((await byCode.post('/api/auth/sign-in/code', { email: body.email, code })).status).toBe(200);
  // Another network has room.
  shop.ipAddress = '10.31.0.1';
  const otherRequest = await guess(shop.browser(), body.email, body.password);
  expect([200, 429]).toContain(otherRequest.status);
  if (otherRequest.status === 429) {
    expect((await signIn(shop.browser(), body.email, body.password, proofFor(otherRequest))).status).toBe(
      200,
    );
  }
  shop.ipAddress = '10.30.0.1';
  const one = shop.browser();
  await one.post('/api/auth/request-password-reset', { email: body.email });
  const token = new URL(linkIn(shop.emails.at(-1))).searchParams.get('reset');
  await one.post('/api/auth/reset-password', { token, newPassword: 'another-one' });
  expect((await guess(one, body.email, 'another-one')).status).toBe(200);
});

test('the owner’s device has ten attempts as well, and nobody else uses them up', async () => {
  const { one: hers, body } = await shop.confirmed();
  const copy = shop.browser();
  for (const [name, value] of hers.jar) copy.jar.set(name, value);
  shop.ipAddress = '10.21.0.1';
  expect((await guess(copy, body.email)).status).toBe(401);
  await setHits('password-device', 10);
  const answer = await guess(copy, body.email, body.password);
  expect(answer).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
  expect((await signIn(copy, body.email, body.password, proofFor(answer))).status).toBe(200);
});

test('a device is known for the account that signed in on it, not for another, and cannot be forged', async () => {
  const mallory = await shop.signedIn();
  const { body } = await shop.confirmed();
  const known = mallory.one.jar.get('aso.known_device')!;
  shop.ipAddress = '10.22.0.1';
  await guess(shop.browser(), body.email);
  await setHits('password-here', 10);
  expect((await guess(mallory.one, body.email)).status).toBe(429);
  const [id, , signature] = decodeURIComponent(known).split('.');
  const { accountKey } = await import('#platform/auth/limits/limits.ts');
  for (const forged of [
    `${id}.${accountKey(body.email)}.${signature}`,
    `${id}.${accountKey(body.email)}`,
    'x',
    '%',
  ]) {
    const forger = shop.browser();
    forger.jar.set('aso.known_device', forged);
    expect((await guess(forger, body.email)).status).toBe(429);
  }
});

test('one password tried on many accounts from one IP address costs proofs; a known device is admitted', async () => {
  const { one: hers, body } = await shop.confirmed();
  shop.ipAddress = '10.23.0.1';
  expect((await guess(shop.browser(), 'first@example.com')).status).toBe(401);
  await setHits('password-from', 100);
  const next = await guess(shop.browser(), 'second@example.com');
  expect(next).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  expect((await guess(hers, body.email, body.password)).status).toBe(200);
  shop.ipAddress = '10.23.0.2';
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
});

test('when its window is over an account accepts attempts again', async () => {
  const { body } = await shop.confirmed();
  await guess(shop.browser(), body.email);
  await setHits('password-here', 10);
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(429);
  await shop.hoursLater(2);
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
});

test('five wrong codes are checked from one network in a day and ten from anywhere in an hour, then each costs a proof; the owner’s code works on a new device', async () => {
  const { body } = await shop.confirmed();
  await shop.browser().post('/api/auth/request-password-reset', { email: body.email });
  const code = codeIn(shop.emails.at(-1));
  const type = (one: Browser, otp: string, headers = {}) =>
    one.post(
      '/api/auth/email-otp/reset-password',
      { email: body.email, otp, password: 'another-one' },
      headers,
    );
  for (const network of [0, 1]) {
    for (let n = 0; n < 5; n++) {
      shop.ipAddress = `10.24.${network}.${n}`;
      expect((await type(shop.browser(), 'xxxxxx')).status).toBe(400);
    }
  }
  const blocked = await type(shop.browser(), 'xxxxxx');
  expect(blocked).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(Number(blocked.response.headers.get('retry-after'))).toBeGreaterThan(0);
  // More than the attempts of any one code.
  for (let network = 2; network < 32; network++) {
    shop.ipAddress = `10.24.${network}.1`;
    const answer = await type(shop.browser(), 'xxxxxx');
    expect(answer).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
    expect((await type(shop.browser(), 'xxxxxx', proofFor(answer))).status).toBe(400);
  }
  shop.ipAddress = '10.24.99.1';
  const answer = await type(shop.browser(), code);
  expect(answer).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  expect((await type(shop.browser(), code, proofFor(answer))).status).toBe(200);
});

test('strangers who type wrong codes use up nothing of a known device', async () => {
  const { one: known, body } = await shop.confirmed();
  await known.post('/api/auth/sign-out', {});
  await known.post('/api/auth/request-password-reset', { email: body.email });
  const reset = (one: Browser, otp: string) =>
    one.post('/api/auth/email-otp/reset-password', { email: body.email, otp, password: 'another-one' });
  for (let n = 0; n < 5; n++) await reset(shop.browser(), 'xxxxxx');
  expect((await reset(shop.browser(), 'xxxxxx')).status).toBe(429);
  expect((await reset(known, codeIn(shop.emails.at(-1)))).status).toBe(200);
});

test('a correct code does not count', async () => {
  const { body } = await shop.confirmed();
  for (let n = 0; n < 7; n++) {
    await shop.owner.query(`delete from limits where key not like 'auth:code%'`);
    const one = shop.browser();
    await one.post('/api/auth/request-password-reset', { email: body.email });
    const otp = codeIn(shop.emails.at(-1));
    const input = { email: body.email, otp, password: 'another-one' };
    expect((await one.post('/api/auth/email-otp/reset-password', input)).status).toBe(200);
  }
});

test('one IP address sends a limited number of emails in an hour, to all recipients together, and more for a proof of work each', async () => {
  shop.ipAddress = '10.25.0.1';
  expect((await shop.browser().post('/api/auth/sign-up/email', shop.registration())).status).toBe(200);
  await setHits('email-from', 200);
  const other = shop.registration({ email: 'other@example.com' });
  const next = await shop.browser().post('/api/auth/sign-up/email', other);
  expect(next).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  expect(await shop.profilesOf('other@example.com')).toEqual([]);
  const proven = await shop.browser().post('/api/auth/sign-up/email', other, proofFor(next));
  expect(proven.status).toBe(200);
});

test('an IP address that sends too many requests receives the number of seconds to wait', async () => {
  shop.ipAddress = '10.26.0.1';
  await shop.owner.query(
    `insert into limits select 'auth:visit:/sign-in/email:10.26.0.1', to_timestamp(floor(extract(epoch from now()) / 60) * 60 + w), 120
     from unnest(array[0, 60]) w`,
  );
  const refused = await guess(shop.browser(), shop.fresh());
  expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } });
  expect(Number(refused.response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.body.message).toMatch(/^Too many requests\. Please try again in (a second|\d+ seconds)\.$/);
});

test('the cookie of a known device belongs to the shop alone: signed, not readable by scripts, and not a credential', async () => {
  const { one, body } = await shop.confirmed();
  const answer = await guess(one, body.email, body.password);
  const line = answer.response.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith('aso.known_device='))!;
  expect(line).toMatch(/HttpOnly/i);
  expect(line).toMatch(/SameSite=Lax/i);
  expect(line).toMatch(/Path=\/api\/auth/i);
  expect(line).not.toContain(body.email);
  const alone = shop.browser();
  alone.jar.set('aso.known_device', one.jar.get('aso.known_device')!);
  expect(await shop.auth.callerOf(alone.headers())).toBeNull();
  const wrong = await guess(shop.browser(), body.email);
  expect(wrong.response.headers.getSetCookie().join()).not.toContain('known_device');
});
