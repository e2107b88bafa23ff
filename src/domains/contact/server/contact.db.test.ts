import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import { type ContactDeps, contactRouter } from './router.ts';

let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
});
afterAll(() => close());
beforeEach(() => owner.query('TRUNCATE contact_submissions, limits'));

const apiAt = (ipAddress = '192.0.2.1', captcha?: ContactDeps['captcha']) =>
  createRouterClient(contactRouter({ database, limits: createLimits(database.web), captcha }), {
    context: testContext(null, { ipAddress }),
  });
const message = (more: object = {}) => ({
  name: 'Ọṣun Adé',
  email: 'osun@example.com',
  phone: '+234 801 234 5678',
  subject: 'Agbada',
  message: 'Do you sew agbada\nfor children?',
  idempotencyKey: randomUUID(),
  ...more,
});
const stored = async () =>
  (
    await owner.query(
      'SELECT name, email, phone, subject, message FROM contact_submissions ORDER BY created_at',
    )
  ).rows;

test('CONTACT-04 CALLS-47 DATA-18 a visitor’s message is stored as typed', async () => {
  const { idempotencyKey, ...typed } = message();
  expect(await apiAt().submit({ ...typed, idempotencyKey })).toEqual({ received: true });
  expect(await stored()).toEqual([typed]);
});

test('CONTACT-07 phone is optional, an empty one is stored as null', async () => {
  for (const phone of ['', '   ', undefined]) await apiAt().submit(message({ phone }));
  expect((await stored()).map(({ phone }) => phone)).toEqual([null, null, null]);
});

test.each([
  ['CONTACT-05', { name: 'A' }, { name: 'Ab' }],
  ['CONTACT-05', { name: ' A ' }, { name: ' Ab ' }],
  ['CONTACT-05', { name: '😀' }, { name: '😀😀' }],
  ['CONTACT-06', { email: 'abc' }, { email: 'a@b.co' }],
  ['CONTACT-08', { subject: '1234' }, { subject: '12345' }],
  ['CONTACT-09', { message: '123456789' }, { message: '1234567890' }],
  ['CONTACT-09', { message: 'x'.repeat(5001) }, { message: 'x'.repeat(5000) }],
])('%s %j is refused without a row, %j is stored', async (_, refused, accepted) => {
  await expect(apiAt().submit(message(refused))).rejects.toMatchObject({ code: 'BAD_INPUT', status: 400 });
  expect(await stored()).toEqual([]);
  await apiAt().submit(message(accepted));
  expect(await stored()).toHaveLength(1);
});

test('a repeated submission stores one message', async () => {
  const one = message();
  await Promise.all([apiAt().submit(one), apiAt().submit(one)]);
  expect(await stored()).toHaveLength(1);
});

test('thirty messages an hour from one IP address, then a refusal with the time to wait', async () => {
  for (let n = 0; n < 30; n++) await apiAt().submit(message());
  const refusal = await apiAt()
    .submit(message())
    .catch((error) => error);
  expect(refusal).toMatchObject({ code: 'RATE_LIMITED', status: 429 });
  expect(refusal.data.seconds).toBeGreaterThan(0);
  expect(refusal.data.seconds).toBeLessThanOrEqual(3600);
  await apiAt('192.0.2.2').submit(message());
  expect(await stored()).toHaveLength(31);
});

test('control characters, markup and quotes are text', async () => {
  const typed = "</script><img src=x onerror=alert(1)> '; DROP TABLE orders; --";
  await apiAt().submit(message({ name: 'A\u0000b', message: `\u0000\u0007${typed}` }));
  expect(await stored()).toMatchObject([{ name: 'Ab', message: typed }]);
});

test('PERM-01 a user who may send messages may not read them', async () => {
  await apiAt().submit(message());
  const { rows } = await database.web.execute(sql`SELECT * FROM contact_submissions`);
  expect(rows).toEqual([]);
});

test('OPEN-39 with a configured captcha a message requires its answer', async () => {
  const answers: (string | undefined | null)[] = [];
  const verdicts = { good: 'right', bad: 'wrong', later: 'unknown' } as const;
  const guarded = apiAt('192.0.2.1', {
    async check(answer) {
      answers.push(answer);
      return verdicts[answer as keyof typeof verdicts] ?? 'wrong';
    },
  });
  await expect(guarded.submit(message())).rejects.toMatchObject({ code: 'CAPTCHA_FAILED' });
  await expect(guarded.submit(message({ captcha: 'bad' }))).rejects.toMatchObject({ code: 'CAPTCHA_FAILED' });
  await expect(guarded.submit(message({ captcha: 'later' }))).rejects.toMatchObject({
    code: 'CAPTCHA_UNREACHABLE',
  });
  expect(await stored()).toEqual([]);
  await guarded.submit(message({ captcha: 'good' }));
  expect(await stored()).toHaveLength(1);
  expect(answers).toEqual([undefined, 'bad', 'later', 'good']);
});
