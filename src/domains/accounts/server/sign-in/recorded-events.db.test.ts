import { expect, test } from 'vitest';
import { pathsWithoutAuditEvent } from '#platform/auth/audit/audit-log.ts';
import { createLog } from '#platform/log.ts';
import { SIGN_IN_OPERATIONS } from '../../sign-in.contract.ts';
import { createAccountAuth } from '../account-rules.ts';
import { codeIn, linkIn, ORIGIN, testAuth } from './test-auth.ts';

// Everything that the configuration can enable is on.
const shop = testAuth(() => ({
  sendText: async () => {},
  providers: [{ id: 'house', name: 'House', issuer: 'http://127.0.0.1:9', clientId: 'x', clientSecret: 'x' }],
}));

/** The audit log of this test's IP address, oldest first. */
async function recordedEvents() {
  const { rows } = await shop.owner.query(
    `select kind, matter, user_id, subject, user_agent, detail from account_events
     where ip_address = $1 order by created_at, id`,
    [shop.ipAddress],
  );
  return rows as {
    kind: string;
    matter: string;
    user_id: string | null;
    subject: string;
    user_agent: string | null;
    detail: Record<string, string>;
  }[];
}
const kinds = async () => (await recordedEvents()).map(({ kind }) => kind);

test('the audit log knows every open endpoint', () => {
  expect(SIGN_IN_OPERATIONS.size).toBeGreaterThan(30);
  expect(pathsWithoutAuditEvent(SIGN_IN_OPERATIONS.keys())).toEqual([]);
});

test('a registration, its confirmation, a sign-in and a sign-out are recorded with the user', async () => {
  const { one, body } = await shop.confirmed();
  const [{ id }] = await shop.profilesOf(body.email);
  await one.post('/api/auth/sign-out', {});
  await one.post('/api/auth/sign-in/email', body, { 'user-agent': 'Firefox on a phone' });
  expect(await recordedEvents()).toMatchObject([
    { kind: 'registered', matter: 'account', user_id: id, subject: body.email },
    { kind: 'confirmed', matter: 'account', user_id: id, detail: { sign_in_method: 'confirmation' } },
    { kind: 'signed_out', matter: 'sign_in', user_id: id, subject: '', detail: {} },
    {
      kind: 'signed_in',
      matter: 'sign_in',
      user_id: id,
      subject: '',
      detail: { sign_in_method: 'password' },
    },
  ]);
});

test('a failure is recorded with the input, sanitized and truncated, and with the account it concerns', async () => {
  const { id, email } = await shop.signedIn();
  await shop.owner.query('delete from account_events');
  const stranger = shop.browser();
  const browser = { 'user-agent': `A\tbrowser ${'x'.repeat(500)}` };
  await stranger.post('/api/auth/sign-in/email', { email: email.toUpperCase(), password: 'not it' }, browser);
  await stranger.post('/api/auth/sign-in/email', {
    email: `${'y'.repeat(300)}@nowhere.example`,
    password: 'not it',
  });
  await stranger.post('/api/auth/sign-in/email', {
    email: 'no\r\nheader: x@nowhere.example',
    password: 'not it',
  });
  const found = await recordedEvents();
  expect(found[0]).toMatchObject({
    kind: 'sign_in_failed',
    matter: 'failure',
    user_id: id,
    subject: email,
    detail: { reason: 'INVALID_EMAIL_OR_PASSWORD' },
  });
  expect(found[0]?.user_agent).toMatch(/^A browser x{390,}$/);
  expect(found[0]?.user_agent).toHaveLength(400);
  expect(found[1]).toMatchObject({ user_id: null, subject: 'y'.repeat(254) });
  for (const { subject } of found) expect(subject).not.toMatch(/\p{Cc}/u);
  // The typed password is never recorded.
  expect(JSON.stringify(found)).not.toContain('not it');
});

test('a reached limit is recorded once an hour, and endless failures up to a bound', async () => {
  const { body } = await shop.confirmed();
  const wrong = { ...body, password: 'wrong-one' };
  const wrongly = () => shop.browser().post('/api/auth/sign-in/email', wrong);
  await wrongly();
  await shop.owner.query(`update limits set hits = 10 where key like 'auth:password-here:%'`);
  for (const status of [429, 429]) expect((await wrongly()).status).toBe(status);
  expect((await kinds()).slice(-2)).toEqual(['sign_in_failed', 'limit_hit']);
  await shop.owner.query(`update limits set hits = 198 where key = 'audit-log:' || $1`, [shop.ipAddress]);
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    await shop.browser().post('/api/auth/sign-in/email', { email: `${name}@nowhere.example`, password: 'x' });
  }
  expect((await kinds()).slice(-3)).toEqual(['sign_in_failed', 'sign_in_failed', 'flood']);
  // Successful sign-ins are recorded nevertheless.
  shop.ipAddress = `10.99.${shop.ipAddress.split('.')[3]}.1`;
  await shop.browser().post('/api/auth/sign-in/email', body);
  expect(await kinds()).toEqual(['signed_in']);
});

test('CALLS-10 a forgotten password is recorded when it is requested and when it is set, by link and by code', async () => {
  const { body } = await shop.confirmed();
  const [{ id }] = await shop.profilesOf(body.email);
  await shop.owner.query('delete from account_events');
  const requestReset = async () => {
    await shop.owner.query('truncate limits');
    await shop.browser().post('/api/auth/request-password-reset', { email: body.email });
    return shop.emails.at(-1);
  };
  const token = new URL(linkIn(await requestReset())).searchParams.get('reset');
  const wrong = shop.browser();
  await wrong.post('/api/auth/reset-password', { token: 'x'.repeat(24), newPassword: 'another1' });
  await wrong.post('/api/auth/reset-password', { token, newPassword: 'another1' });
  const otp = codeIn(await requestReset());
  await wrong.post('/api/auth/email-otp/reset-password', { email: body.email, otp, password: 'another2' });
  expect((await recordedEvents()).map(({ kind, user_id }) => [kind, user_id])).toEqual([
    ['recovery_asked', id],
    ['recovery_failed', null],
    ['password_recovered', id],
    ['recovery_asked', id],
    ['password_recovered', id],
  ]);
});

test('a wrong reauthentication is recorded for the signed-in user; a missing one is not', async () => {
  const { one, id } = await shop.signedIn();
  await shop.owner.query('delete from account_events');
  await one.get('/api/auth/passkey/generate-register-options');
  await one.post('/api/auth/identity/prove', { password: 'not it' });
  expect(await recordedEvents()).toMatchObject([
    { kind: 'proof_failed', user_id: id, subject: '', detail: { reason: 'WRONG_PASSWORD' } },
  ]);
});

test('a failing audit log blocks no sign-in, and is an error in the log', async () => {
  shop.worksOnPasswords = true;
  const { body } = await shop.confirmed();
  const logged: unknown[] = [];
  const log = createLog('fatal');
  const auth = createAccountAuth({
    authDb: shop.database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log: Object.assign(Object.create(log), { error: (...args: unknown[]) => logged.push(args[1]) }),
    clientIpAddress: () => '10.9.0.1',
  });
  await shop.owner.query('alter table account_events rename to away');
  try {
    const answer = await auth.handler(
      new Request(`${ORIGIN}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: ORIGIN },
        body: JSON.stringify({ email: body.email, password: body.password }),
      }),
    );
    expect(answer.status).toBe(200);
    expect(logged).toEqual(['the audit log could not be written']);
  } finally {
    await shop.owner.query('alter table away rename to account_events');
  }
});
