import { expect, test } from 'vitest';
import type { TextMessage } from '#platform/sms/text-message.ts';
import { testAuth } from './test-auth.ts';

let texts: TextMessage[] = [];
let gatewayFails = false;
const shop = testAuth(() => ({
  sendText: async (message) => {
    if (gatewayFails) throw new Error('the queue is gone');
    texts.push(message);
  },
}));
const { browser } = shop;
type Browser = ReturnType<typeof browser>;

let numbers = 0;
const aNumber = () => `+2348010${String(++numbers).padStart(6, '0')}`;
const codeOf = (text: TextMessage | undefined) => /^\d{6}/.exec(text?.text ?? '')?.[0] ?? '';
const other = (code: string) => (code === '000000' ? '000001' : '000000');
const requestText = (one: Browser) => one.post('/api/auth/phone/send-code', {});
const confirm = (one: Browser, code: string) => one.post('/api/auth/phone/confirm', { code });
const signIn = (phone: unknown, password: unknown = 'secret1', one = browser()) =>
  one.post('/api/auth/sign-in/phone', { phone, password });

/** Stores a number as the account page does: not yet a sign-in method. */
const noteNumber = (id: string, number: string | null) =>
  shop.database.asCaller({ userId: id, role: 'user' }, (tx) =>
    tx.execute(`update profiles set phone = ${number === null ? 'null' : `'${number}'`} where id = '${id}'`),
  );

async function withNumber() {
  const ada = await shop.signedIn();
  const number = aNumber();
  await noteNumber(ada.id, number);
  return { ...ada, number };
}

async function withConfirmedNumber() {
  const ada = await withNumber();
  texts = [];
  await requestText(ada.one);
  expect((await confirm(ada.one, codeOf(texts[0]))).status).toBe(200);
  return ada;
}

test('OPEN-37 a text ends with the line that binds its code to the shop’s host, for browser autofill', async () => {
  const { one } = await withNumber();
  texts = [];
  await requestText(one);
  const lines = texts[0]!.text.split('\n');
  expect(lines.at(-1)).toBe(`@shop.test #${codeOf(texts[0])}`);
  expect(lines[0]).toBe(
    `${codeOf(texts[0])} is your Aso House code. It is valid for ten minutes. Tell it to nobody.`,
  );
});

test('CALLS-03 OPEN-37 a number becomes a sign-in method after the code of a text is confirmed, and an email reports it', async () => {
  const { one, number, email, id } = await withNumber();
  expect((await signIn(number)).status).toBe(401);
  texts = [];
  shop.emails = [];
  expect(await requestText(one)).toMatchObject({ status: 200, body: { status: true, confirmed: false } });
  expect(texts).toHaveLength(1);
  expect(texts[0]).toMatchObject({ to: number, text: expect.stringContaining('is your Aso House code') });
  const left = Date.parse(texts[0]!.until) - Date.now();
  expect(left).toBeGreaterThan(590_000);
  expect(left).toBeLessThanOrEqual(601_000);
  expect((await confirm(one, codeOf(texts[0]))).status).toBe(200);
  expect(shop.emails).toMatchObject([{ to: email, subject: 'A phone number for Aso House' }]);
  expect(shop.emails[0]?.text).toContain(number);

  const phone = browser();
  expect((await signIn(number, 'secret1', phone)).status).toBe(200);
  expect(await shop.auth.callerOf(phone.headers())).toEqual(
    expect.objectContaining({ userId: id, role: 'user' }),
  );
  const { rows } = await shop.owner.query(
    'select sign_in_method from sessions where user_id = $1 order by created_at desc',
    [id],
  );
  expect(rows[0]).toEqual({ sign_in_method: 'phone' });
});

test('OPEN-37 a number is accepted in common formats; without a country code it begins with 0', async () => {
  const { number } = await withConfirmedNumber();
  const local = number.slice(4);
  for (const input of [
    ` ${number} `,
    `00${number.slice(1)}`,
    `0${local}`,
    number.slice(1),
    `+234 (801) ${local.slice(3, 6)}-${local.slice(6)}`,
    `\u202a${number}\u202c`,
  ]) {
    expect((await signIn(input)).status).toBe(200);
  }
  for (const input of [local, '+0801', 'x', '', `${number}a`, 'x'.repeat(60)]) {
    expect(await signIn(input)).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('with its country code') },
    });
  }
});

test('CALLS-03 ERR-05 a wrong password, an unknown number and an unconfirmed one are refused alike', async () => {
  const known = await withConfirmedNumber();
  const unconfirmed = await withNumber();
  const wrong = await signIn(known.number, 'wrong-one');
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid phone number or password' } });
  for (const number of [aNumber(), unconfirmed.number]) {
    const answer = await signIn(number);
    expect(answer).toMatchObject({ status: 401, body: wrong.body });
    expect(answer.response.headers.getSetCookie()).toEqual([]);
  }
});

test('CALLS-03 an unknown number takes as long as a known one: a password is hashed in both cases', async () => {
  shop.worksOnPasswords = true;
  const { number } = await withConfirmedNumber();
  const timeOf = async (account: string) => {
    const began = performance.now();
    await signIn(account, 'wrong-one');
    return performance.now() - began;
  };
  const nobody = aNumber();
  // In turn: other work on the machine slows both.
  const times: [known: number, unknown: number][] = [];
  for (let n = 0; n < 7; n++) times.push([await timeOf(number), await timeOf(nobody)]);
  const median = (values: number[]) => values.sort((a, b) => a - b)[3]!;
  const known = median(times.map(([time]) => time));
  const unknown = median(times.map(([, time]) => time));
  expect(unknown / known).toBeGreaterThan(0.4);
  expect(unknown / known).toBeLessThan(2.5);
});

test.each([
  [{}],
  [{ phone: '+2348012345678' }],
  [{ password: 'secret1' }],
  [{ phone: ['+2348012345678'], password: 'secret1' }],
  [{ phone: '+2348012345678', password: 'x'.repeat(129) }],
  [null],
])('AUTH-05 without a number or a password nobody is signed in: %j', async (body) => {
  const one = browser();
  expect((await one.post('/api/auth/sign-in/phone', body)).status).toBe(400);
  expect(one.jar.has('aso.session_token')).toBe(false);
});

test('CALLS-03 a banned user cannot sign in with their number', async () => {
  const { number, id } = await withConfirmedNumber();
  await shop.owner.query('update profiles set banned = true where id = $1', [id]);
  expect(await signIn(number)).toMatchObject({ status: 403, body: { code: 'BANNED' } });
});

test('CALLS-03 a user who is deleted while their password is compared is refused as one without an account', async () => {
  const { number, id } = await withConfirmedNumber();
  shop.duringVerify = async () => void (await shop.owner.query('delete from profiles where id = $1', [id]));
  expect(await signIn(number)).toMatchObject({
    status: 401,
    body: { code: 'INVALID_PHONE_NUMBER_OR_PASSWORD' },
  });
});

test('AUTH-17 a password that is replaced while it is compared does not sign in by phone either', async () => {
  const { number, id } = await withConfirmedNumber();
  shop.duringVerify = async () =>
    void (await shop.owner.query(`update accounts set password = 'light:another' where user_id = $1`, [id]));
  expect(await signIn(number)).toMatchObject({
    status: 401,
    body: { code: 'INVALID_PHONE_NUMBER_OR_PASSWORD' },
  });
});

test('CALLS-03 a number that changed in the profile is no sign-in method, and neither is the old one', async () => {
  const { id, number } = await withConfirmedNumber();
  const next = aNumber();
  await noteNumber(id, next);
  expect((await signIn(next)).status).toBe(401);
  expect((await signIn(number)).status).toBe(401);
});

test('CALLS-03 ten wrong passwords for a number from one IP address, then each costs a proof of work; from elsewhere it does not', async () => {
  const { number } = await withConfirmedNumber();
  const tries = await Promise.all(Array.from({ length: 12 }, () => signIn(number, 'wrong-one')));
  expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(await signIn(`00${number.slice(1)}`)).toMatchObject({
    status: 429,
    body: { code: 'PROOF_REQUIRED' },
  });
  shop.ipAddress = '10.99.9.9';
  await shop.owner.query('truncate limits');
  expect((await signIn(number)).status).toBe(200);
  // A correct one does not count.
  const { rows } = await shop.owner.query(`select hits from limits where key like 'auth:password%'`);
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.every(({ hits }) => hits === 0)).toBe(true);
});

test('OPEN-37 wrong, expired, used and other users’ codes confirm nothing', async () => {
  const [hers, mine] = [await withNumber(), await withNumber()];
  texts = [];
  await requestText(hers.one);
  await requestText(mine.one);
  const [code, other_] = texts.map(codeOf) as [string, string];
  if (code !== other_) expect((await confirm(hers.one, other_)).status).toBe(400);
  expect(await confirm(hers.one, other(code))).toMatchObject({ status: 400, body: { code: 'INVALID_OTP' } });
  await shop.owner.query(`update verifications set expires_at = now() where identifier like $1`, [
    `phone-code-${mine.id}%`,
  ]);
  expect(await confirm(mine.one, other_)).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } });
  expect((await confirm(hers.one, code)).status).toBe(200);
  expect((await confirm(hers.one, code)).status).toBe(400);
  for (const body of [{}, { code: '12345' }, { code: ['123456'] }, null]) {
    expect((await hers.one.post('/api/auth/phone/confirm', body)).status).toBe(400);
  }
  expect((await confirm(browser(), code)).status).toBe(401);
  expect((await requestText(browser())).status).toBe(401);
});

test('OPEN-37 five wrong codes invalidate a code, concurrent attempts are no exception, and the next text is valid again', async () => {
  const { one } = await withNumber();
  texts = [];
  await requestText(one);
  const code = codeOf(texts[0]);
  const answers = await Promise.all(Array.from({ length: 9 }, () => confirm(one, other(code))));
  expect(answers.filter(({ body }) => body.code === 'INVALID_OTP').length).toBeLessThanOrEqual(5);
  expect(await confirm(one, code)).toMatchObject({ status: 400, body: { code: 'OTP_EXPIRED' } });
  await shop.aMinuteLater();
  await requestText(one);
  expect((await confirm(one, codeOf(texts[1]))).status).toBe(200);
});

test('OPEN-37 a code is for the number it was sent to', async () => {
  const { one, id } = await withNumber();
  texts = [];
  await requestText(one);
  await noteNumber(id, aNumber());
  expect((await confirm(one, codeOf(texts[0]))).status).toBe(400);
  const { rows } = await shop.owner.query('select phone_verified from profiles where id = $1', [id]);
  expect(rows).toEqual([{ phone_verified: false }]);
});

test('OPEN-37 one number, one account: the first to confirm it has it, also for concurrent requests', async () => {
  const [first, second] = [await withNumber(), await withNumber()];
  await noteNumber(second.id, first.number);
  texts = [];
  await requestText(first.one);
  await requestText(second.one);
  expect(texts.map(({ to }) => to)).toEqual([first.number, first.number]);
  const answers = await Promise.all([
    confirm(first.one, codeOf(texts[0])),
    confirm(second.one, codeOf(texts[1])),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409)!;
  expect(refused.body.code).toBe('NUMBER_TAKEN');
  expect(refused.body.message).not.toMatch(/@|account of|somebody/);
  const { rows } = await shop.owner.query('select id from profiles where phone = $1 and phone_verified', [
    first.number,
  ]);
  expect(rows).toHaveLength(1);
});

test('OPEN-37 the next text waits a minute; a number receives five a day, and an account sends ten', async () => {
  const { one, id, number } = await withNumber();
  texts = [];
  expect((await requestText(one)).status).toBe(200);
  expect(await requestText(one)).toMatchObject({ status: 429, body: { code: 'TOO_SOON' } });
  for (let n = 0; n < 4; n++) {
    await shop.aMinuteLater();
    expect((await requestText(one)).status).toBe(200);
  }
  await shop.aMinuteLater();
  const sixth = await requestText(one);
  expect(sixth).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TEXTS' } });
  // No wait began: a page that is told to wait takes the text as sent.
  expect(await requestText(one)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TEXTS' } });
  expect(Number(sixth.response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(texts).toHaveLength(5);
  // Another account makes no difference: the limit protects the number.
  const stranger = await shop.signedIn();
  await noteNumber(stranger.id, number);
  expect((await requestText(stranger.one)).status).toBe(429);
  // Other numbers have a limit as well; what was refused does not count.
  for (let n = 0; n < 5; n++) {
    await noteNumber(id, aNumber());
    await shop.aMinuteLater();
    expect((await requestText(one)).status).toBe(200);
  }
  await noteNumber(id, aNumber());
  await shop.aMinuteLater();
  expect((await requestText(one)).status).toBe(429);
  expect(texts).toHaveLength(10);
});

test('OPEN-37 one IP address sends a hundred texts a day', async () => {
  const { one } = await withNumber();
  await shop.owner.query('truncate limits');
  shop.ipAddress = '10.77.7.7';
  await requestText(one);
  const { rowCount } = await shop.owner.query(
    `update limits set hits = 100 where key like 'auth:text-from:%'`,
  );
  expect(rowCount).toBe(1);
  const next = await withNumber();
  expect(await requestText(next.one)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TEXTS' } });
});

test('OPEN-37 without a number there is nothing to send, and a confirmed one needs no text', async () => {
  const { one } = await shop.signedIn();
  expect(await requestText(one)).toMatchObject({ status: 400, body: { code: 'NO_NUMBER' } });
  expect((await confirm(one, '123456')).status).toBe(400);
  const done = await withConfirmedNumber();
  texts = [];
  expect(await requestText(done.one)).toMatchObject({ status: 200, body: { confirmed: true } });
  expect(texts).toEqual([]);
});

test('OPEN-37 when the text cannot be queued the answer says so', async () => {
  const { one } = await withNumber();
  gatewayFails = true;
  expect((await requestText(one)).status).toBe(500);
  gatewayFails = false;
});
