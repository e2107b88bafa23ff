import { expect, test } from 'vitest';
import { errors } from '#platform/rpc/test-errors.ts';
import { changePassword } from '../own-account.service.ts';
import { codeIn, linkIn, testAuth } from './test-auth.ts';

const shop = testAuth();
type Browser = ReturnType<typeof shop.browser>;

/** Requests an email; returns the token of its link and its code. */
async function requestReset(one: Browser, email: string) {
  await shop.aMinuteLater();
  expect((await one.post('/api/auth/request-password-reset', { email })).status).toBe(200);
  const message = shop.emails.at(-1);
  return { token: new URL(linkIn(message)).searchParams.get('reset')!, code: codeIn(message) };
}
const byLink = (one: Browser, token: string, newPassword = 'another-one') =>
  one.post('/api/auth/reset-password', { token, newPassword });
const byCode = (one: Browser, email: string, otp: string, password = 'another-one') =>
  one.post('/api/auth/email-otp/reset-password', { email, otp, password });
const nameOf = (one: Browser, token: unknown) => one.post('/api/auth/reset-password/account', { token });

test('using the link of an email invalidates the code, and the other way round', async () => {
  const { one, email } = await shop.signedIn();
  const first = await requestReset(one, email);
  expect((await byLink(one, first.token)).status).toBe(200);
  expect((await byCode(one, email, first.code, 'stolen-one')).status).toBe(400);
  const second = await requestReset(one, email);
  expect((await byCode(one, email, second.code)).status).toBe(200);
  expect((await byLink(one, second.token, 'stolen-one')).status).toBe(400);
});

test('CALLS-10 when the email of a new password cannot be queued nothing has changed, and the link stays valid', async () => {
  const { one, email, id } = await shop.signedIn();
  const { token, code } = await requestReset(one, email);
  shop.mailFails = true;
  expect((await byLink(shop.browser(), token)).status).toBe(500);
  expect((await byCode(shop.browser(), email, code)).status).toBe(500);
  shop.mailFails = false;
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ userId: id });
  expect((await shop.browser().post('/api/auth/sign-in/email', { email, password: 'secret1' })).status).toBe(
    200,
  );
  expect((await byLink(shop.browser(), token)).status).toBe(200);
  expect(await shop.auth.callerOf(one.headers())).toBeNull();
});

test('CALLS-10 of two requests with one link at once one sets its password', async () => {
  const { one, email } = await shop.signedIn();
  const { token } = await requestReset(one, email);
  const passwords = ['first-one', 'second-one'];
  const answers = await Promise.all(passwords.map((password) => byLink(shop.browser(), token, password)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  const winner = passwords[answers.findIndex(({ status }) => status === 200)];
  expect((await one.post('/api/auth/sign-in/email', { email, password: winner })).status).toBe(200);
});

test('a newer email invalidates link and code of every older one', async () => {
  const { one, email } = await shop.signedIn();
  const older = [await requestReset(one, email), await requestReset(one, email)];
  const newest = await requestReset(one, email);
  for (const { token, code } of older) {
    expect((await byLink(one, token)).status).toBe(400);
    if (code !== newest.code) expect((await byCode(one, email, code)).status).toBe(400);
  }
  expect((await byLink(one, newest.token)).status).toBe(200);
});

test('of two concurrent emails the last one that was sent is valid', async () => {
  const { one, email } = await shop.signedIn();
  const at = shop.emails.length;
  await Promise.all(
    ['203.1.113.1', '203.2.113.1'].map((address) => {
      shop.ipAddress = address;
      return one.post('/api/auth/request-password-reset', { email });
    }),
  );
  const tokens = shop.emails.slice(at).map((message) => new URL(linkIn(message)).searchParams.get('reset')!);
  expect(tokens.length).toBeGreaterThan(0);
  const known = await Promise.all(tokens.map((token) => nameOf(one, token)));
  expect(known.at(-1)?.body).toEqual({ email });
  expect(known.slice(0, -1).filter(({ body }) => body.email)).toEqual([]);
});

test('changing the password while signed in invalidates links and codes sent before', async () => {
  const { one, email, id } = await shop.signedIn();
  const { token, code } = await requestReset(one, email);
  const session = await shop.auth.sessionOf(one.headers());
  await shop.reauthenticate(one);
  await changePassword(
    { ...shop.own, errors },
    { ...session!, ipAddress: '', userAgent: null },
    'another-one',
  );
  expect(session?.userId).toBe(id);
  expect((await byLink(one, token)).status).toBe(400);
  expect((await byCode(one, email, code)).status).toBe(400);
});

test('the link reveals the account to its holder while it is valid, and to nobody else', async () => {
  const { one, email } = await shop.signedIn();
  const { token } = await requestReset(one, email);
  expect(await nameOf(shop.browser(), token)).toMatchObject({ status: 200, body: { email } });
  for (const wrong of ['x', `${token}x`, token.slice(1), email]) {
    expect(await nameOf(shop.browser(), wrong)).toMatchObject({ status: 200, body: { email: null } });
  }
  for (const wrong of ['', 7, null, 'y'.repeat(200)]) {
    expect((await nameOf(shop.browser(), wrong)).status).toBe(400);
  }
  expect((await byLink(one, token)).status).toBe(200);
  expect(await nameOf(shop.browser(), token)).toMatchObject({ status: 200, body: { email: null } });
});
