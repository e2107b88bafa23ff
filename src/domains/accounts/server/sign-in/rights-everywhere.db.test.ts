import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { createLog } from '#platform/log.ts';
import { urlsAt } from '#platform/postgres/test-database.ts';
import { createRealtime } from '#platform/realtime/realtime.ts';
import { createAccountAuth } from '../account-rules.ts';
import { ORIGIN, testAuth } from './test-auth.ts';

const shop = testAuth();
const log = createLog('silent');
/** Another process of the same shop: pools and connections of its own to the same database. */
let other: { database: Database; auth: Auth };

beforeAll(async () => {
  const database = await openDatabase(urlsAt(shop.url));
  const auth = createAccountAuth({
    authDb: database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log,
    clientIpAddress: () => '10.8.0.1',
  });
  other = { database, auth };
});
afterAll(() => other.database.close());

/** A signed-in user, as each process sees them now. */
async function signedInUser() {
  // Long enough for staff.
  const { one, id, email, password } = await shop.signedIn({ password: 'a-rather-long-one' });
  const rolesNow = async () => {
    const callers = await Promise.all([shop.auth, other.auth].map((auth) => auth.callerOf(one.headers())));
    return callers.map((caller) => caller?.role ?? null);
  };
  const bySuper = async (statement: string) => {
    const { id: owner } = await shop.signedIn();
    await shop.owner.query(`update profiles set role = 'super_admin' where id = $1`, [owner]);
    await shop.database.asCaller({ userId: owner, role: 'super_admin' }, (tx) =>
      tx.execute(`update profiles set ${statement} where id = '${id}'`),
    );
  };
  return { one, id, email, password, rolesNow, bySuper };
}

test('a role and a ban apply at the next request of every process', async () => {
  const { one, email, password, rolesNow, bySuper } = await signedInUser();
  expect(await rolesNow()).toEqual(['user', 'user']);
  await bySuper(`role = 'admin'`);
  expect(await rolesNow()).toEqual(['admin', 'admin']);
  await bySuper('banned = true');
  expect(await rolesNow()).toEqual([null, null]);
  // Sign-in itself refuses the session as well.
  expect((await one.post('/api/auth/identity/prove', { password })).status).toBe(401);
  expect(await (await one.get('/api/auth/get-session')).json()).toBeNull();
  const again = await shop.browser().post('/api/auth/sign-in/email', { email, password });
  expect(again).toMatchObject({
    status: 403,
    body: { code: 'BANNED', message: 'This account is closed. Please write to us.' },
  });
  // After the ban they sign in again: the old session is not restored.
  await bySuper('banned = false');
  expect(await rolesNow()).toEqual([null, null]);
  expect((await one.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  expect(await rolesNow()).toEqual(['admin', 'admin']);
});

test('a banned user receives no more events, in any process', async () => {
  const { one, bySuper } = await signedInUser();
  const caller = await other.auth.callerOf(one.headers());
  const changes = createChanges({ url: shop.url, log });
  await changes.ready;
  const realtime = createRealtime({ changes, log, ownersOf: async () => new Map() });
  try {
    realtime.stream(new Request(`${ORIGIN}/api/events`), {
      caller,
      ipAddress: '10.8.0.2',
      topics: ['orders'],
    });
    expect(realtime.streams).toBe(1);
    await bySuper('banned = true');
    await expect.poll(() => realtime.streams).toBe(0);
  } finally {
    realtime.close();
    await changes.close();
  }
});
