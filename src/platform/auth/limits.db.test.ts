import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createLog } from '#platform/log.ts';
import { addressesOf } from '#platform/postgres/test-database.ts';
import { type Auth, createAuth } from './create-auth.ts';
import { codeIn, ORIGIN, testAuth } from './test-auth.ts';
import { testBrowser } from './test-browser.ts';

const shop = testAuth();

/** Another process of the same shop: connections of its own to the same database. */
let elsewhere: { database: Database; auth: Auth };
beforeAll(async () => {
  const { rows } = await shop.owner.query('select current_database() as name');
  const { host, port, user, password } = shop.owner;
  const url = `postgres://${user}:${password ?? ''}@${host}:${port}/${rows[0].name}`;
  const database = await openDatabase(addressesOf(url));
  const auth = createAuth({
    authDb: database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log: createLog('fatal'),
    clientAddress: () => shop.address,
  });
  elsewhere = { database, auth };
});
afterAll(() => elsewhere.database.close());

type Browser = ReturnType<typeof shop.browser>;
const guess = (one: Browser, email: string, password = 'wrong-one') =>
  one.post('/api/auth/sign-in/email', { email, password });

const WINDOWS = { 'password-here': 900, 'password-device': 900 } as Record<string, number>;

/** As if what was counted under this name, and will be in its next window, had been tried so often. */
const already = (name: string, hits: number) =>
  shop.owner.query(
    `insert into limits select distinct key, window_start + w, $2::integer
     from limits, unnest(array['0 s', $3]::interval[]) w where key like $1
     on conflict (key, window_start) do update set hits = excluded.hits`,
    [`auth:${name}:%`, hits, `${WINDOWS[name] ?? 3600} s`],
  );

test('of twenty guesses at once at two processes ten are looked at', async () => {
  const { body } = await shop.confirmed();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      guess(testBrowser(ORIGIN, (n % 2 ? shop.auth : elsewhere.auth).handler), body.email),
    ),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(10);
  for (const { response, body: said } of refused) {
    expect(said).toMatchObject({ code: 'TOO_MANY_ATTEMPTS' });
    const seconds = Number(response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(said.message).toMatch(
      /^Too many attempts for this account\. Please try again in \d+ (seconds|minutes)\.$/,
    );
  }
});

test('guesses from many addresses are stopped, and the owner signs in on her own device all the while', async () => {
  const { one: hers, body } = await shop.confirmed();
  await hers.post('/api/auth/sign-out', {});
  shop.address = '10.20.0.1';
  await guess(shop.browser(), body.email);
  await already('password', 100);
  shop.address = '10.20.1.1';
  const stranger = await guess(shop.browser(), body.email, body.password);
  expect(stranger).toMatchObject({ status: 429 });
  expect(Number(stranger.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await guess(hers, body.email, body.password)).status).toBe(200);
});

test('her device has ten tries as well, and they are nobody else’s', async () => {
  const { one: hers, body } = await shop.confirmed();
  const copy = shop.browser();
  for (const [name, value] of hers.jar) copy.jar.set(name, value);
  shop.address = '10.21.0.1';
  expect((await guess(copy, body.email)).status).toBe(401);
  await already('password-device', 10);
  expect((await guess(copy, body.email, body.password)).status).toBe(429);
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
});

test('a device is known for the account that was signed in there, not for another, and cannot be made up', async () => {
  const mallory = await shop.signedIn();
  const { body } = await shop.confirmed();
  const known = mallory.one.jar.get('aso.known_device')!;
  shop.address = '10.22.0.1';
  await guess(shop.browser(), body.email);
  await already('password-here', 10);
  expect((await guess(mallory.one, body.email)).status).toBe(429);
  const [id, , signature] = decodeURIComponent(known).split('.');
  const { accountKey } = await import('./limits.ts');
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

test('one password tried on many accounts from one address is stopped; who was there before is let in', async () => {
  const { one: hers, body } = await shop.confirmed();
  shop.address = '10.23.0.1';
  expect((await guess(shop.browser(), 'first@example.com')).status).toBe(401);
  await already('password-from', 100);
  const next = await guess(shop.browser(), 'second@example.com');
  expect(next).toMatchObject({ status: 429, body: { code: 'TOO_MANY_ATTEMPTS' } });
  expect(next.body.message).toMatch(/^Too many attempts from your network\./);
  expect(Number(next.response.headers.get('retry-after'))).toBeLessThanOrEqual(3600);
  expect((await guess(hers, body.email, body.password)).status).toBe(200);
  shop.address = '10.23.0.2';
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
});

test('when its window is over an account is open again', async () => {
  const { body } = await shop.confirmed();
  await guess(shop.browser(), body.email);
  await already('password-here', 10);
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(429);
  await shop.owner.query(`update limits set window_start = window_start - interval '2 hours'`);
  expect((await guess(shop.browser(), body.email, body.password)).status).toBe(200);
});

test('strangers who type wrong codes do not keep the owner’s own device from hers', async () => {
  const { one: hers, body } = await shop.confirmed();
  await hers.post('/api/auth/sign-out', {});
  await hers.post('/api/auth/request-password-reset', { email: body.email });
  const reset = (who: Browser, otp: string) =>
    who.post('/api/auth/email-otp/reset-password', { email: body.email, otp, password: 'another-one' });
  for (let n = 0; n < 10; n++) {
    shop.address = `10.24.0.${n}`;
    await reset(shop.browser(), 'xxxxxx');
  }
  const blocked = await reset(shop.browser(), 'xxxxxx');
  expect(blocked.status).toBe(429);
  expect(Number(blocked.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await reset(hers, codeIn(shop.letters.at(-1)))).status).not.toBe(429);
});

test('one address sends so many letters in an hour, to whomever', async () => {
  shop.address = '10.25.0.1';
  expect((await shop.browser().post('/api/auth/sign-up/email', shop.person())).status).toBe(200);
  await already('letter-from', 200);
  const next = await shop
    .browser()
    .post('/api/auth/sign-up/email', shop.person({ email: 'other@example.com' }));
  expect(next).toMatchObject({ status: 429 });
  expect(Number(next.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await shop.profilesOf('other@example.com')).toEqual([]);
});

test('an address that asks too often hears how many seconds are left', async () => {
  shop.address = '10.26.0.1';
  await shop.owner.query(
    `insert into limits select 'auth:visit:/sign-in/email:10.26.0.1', to_timestamp(floor(extract(epoch from now()) / 60) * 60 + w), 120
     from unnest(array[0, 60]) w`,
  );
  const refused = await guess(shop.browser(), shop.fresh());
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY' } });
  expect(Number(refused.response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect(refused.body.message).toMatch(/^Too many requests\. Please try again in (a second|\d+ seconds)\.$/);
});

test('the cookie of a known device is the shop’s alone: signed, not for scripts, and it opens nothing', async () => {
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
