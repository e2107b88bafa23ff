import { expect, test } from 'vitest';
import { solveProof } from '#platform/auth/limits/test-proof.ts';
import { codeIn, testAuth } from './test-auth.ts';

const shop = testAuth();
const { browser, fresh, registration, profilesOf } = shop;
type Browser = ReturnType<typeof browser>;

const requestCode = (one: Browser, email: string) => one.post('/api/auth/sign-in/send-code', { email });
const sendCode = (one: Browser, email: string, otp: string) =>
  one.post('/api/auth/sign-in/code', { email, code: otp });
const other = (code: string) => (code === '000000' ? '000001' : '000000');

/** A user with an account, and a browser in which they requested a code. */
async function withCode() {
  const account = await shop.signedIn();
  shop.emails = [];
  const one = browser();
  expect(await requestCode(one, account.email)).toMatchObject({ status: 200, body: { status: true } });
  return { ...account, one, code: codeIn(shop.emails[0]) };
}

test('CALLS-08 CALLS-09 a code arrives by email and signs in once', async () => {
  const { one, email, code } = await withCode();
  expect(shop.emails).toMatchObject([{ to: email, subject: `${code} is your Aso House code` }]);
  expect(shop.emails[0]?.text).toContain('Type it at shop.test alone');
  expect((await sendCode(one, email, code)).status).toBe(200);
  expect(await shop.auth.callerOf(one.headers())).toMatchObject({ role: 'user' });
  const { rows } = await shop.owner.query(
    `select sign_in_method from sessions s join profiles p on p.id = s.user_id where p.email = $1 and sign_in_method = 'code'`,
    [email],
  );
  expect(rows).toHaveLength(1);
  expect(await sendCode(one, email, code)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
});

test('CALLS-09 the same code sent twice at once signs in once', async () => {
  const { one, email, code } = await withCode();
  const answers = await Promise.all(Array.from({ length: 4 }, () => sendCode(one, email, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
});

test('CALLS-09 after five wrong codes the correct one is refused; a new one works', async () => {
  const { one, email, code } = await withCode();
  for (let n = 0; n < 5; n++) {
    expect(await sendCode(one, email, other(code))).toMatchObject({
      status: 400,
      body: { code: 'INVALID_OTP' },
    });
  }
  expect(await sendCode(one, email, code)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
  await shop.aMinuteLater();
  await requestCode(one, email);
  expect((await sendCode(one, email, codeIn(shop.emails.at(-1)))).status).toBe(200);
});

test('CALLS-09 a code is valid for ten minutes, and only until the next one', async () => {
  const { one, email, code } = await withCode();
  const { rows } = await shop.owner.query(
    `select extract(epoch from expires_at - now())::int as s from verifications where starts_with(identifier, $1)`,
    [`sign-in-code-${email} `],
  );
  expect(rows[0].s).toBeGreaterThan(590);
  expect(rows[0].s).toBeLessThanOrEqual(600);
  await shop.aMinuteLater();
  await requestCode(one, email);
  const newest = codeIn(shop.emails.at(-1));
  if (newest !== code) expect((await sendCode(one, email, code)).status).toBe(400);
  await shop.owner.query(
    `update verifications set expires_at = now() - interval '1 second' where starts_with(identifier, $1)`,
    [`sign-in-code-${email} `],
  );
  expect(await sendCode(one, email, newest)).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
});

test('CALLS-09 another user’s code is refused, and so is a code in a browser that requested none', async () => {
  const hers = await withCode();
  const mine = await withCode();
  expect((await sendCode(mine.one, mine.email, hers.code)).status).toBe(400);
  expect((await sendCode(mine.one, hers.email, hers.code)).status).toBe(400);
  expect(await sendCode(browser(), hers.email, hers.code)).toMatchObject({
    status: 400,
    body: { code: 'INVALID_OTP' },
  });
  // Neither attempt consumed the user's code.
  expect((await sendCode(hers.one, hers.email, hers.code)).status).toBe(200);
});

test('CALLS-08 an unknown email gets the same answer, no email, and no account', async () => {
  const known = await withCode();
  shop.emails = [];
  const one = browser();
  const answer = await requestCode(one, fresh());
  expect(answer).toMatchObject({ status: 200, body: { status: true } });
  expect(answer.response.headers.getSetCookie().map((line) => line.split('=')[0])).toEqual([
    'aso.code_asked',
  ]);
  expect(shop.emails).toEqual([]);
  for (let n = 0; n < 6; n++) {
    const [hers, nobodys] = [
      await sendCode(known.one, known.email, other(known.code)),
      await sendCode(one, fresh(), '123456'),
    ];
    expect(nobodys).toMatchObject({ status: hers.status, body: hers.body });
  }
  expect(await profilesOf(fresh())).toEqual([]);
});

test('CALLS-08 the database does as much work for an unknown email as for a known one, except for queueing the email', async () => {
  const counted: string[] = [];
  const pool = shop.database.authPool;
  const query = pool.query.bind(pool);
  const { email } = await shop.signedIn();
  const one = browser();
  const work = async (step: () => Promise<unknown>) => {
    counted.length = 0;
    await step();
    return counted.length;
  };
  try {
    pool.query = ((...args: unknown[]) => {
      counted.push(String((args[0] as { text?: string })?.text ?? args[0]));
      return (query as (...all: unknown[]) => unknown)(...args);
    }) as typeof pool.query;
    const [known, unknown] = [
      await work(() => requestCode(one, email)),
      await work(() => requestCode(one, fresh())),
    ];
    expect(unknown).toBe(known);
    expect(known).toBeGreaterThan(4);
    await sendCode(one, fresh(), '123456');
    const nobodys = await work(() => sendCode(one, fresh(), '123456'));
    await shop.aMinuteLater();
    await requestCode(one, email);
    expect(await work(() => sendCode(one, email, other(codeIn(shop.emails.at(-1)))))).toBe(nobodys);
  } finally {
    pool.query = query;
  }
});

test('CALLS-09 a banned user cannot sign in with a code', async () => {
  const { one, email, code } = await withCode();
  await shop.owner.query('update profiles set banned = true where email = $1', [email]);
  expect(await sendCode(one, email, code)).toMatchObject({ status: 403, body: { code: 'BANNED' } });
  expect(await shop.auth.callerOf(one.headers())).toBeNull();
});

test('CALLS-09 the code confirms an unconfirmed email, and the password chosen before stops working', async () => {
  await browser().post('/api/auth/sign-up/email', registration({ password: 'planted1' }));
  const one = browser();
  await requestCode(one, fresh());
  expect(shop.emails.at(-1)?.text).toContain('It confirms your email as well.');
  expect((await sendCode(one, fresh(), codeIn(shop.emails.at(-1)))).status).toBe(200);
  expect(await profilesOf(fresh())).toMatchObject([{ email_verified: true }]);
  const planted = await browser().post('/api/auth/sign-in/email', { email: fresh(), password: 'planted1' });
  expect(planted.status).toBe(401);
});

test('CALLS-08 the next email waits a minute, for known and unknown emails, and the answer says how long', async () => {
  const { email } = await shop.signedIn();
  for (const [path, account] of [
    ['/api/auth/sign-in/send-code', email],
    ['/api/auth/sign-in/send-code', fresh()],
    ['/api/auth/request-password-reset', email],
    ['/api/auth/request-password-reset', fresh()],
  ] as const) {
    expect((await browser().post(path, { email: account })).status).toBe(200);
    const again = await browser().post(path, { email: account });
    expect(again).toMatchObject({ status: 429, body: { code: 'TOO_SOON' } });
    const seconds = Number(again.response.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(again.body.message).toContain(`${seconds} seconds`);
    await shop.aMinuteLater();
    expect((await browser().post(path, { email: account })).status).toBe(200);
    await shop.owner.query(`delete from limits where key like 'auth:email%'`);
  }
});

test('CALLS-11 after a registration the email is sent again a minute later, and once for many requests at once', async () => {
  await browser().post('/api/auth/sign-up/email', registration());
  const again = () =>
    browser().post('/api/auth/send-verification-email', { email: fresh(), callbackURL: '/auth' });
  expect(await again()).toMatchObject({ status: 429, body: { code: 'TOO_SOON' } });
  await shop.aMinuteLater();
  const answers = await Promise.all([again(), again(), again()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429]);
  expect(shop.emails).toHaveLength(2);
});

test('CALLS-09 guessing from many IP addresses ends with the five attempts of a code, and those belong to the guesser’s own code', async () => {
  const { one, email, code } = await withCode();
  const thief = browser();
  shop.ipAddress = '10.200.1.1';
  await requestCode(thief, email);
  const theirs = codeIn(shop.emails.at(-1));
  for (let n = 0; n < 10; n++) {
    shop.ipAddress = `10.200.2.${n}`;
    expect((await sendCode(thief, email, other(theirs))).status).toBe(400);
  }
  expect((await sendCode(thief, email, theirs)).status).toBe(400);
  expect((await sendCode(one, email, code)).status).toBe(200);
});

/** Requests a code as the page does: with a proof of work where one is required. */
async function requestWithProof(one: Browser, email: string) {
  const answer = await requestCode(one, email);
  if (!answer.body.proof) return answer;
  const proof = { 'x-proof-of-work': solveProof(answer.body.proof).answer };
  return one.post('/api/auth/sign-in/send-code', { email }, proof);
}

test('CALLS-08 three codes an hour are sent from one network and four from anywhere, then each costs a proof of work', async () => {
  const { email } = await shop.signedIn();
  shop.emails = [];
  const requestStatus = async () => {
    await shop.aMinuteLater();
    return (await requestCode(browser(), email)).status;
  };
  expect([
    await requestStatus(),
    await requestStatus(),
    await requestStatus(),
    await requestStatus(),
  ]).toEqual([200, 200, 200, 429]);
  shop.ipAddress = '10.203.1.1';
  expect(await requestStatus()).toBe(200);
  shop.ipAddress = '10.203.2.1';
  expect(await requestStatus()).toBe(429);
  expect((await requestWithProof(browser(), email)).status).toBe(200);
  expect(shop.emails).toHaveLength(5);
});

test('CALLS-08 a mailbox receives at most five codes in half an hour, with any proof; then the newest one signs in where it is requested', async () => {
  const { email } = await shop.signedIn();
  shop.emails = [];
  for (let n = 0; n < 12; n++) {
    shop.ipAddress = `10.201.${n}.1`;
    expect(await requestWithProof(browser(), email)).toMatchObject({ status: 200, body: { status: true } });
  }
  expect(shop.emails).toHaveLength(5);
  const code = codeIn(shop.emails.at(-1));
  // Browsers that did not request it cannot use it, and strangers guess for an hour in vain.
  expect((await sendCode(browser(), email, code)).status).toBe(400);
  for (let n = 0; n < 2; n++) {
    shop.ipAddress = `10.202.${n}.1`;
    const stranger = browser();
    await requestWithProof(stranger, email);
    for (let tries = 0; tries < 5; tries++) {
      expect((await sendCode(stranger, email, other(code))).status).toBe(400);
    }
  }
  await shop.owner.query(
    `update verifications set expires_at = expires_at - interval '40 minutes' where starts_with(identifier, $1)`,
    [`sign-in-code-${email} `],
  );
  shop.ipAddress = '10.201.99.1';
  const one = browser();
  await requestWithProof(one, email);
  const refused = await sendCode(one, email, code);
  expect(refused).toMatchObject({ status: 429, body: { code: 'PROOF_REQUIRED' } });
  const proof = { 'x-proof-of-work': solveProof(refused.body.proof!).answer };
  expect((await one.post('/api/auth/sign-in/code', { email, code }, proof)).status).toBe(200);
  expect(shop.emails).toHaveLength(5);
  // It is consumed, here and where it was requested.
  const { rows } = await shop.owner.query(
    'select count(*)::integer as n from verifications where starts_with(identifier, $1)',
    [`sign-in-code-${email} `],
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('a known device receives its code while strangers use up the emails of the mailbox', async () => {
  const { one: known, email } = await shop.signedIn();
  for (let n = 0; n < 12; n++) {
    shop.ipAddress = `10.204.${n}.1`;
    await requestWithProof(browser(), email);
  }
  shop.emails = [];
  shop.ipAddress = '10.204.1.1';
  expect((await requestCode(known, email)).status).toBe(200);
  expect(shop.emails).toHaveLength(1);
  expect((await sendCode(known, email, codeIn(shop.emails[0]))).status).toBe(200);
});

test('a neighbour who requests codes every minute does not block the owner’s email: with a proof there is no wait', async () => {
  const { email } = await shop.signedIn();
  for (let n = 0; n < 3; n++) {
    await shop.aMinuteLater();
    expect((await requestCode(browser(), email)).status).toBe(200);
  }
  // The neighbour’s wait is running, and nothing is free in this network.
  expect((await requestWithProof(browser(), email)).status).toBe(200);
});

test('a confirmation that is not sent because of the mailbox limit leaves the newest code valid', async () => {
  for (let n = 0; n < 8; n++) {
    shop.ipAddress = `10.205.${n}.1`;
    const one = browser();
    const answer = await one.post('/api/auth/sign-up/email', registration());
    const proof = answer.body.proof && { 'x-proof-of-work': solveProof(answer.body.proof).answer };
    if (proof) expect((await one.post('/api/auth/sign-up/email', registration(), proof)).status).toBe(200);
  }
  expect(shop.emails).toHaveLength(5);
  shop.ipAddress = '10.206.1.1';
  const one = browser();
  const refused = await one.post('/api/auth/sign-up/email', registration());
  const proof = { 'x-proof-of-work': solveProof(refused.body.proof!).answer };
  expect((await one.post('/api/auth/sign-up/email', registration(), proof)).status).toBe(200);
  expect(shop.emails).toHaveLength(5);
  const otp = codeIn(shop.emails.at(-1));
  expect((await one.post('/api/auth/email-otp/verify-email', { email: fresh(), otp })).status).toBe(200);
});

test.each([[{}], [{ email: 'abc' }], [{ email: 7 }], [{ email: `${'x'.repeat(250)}@example.com` }], [null]])(
  'CALLS-08 an invalid email gets no code: %j',
  async (body) => {
    expect((await browser().post('/api/auth/sign-in/send-code', body)).status).toBe(400);
    expect(shop.emails).toEqual([]);
  },
);

test.each([
  [{}],
  [{ email: 'a@example.com', code: 'xxxxxx' }],
  [{ email: 'a@example.com', code: ['1'] }],
  [null],
])('CALLS-09 an invalid code is refused: %j', async (body) => {
  const one = browser();
  await requestCode(one, 'a@example.com');
  expect((await one.post('/api/auth/sign-in/code', body)).status).toBe(400);
});

test('CALLS-10 CALLS-11 codes of other emails are refused alike: for known and unknown emails, after many attempts, and when expired', async () => {
  const { email } = await shop.signedIn();
  await browser().post('/api/auth/request-password-reset', { email });
  const tries = async (account: string) => {
    await shop.owner.query('truncate limits');
    const seen: unknown[] = [];
    for (let n = 0; n < 11; n++) {
      // The code has expired by now.
      if (n === 7)
        await shop.owner.query(`update verifications set expires_at = now() - interval '1 second'`);
      const { status, body } = await browser().post('/api/auth/email-otp/reset-password', {
        email: account,
        otp: 'xxxxxx',
        password: 'secret2',
      });
      seen.push([status, body.code]);
    }
    return seen;
  };
  expect(await tries(email)).toEqual(await tries(fresh()));
});

test('CALLS-08 when the email cannot be queued the answer says so', async () => {
  const { email } = await shop.signedIn();
  shop.mailFails = true;
  expect(await requestCode(browser(), email)).toMatchObject({ status: 500, body: { code: 'UNEXPECTED' } });
});
