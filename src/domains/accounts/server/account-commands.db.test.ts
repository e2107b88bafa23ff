import { expect, test } from 'vitest';
import { createAccount, endSessions, turnSecondFactorOff } from './account-commands.ts';
import { testAuth } from './sign-in/test-auth.ts';

const auths = testAuth();
const BY_COMMAND = 'On the server, with npm run user';

const eventsOf = async (email: string) =>
  (
    await auths.owner.query(
      `select e.kind, e.detail ->> 'reason' as reason from account_events e join profiles p on p.id = e.user_id
       where p.email = $1 order by e.created_at`,
      [email],
    )
  ).rows;

test('OPEN-41 the link of an account created on the server works once and is recorded', async () => {
  const ada = { email: 'Ada@Shop.test', name: 'Ada N. Obi', role: 'super_admin' } as const;
  const token = await createAccount(auths.url, ada);
  expect(token).toMatch(/^[\w-]{32}$/);
  expect(await createAccount(auths.url, { ...ada, role: 'user' })).toBeNull();
  const { rows } = await auths.owner.query(
    `select email, first_name, last_name, role, email_verified from profiles where email = 'ada@shop.test'`,
  );
  expect(rows).toEqual([
    {
      email: 'ada@shop.test',
      first_name: 'Ada',
      last_name: 'N. Obi',
      role: 'super_admin',
      email_verified: false,
    },
  ]);

  const browser = auths.browser();
  const password = 'a long password of theirs';
  const reset = (newPassword: string) => browser.post('/api/auth/reset-password', { token, newPassword });
  expect((await reset('short1')).status).toBe(400);
  expect((await reset(password)).status).toBe(200);
  expect((await reset('another long password')).status).toBe(400);
  expect((await browser.post('/api/auth/sign-in/email', { email: 'ada@shop.test', password })).status).toBe(
    200,
  );
  expect((await eventsOf('ada@shop.test'))[0]).toEqual({ kind: 'registered', reason: BY_COMMAND });
});

test('two-factor sign-in is turned off on the server for a user who lost it, and recorded', async () => {
  const { id, email } = await auths.signedIn();
  await auths.owner.query(
    `insert into two_factors (user_id, secret, verified, last_step, backup_salt) values ($1, 'x', true, 1, 's')`,
    [id],
  );
  await auths.owner.query('update profiles set two_factor_enabled = true where id = $1', [id]);
  expect(await turnSecondFactorOff(auths.url, email.toUpperCase())).toBe(true);
  expect(await turnSecondFactorOff(auths.url, email)).toBe(false);
  expect(await turnSecondFactorOff(auths.url, 'nobody@shop.test')).toBeNull();
  const { rows } = await auths.owner.query(
    `select two_factor_enabled as flag, exists (select from two_factors where user_id = $1) as app from profiles where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ flag: false, app: false }]);
  expect(await eventsOf(email)).toContainEqual({ kind: 'two_step_off', reason: BY_COMMAND });
});

test('a command ends all sessions of a user, and is recorded', async () => {
  const { one, email } = await auths.signedIn();
  expect(await auths.auth.callerOf(one.headers())).not.toBeNull();
  expect(await endSessions(auths.url, email)).toBe(1);
  expect(await auths.auth.callerOf(one.headers())).toBeNull();
  expect(await endSessions(auths.url, email)).toBe(0);
  expect((await eventsOf(email)).filter(({ kind }) => kind === 'sessions_ended')).toEqual([
    { kind: 'sessions_ended', reason: BY_COMMAND },
  ]);
});
