import { createRouterClient } from '@orpc/server';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { testBrowser } from '#platform/auth/test-browser.ts';
import { createLog } from '#platform/log.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { DELETE_WORDS } from '../security.contract.ts';
import { createAccountAuth } from './account-rules.ts';
import { securityRouter } from './router.ts';
import { codeIn, ORIGIN, testAuth } from './sign-in/test-auth.ts';

const shop = testAuth();
const { browser } = shop;
type Browser = ReturnType<typeof testBrowser>;

let router: ReturnType<typeof securityRouter>;
beforeAll(() => {
  router = securityRouter(shop.own);
});

/** The operations as the page in this browser calls them. */
function pageIn(one: Browser, userAgent = 'Mozilla/5.0 (Linux; Android 14) Chrome/130 Mobile') {
  const headers = one.headers();
  headers.set('user-agent', userAgent);
  return createRouterClient(router, {
    context: testContext(null, {
      ipAddress: shop.ipAddress,
      headers,
      findCaller: () => shop.auth.callerOf(headers),
    }),
  });
}

const rowsOf = async (sql: string, values: unknown[]) => (await shop.owner.query(sql, values)).rows;
const signIn = async (email: string, password: string, one = browser()) => {
  const { status, body } = await one.post('/api/auth/sign-in/email', { email, password });
  return { one, status, body };
};
const emailTo = (address: string) => shop.emails.filter(({ to }) => to === address);
const addressLinkIn = (text = '') => new URL(/http:\/\/\S+address=\S+/.exec(text)?.[0] ?? ORIGIN);
const kindsOf = async (userId: string) =>
  (await rowsOf('select kind from account_events where user_id = $1 order by created_at', [userId])).map(
    ({ kind }) => kind,
  );

/** A row of an order, as sent, with an item and its history. */
async function order(userId: string, status: string) {
  const [id, number] = [uuidv7(), String(10_000 + Math.floor(Math.random() * 1e7))];
  await shop.owner.query(
    `insert into orders (id, order_number, whatsapp_link, status, user_id, customer_name, customer_email, customer_phone, idempotency_key, body_hash)
     values ($1, $2, 'https://wa.me/1?text=x', $3, $4, 'Ada Obi', 'ada@example.com', '+2348012345678', $1, 'x')`,
    [id, number, status, userId],
  );
  await shop.owner.query(
    `insert into order_items (id, order_id, position, product_id, product_name, product_price, list_price, product_image, note)
     values ($1, $1, 0, $1, 'Agbada', 100, 100, '/uploads/placeholder.jpg', 'chest 102 cm')`,
    [id],
  );
  await shop.owner.query(
    `insert into order_events (id, order_id, kind, detail, actor_id, actor_name) values
       (gen_random_uuid(), $1, 'submitted', '{}', $2, 'Ada Obi'),
       (gen_random_uuid(), $1, 'note', '{"item": "Agbada", "before": "chest 100 cm", "after": "chest 102 cm"}', null, 'Bisi')`,
    [id, userId],
  );
  return id;
}

test('the sessions of a user: each browser with device, IP address and sign-in method, the current one marked', async () => {
  const { one, email, id } = await shop.signedIn();
  const phone = browser();
  await phone.post(
    '/api/auth/sign-in/email',
    { email, password: 'secret1' },
    { 'user-agent': 'Firefox/132.0' },
  );
  const list = await pageIn(one).listSessions();
  expect(list).toHaveLength(2);
  expect(list.find(({ isCurrent }) => isCurrent)).toMatchObject({
    signInMethod: 'password',
    secondFactor: null,
  });
  expect(list.find(({ isCurrent }) => !isCurrent)).toMatchObject({
    signInMethod: 'password',
    userAgent: 'Firefox/132.0',
    ipAddress: shop.ipAddress,
  });
  expect(JSON.stringify(list)).not.toContain(one.jar.get('aso.session_token')?.split('.')[0]);
  expect(await pageIn(one).signInMethods()).toMatchObject({
    email,
    hasPassword: true,
    twoFactor: false,
    count: 1,
  });
  expect(id).not.toBe('');
});

test('a session that is signed out elsewhere is refused at once, in every process', async () => {
  const { one, email, id } = await shop.signedIn();
  const other = (await signIn(email, 'secret1')).one;
  const otherProcess = createAccountAuth({
    authDb: shop.database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: async () => {},
    log: createLog('fatal'),
    clientIpAddress: () => '',
  });
  expect(await otherProcess.callerOf(other.headers())).toMatchObject({ userId: id });
  const [otherSession] = (await pageIn(one).listSessions()).filter(({ isCurrent }) => !isCurrent);
  await pageIn(one).endSession({ id: otherSession!.id });
  for (const process of [shop.auth, otherProcess]) {
    expect(await process.callerOf(other.headers())).toBeNull();
    expect(await process.callerOf(one.headers())).toMatchObject({ userId: id });
  }
  await expect(pageIn(other).listSessions()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  // A second request gives the same answer.
  expect(await pageIn(one).endSession({ id: otherSession!.id })).toEqual({});
  expect(await kindsOf(id)).toContain('session_ended');
});

test('nobody can sign out another user’s browser', async () => {
  const [ada, bola] = [await shop.signedIn(), await shop.signedIn()];
  const [hers] = await pageIn(bola.one).listSessions();
  expect(await pageIn(ada.one).endSession({ id: hers!.id })).toEqual({});
  expect(await shop.auth.callerOf(bola.one.headers())).toMatchObject({ userId: bola.id });
  expect(await pageIn(ada.one).endOtherSessions()).toEqual({ ended: 0 });
  expect(await shop.auth.callerOf(bola.one.headers())).toMatchObject({ userId: bola.id });
});

test('all other sessions are signed out, this one stays', async () => {
  const { one, email } = await shop.signedIn();
  const others = [(await signIn(email, 'secret1')).one, (await signIn(email, 'secret1')).one];
  expect(await pageIn(one).endOtherSessions()).toEqual({ ended: 2 });
  for (const other of others) expect(await shop.auth.callerOf(other.headers())).toBeNull();
  expect(await shop.auth.callerOf(one.headers())).not.toBeNull();
});

test('the use of a session is recorded, five minutes apart', async () => {
  const { one, id } = await shop.signedIn();
  const seen = async () =>
    (
      await rowsOf(
        "select last_seen_at > now() - interval '1 minute' as now from sessions where user_id = $1",
        [id],
      )
    )[0].now;
  const age = (minutes: number) =>
    shop.owner.query(
      `update sessions set last_seen_at = now() - make_interval(mins => $2) where user_id = $1`,
      [id, minutes],
    );
  await age(4);
  await shop.auth.callerOf(one.headers());
  await age(6);
  await shop.auth.callerOf(one.headers());
  await expect.poll(seen).toBe(true);
  await age(4);
  await shop.auth.callerOf(one.headers());
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await seen()).toBe(false);
});

test('a new password requires reauthentication; all other sessions end, remembered devices are forgotten, an email reports it', async () => {
  const { one, email, id } = await shop.signedIn();
  const other = (await signIn(email, 'secret1')).one;
  await expect(pageIn(one).changePassword({ password: 'another1' })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  await browser().post('/api/auth/request-password-reset', { email });
  await shop.owner.query(
    `insert into verifications (id, identifier, value, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
    [`two-step-device-${id}-x`, id],
  );
  shop.emails = [];
  await shop.reauthenticate(one);
  await pageIn(one).changePassword({ password: 'another1' });
  expect(await shop.auth.callerOf(other.headers())).toBeNull();
  expect(await shop.auth.callerOf(one.headers())).not.toBeNull();
  expect(await rowsOf('select identifier from verifications where value = $1', [id])).toEqual([]);
  expect(emailTo(email)).toMatchObject([{ subject: 'Your password at Aso House was changed' }]);
  expect((await signIn(email, 'secret1')).status).toBe(401);
  expect((await signIn(email, 'another1')).status).toBe(200);
  // One reauthentication, one action.
  await expect(pageIn(one).changePassword({ password: 'another2' })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  expect(await kindsOf(id)).toContain('password_changed');
});

test('a user without a password sets one after reauthentication by code', async () => {
  const { one, email, id } = await shop.signedIn();
  await shop.owner.query('delete from accounts where user_id = $1', [id]);
  expect(await pageIn(one).signInMethods()).toMatchObject({ hasPassword: false, count: 0 });
  await one.post('/api/auth/identity/send-code', {});
  await one.post('/api/auth/identity/prove', { code: codeIn(shop.emails.at(-1)) });
  await pageIn(one).changePassword({ password: 'first-one' });
  expect((await signIn(email, 'first-one')).status).toBe(200);
  expect(await kindsOf(id)).toContain('password_set');
});

test.each(['12345', 'x'.repeat(129)])(
  'a password of %j is refused before reauthentication',
  async (password) => {
    const { one } = await shop.signedIn();
    await expect(pageIn(one).changePassword({ password })).rejects.toMatchObject({ code: 'BAD_INPUT' });
  },
);

test.each(['admin', 'super_admin'])(
  'an %s needs twelve characters: to sign in, to change, to reset',
  async (role) => {
    const { one, email, id } = await shop.signedIn();
    await shop.owner.query('update profiles set role = $2 where id = $1', [id, role]);
    await shop.reauthenticate(one);
    await expect(pageIn(one).changePassword({ password: 'elevenchars' })).rejects.toMatchObject({
      code: 'ADMIN_PASSWORD',
      message: 'Admins need a password of at least 12 characters.',
    });
    const refused = await signIn(email, 'secret1');
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'ADMIN_PASSWORD', message: 'Admins need a password of at least 12 characters.' },
    });
    expect(refused.one.jar.has('aso.session_token')).toBe(false);
    expect(refused.one.jar.has('aso_signed_in')).toBe(false);
    expect(await rowsOf('select id from sessions where user_id = $1', [id])).toHaveLength(1);
    // The answer to a wrong one does not reveal the role.
    expect(await signIn(email, 'wrong-one')).toMatchObject({ status: 401 });

    await browser().post('/api/auth/request-password-reset', { email });
    const message = shop.emails.at(-1);
    const token = new URL(/http:\/\/\S+/.exec(message?.text ?? '')![0]).searchParams.get('reset');
    const byLink = (newPassword: string) =>
      browser().post('/api/auth/reset-password', { token, newPassword });
    const byCode = (password: string, otp: string) =>
      browser().post('/api/auth/email-otp/reset-password', { email, otp, password });
    const wrong = codeIn(message) === '000000' ? '000001' : '000000';
    expect(await byCode('elevenchars', wrong)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
    // A correct code is not counted as a wrong one.
    for (let n = 0; n < 6; n++) {
      const answer = await byCode('elevenchars', codeIn(message));
      expect(answer).toMatchObject({ body: { code: 'ADMIN_PASSWORD' } });
    }
    expect(await byLink('elevenchars')).toMatchObject({ status: 400, body: { code: 'ADMIN_PASSWORD' } });
    // Neither was consumed.
    expect((await byLink('twelve-chars')).status).toBe(200);
    expect((await signIn(email, 'twelve-chars')).status).toBe(200);
  },
);

test('wrong codes of a reauthentication are limited, without mention of a link that its email does not have', async () => {
  const { one } = await shop.signedIn();
  expect((await one.post('/api/auth/identity/send-code', {})).status).toBe(200);
  const prove = () => one.post('/api/auth/identity/prove', { code: '000000' });
  for (let n = 0; n < 10; n++) expect(await prove()).toMatchObject({ body: { code: 'INVALID_OTP' } });
  expect(await prove()).toMatchObject({
    status: 429,
    body: {
      message: expect.stringMatching(/^Too many attempts for this account\. Please try again in [^,]+\.$/),
    },
  });
});

test('a forgotten password: an email reports the change, a link opened twice is refused', async () => {
  const { email, id } = await shop.signedIn();
  await browser().post('/api/auth/request-password-reset', { email });
  const token = new URL(/http:\/\/\S+/.exec(shop.emails.at(-1)?.text ?? '')![0]).searchParams.get('reset');
  await shop.owner.query(
    `insert into verifications (id, identifier, value, expires_at) values (gen_random_uuid(), $1, $2, now() + interval '1 day')`,
    [`two-step-device-${id}-y`, id],
  );
  shop.emails = [];
  const reset = () => browser().post('/api/auth/reset-password', { token, newPassword: 'another1' });
  expect((await reset()).status).toBe(200);
  expect(emailTo(email)).toMatchObject([{ subject: 'Your password at Aso House was changed' }]);
  expect(await rowsOf('select identifier from verifications where value = $1', [id])).toEqual([]);
  expect(await reset()).toMatchObject({ status: 400, body: { code: 'INVALID_TOKEN' } });
});

test('a new email: reauthentication, an email to the new one, notices to the old one, other sessions end', async () => {
  const { one, email, id } = await shop.signedIn();
  const other = (await signIn(email, 'secret1')).one;
  const next = `new-${shop.fresh()}`;
  await expect(pageIn(one).requestEmailChange({ email: next })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  shop.emails = [];
  await shop.reauthenticate(one);
  await pageIn(one).requestEmailChange({ email: ` ${next.toUpperCase()} ` });
  expect(emailTo(email)).toMatchObject([{ subject: 'A new email for your Aso House account?' }]);
  const code = codeIn(emailTo(next)[0]);
  const wrong = code === '000000' ? '000001' : '000000';
  await expect(pageIn(one).confirmEmailChange({ code: wrong })).rejects.toMatchObject({ code: 'WRONG_CODE' });
  expect((await rowsOf('select email from profiles where id = $1', [id]))[0]).toEqual({ email });
  expect(await pageIn(one).confirmEmailChange({ code })).toEqual({ email: next });
  expect(emailTo(email)[1]).toMatchObject({ subject: 'Your Aso House account has a new email' });
  expect(await shop.auth.callerOf(other.headers())).toBeNull();
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ userId: id });
  expect((await signIn(email, 'secret1')).status).toBe(401);
  expect((await signIn(next, 'secret1')).status).toBe(200);
  await expect(pageIn(one).confirmEmailChange({ code })).resolves.toEqual({ email: next });
  expect(await kindsOf(id)).toEqual(expect.arrayContaining(['email_change_asked', 'email_changed']));
});

test('the link for a new email works for the account that requested it, also twice, and then expires', async () => {
  const [ada, bola] = [await shop.signedIn(), await shop.signedIn()];
  const next = `new-${shop.fresh()}`;
  await shop.reauthenticate(ada.one);
  await pageIn(ada.one).requestEmailChange({ email: next });
  const token = addressLinkIn(emailTo(next)[0]?.text).searchParams.get('address') ?? '';
  await expect(pageIn(bola.one).confirmEmailChange({ token })).rejects.toMatchObject({
    code: 'LINK_WRONG_ACCOUNT',
  });
  await expect(pageIn(browser()).confirmEmailChange({ token })).rejects.toMatchObject({
    code: 'SIGN_IN_REQUIRED',
  });
  await expect(
    pageIn(bola.one).confirmEmailChange({ token: token.replace(ada.id, bola.id) }),
  ).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  // On another device, where the user is signed in as well.
  const phone = (await signIn(ada.email, 'secret1')).one;
  expect(await pageIn(phone).confirmEmailChange({ token })).toEqual({ email: next });
  expect(await pageIn(phone).confirmEmailChange({ token })).toEqual({ email: next });

  const third = `third-${shop.fresh()}`;
  await shop.reauthenticate(phone);
  await pageIn(phone).requestEmailChange({ email: third });
  const late = addressLinkIn(emailTo(third)[0]?.text).searchParams.get('address') ?? '';
  await expect(pageIn(phone).confirmEmailChange({ token })).rejects.toMatchObject({ code: 'LINK_EXPIRED' });
  await shop.owner.query(`update verifications set expires_at = now() where identifier = $1`, [
    `address-change-${ada.id}`,
  ]);
  await expect(pageIn(phone).confirmEmailChange({ token: late })).rejects.toMatchObject({
    code: 'LINK_EXPIRED',
  });
});

test('a used email gets the same answer as a free one; its owner is notified, and nothing changes', async () => {
  const [ada, bola] = [await shop.signedIn(), await shop.signedIn()];
  shop.emails = [];
  await shop.reauthenticate(ada.one);
  expect(await pageIn(ada.one).requestEmailChange({ email: bola.email })).toEqual({});
  expect(emailTo(bola.email)).toMatchObject([{ subject: 'You already have an account at Aso House' }]);
  expect(codeIn(emailTo(bola.email)[0])).toBe('');
  expect(emailTo(ada.email)).toMatchObject([{ subject: 'A new email for your Aso House account?' }]);
  await expect(pageIn(ada.one).confirmEmailChange({ code: '123456' })).rejects.toMatchObject({
    code: 'WRONG_CODE',
  });
});

test('an email that was registered in the meantime is not taken from its owner; an unconfirmed one is', async () => {
  const ada = await shop.signedIn();
  const next = `wanted-${shop.fresh()}`;
  await shop.reauthenticate(ada.one);
  await pageIn(ada.one).requestEmailChange({ email: next });
  const code = codeIn(emailTo(next)[0]);
  const planted = browser();
  await planted.post('/api/auth/sign-up/email', shop.registration({ email: next }));
  expect(await shop.profilesOf(next)).toHaveLength(1);
  expect(await pageIn(ada.one).confirmEmailChange({ code })).toEqual({ email: next });
  expect(await shop.profilesOf(next)).toMatchObject([{ id: ada.id }]);

  const third = `third-${shop.fresh()}`;
  await shop.reauthenticate(ada.one);
  await pageIn(ada.one).requestEmailChange({ email: third });
  const late = codeIn(emailTo(third)[0]);
  await shop.signedIn({ email: third });
  await expect(pageIn(ada.one).confirmEmailChange({ code: late })).rejects.toMatchObject({
    code: 'CONFLICT',
  });
  expect(await shop.profilesOf(next)).toHaveLength(1);
});

test.each([
  'ада@example.com',
  'a\u212Aa@example.com',
  'ada@exаmple.com',
  'ａda@example.com',
  'ada@example.com\r\nBcc: all@example.com',
  'ada',
  `${'a'.repeat(250)}@example.com`,
])('a lookalike email is invalid: %j', async (email) => {
  const { one } = await shop.signedIn();
  await shop.reauthenticate(one);
  await expect(pageIn(one).requestEmailChange({ email })).rejects.toMatchObject({ code: 'BAD_INPUT' });
});

test('resetting the password by email cancels the change of the email', async () => {
  const { one, email } = await shop.signedIn();
  const next = `new-${shop.fresh()}`;
  await shop.reauthenticate(one);
  await pageIn(one).requestEmailChange({ email: next });
  const code = codeIn(emailTo(next)[0]);
  await browser().post('/api/auth/request-password-reset', { email });
  await browser().post('/api/auth/email-otp/reset-password', {
    email,
    otp: codeIn(shop.emails.at(-1)),
    password: 'another1',
  });
  const again = (await signIn(email, 'another1')).one;
  await expect(pageIn(again).confirmEmailChange({ code })).rejects.toMatchObject({ code: 'WRONG_CODE' });
});

test('codes for an email are limited to ten attempts an hour', async () => {
  const { one } = await shop.signedIn();
  const attempts = await Promise.allSettled(
    Array.from({ length: 12 }, () => pageIn(one).confirmEmailChange({ code: '123456' })),
  );
  const codes = attempts.map((one) => (one.status === 'rejected' ? one.reason.code : 'none'));
  expect(codes.filter((code) => code === 'RATE_LIMITED')).toHaveLength(2);
});

const confirmation = DELETE_WORDS;

test('a deleted account loses all its sessions; its orders stay without the user', async () => {
  const { one, email, id } = await shop.signedIn();
  const other = (await signIn(email, 'secret1')).one;
  const [open, done] = [await order(id, 'processing'), await order(id, 'completed')];
  await expect(pageIn(one).deleteAccount({ confirmation })).rejects.toMatchObject({
    code: 'REAUTHENTICATION_REQUIRED',
  });
  await expect(pageIn(one).deleteAccount({ confirmation: 'yes' as never })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  shop.emails = [];
  await shop.reauthenticate(one);
  await pageIn(one).deleteAccount({ confirmation });
  for (const closed of [one, other]) expect(await shop.auth.callerOf(closed.headers())).toBeNull();
  expect(await shop.profilesOf(email)).toEqual([]);
  expect(await rowsOf('select id from sessions where user_id = $1', [id])).toEqual([]);
  expect(emailTo(email)).toMatchObject([{ subject: 'Your Aso House account was deleted' }]);
  for (const [order, note, before] of [
    [open, 'chest 102 cm', 'chest 100 cm'],
    [done, null, undefined],
  ]) {
    expect(await rowsOf('select * from orders where id = $1', [order])).toMatchObject([
      {
        user_id: null,
        customer_name: 'Former customer',
        customer_email: '',
        customer_phone: null,
        whatsapp_link: null,
        search: expect.not.stringContaining('ada'),
      },
    ]);
    expect(await rowsOf('select note, product_name from order_items where order_id = $1', [order])).toEqual([
      { note, product_name: 'Agbada' },
    ]);
    const events = await rowsOf('select * from order_events where order_id = $1 order by kind', [order]);
    expect(events).toMatchObject([
      { kind: 'note', actor_name: 'Bisi', detail: before ? { item: 'Agbada', before } : { item: 'Agbada' } },
      { kind: 'submitted', actor_name: 'Former customer', actor_id: null },
    ]);
    expect(events[0].detail.before).toBe(before);
  }
  const left = await rowsOf(
    `select e::text as row from account_events e where e::text ilike '%' || $1 || '%'`,
    [email],
  );
  expect(left).toEqual([]);
  // The email is free again.
  expect((await signIn(email, 'secret1')).status).toBe(401);
  expect(await shop.signedIn({ email })).toMatchObject({ email });
});

test('when the email cannot be queued the account is unchanged, and the reauthentication stays valid', async () => {
  const { one, email, id } = await shop.signedIn();
  const orderId = await order(id, 'completed');
  await shop.reauthenticate(one);
  shop.mailFails = true;
  await expect(pageIn(one).deleteAccount({ confirmation })).rejects.toMatchObject({ code: 'UNEXPECTED' });
  expect(await shop.profilesOf(email)).toHaveLength(1);
  expect(await rowsOf('select user_id, customer_name from orders where id = $1', [orderId])).toEqual([
    { user_id: id, customer_name: 'Ada Obi' },
  ]);
  shop.mailFails = false;
  await pageIn(one).deleteAccount({ confirmation });
  expect(await shop.profilesOf(email)).toEqual([]);
});

test('an account of the demo store cannot be deleted, with a message that says why', async () => {
  const { one, email, id } = await shop.signedIn();
  await shop.owner.query('update profiles set is_demo = true where id = $1', [id]);
  await shop.reauthenticate(one);
  await expect(pageIn(one).deleteAccount({ confirmation })).rejects.toMatchObject({
    code: 'DEMO_ACCOUNT',
    message: expect.stringMatching(/belongs to the demonstration/),
  });
  expect(await shop.profilesOf(email)).toHaveLength(1);
});

test('the last super admin cannot delete their account, even when two do it at once', async () => {
  await shop.owner.query(`delete from profiles where role = 'super_admin'`);
  const [ada, bola] = [await shop.signedIn(), await shop.signedIn()];
  await shop.owner.query(`update profiles set role = 'super_admin' where id = any ($1)`, [[ada.id, bola.id]]);
  await Promise.all([shop.reauthenticate(ada.one), shop.reauthenticate(bola.one)]);
  const left = await Promise.allSettled(
    [ada, bola].map(({ one }) => pageIn(one).deleteAccount({ confirmation })),
  );
  expect(left.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const refused = left.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
  expect(refused.reason).toMatchObject({ code: 'LAST_SUPER_ADMIN' });
  expect(await rowsOf(`select count(*)::int as n from profiles where role = 'super_admin'`, [])).toEqual([
    { n: 1 },
  ]);
});
