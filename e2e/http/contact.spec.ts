import { randomUUID } from 'node:crypto';
import { expect, refusalOf, rowsOf, test } from './shop.ts';

const message = (more: object = {}) => ({
  name: 'Ọṣun Adé',
  email: 'osun@example.com',
  phone: '+234 801 234 5678',
  subject: 'Agbada',
  message: 'Do you sew agbada\nfor children?',
  idempotencyKey: randomUUID(),
  ...more,
});

test('CONTACT-04 CALLS-47 PERM-01 a visitor’s message is stored as typed', async ({ as, db }) => {
  const { idempotencyKey, ...typed } = message();
  const answer = await as.visitor.post('/api/v1/contact', { data: { ...typed, idempotencyKey } });
  expect([answer.status(), await answer.json()]).toEqual([200, { received: true }]);
  const { rows } = await db.query(
    'select name, email, phone, subject, message from contact_submissions where id = $1',
    [idempotencyKey],
  );
  expect(rows).toEqual([typed]);
});

test('CONTACT-07 an empty phone is stored as null', async ({ as, db }) => {
  for (const phone of ['', '   ', undefined]) {
    const sent = message({ phone });
    expect((await as.visitor.post('/api/v1/contact', { data: sent })).status()).toBe(200);
    const { rows } = await db.query('select phone from contact_submissions where id = $1', [
      sent.idempotencyKey,
    ]);
    expect(rows).toEqual([{ phone: null }]);
  }
});

/** The smallest invalid value, the largest valid one, and the message at the field. */
const limits: [string, object, object, string][] = [
  [
    'CONTACT-05 CONTACT-10 a name of 1 letter',
    { name: 'A' },
    { name: 'Ab' },
    'Name must be at least 2 characters',
  ],
  ['CONTACT-05 a name of blanks', { name: ' A  ' }, { name: ' Ab ' }, 'Name must be at least 2 characters'],
  [
    'CONTACT-06 an invalid email',
    { email: 'abc' },
    { email: 'a@b.co' },
    'Please enter a valid email address',
  ],
  [
    'CONTACT-08 a subject of 4 characters',
    { subject: '1234' },
    { subject: '12345' },
    'Subject must be at least 5 characters',
  ],
  [
    'CONTACT-09 OPEN-16 a message of 9 characters',
    { message: '123456789' },
    { message: '1234567890' },
    'Message must be at least 10 characters',
  ],
];
for (const [title, refused, accepted, issue] of limits) {
  test(`${title} is refused with its message and no row; the limit itself is accepted`, async ({
    as,
    db,
  }) => {
    const before = await rowsOf(db);
    const answer = await as.visitor.post('/api/v1/contact', { data: message(refused) });
    expect(await refusalOf(answer)).toMatchObject({ status: 400, code: 'BAD_INPUT' });
    expect((await answer.json()).data.issues).toEqual([{ path: Object.keys(refused)[0], message: issue }]);
    expect(await rowsOf(db)).toEqual(before);
    expect((await as.visitor.post('/api/v1/contact', { data: message(accepted) })).status()).toBe(200);
  });
}

test('a message sent twice with its key is stored once', async ({ as, db }) => {
  const sent = message();
  const before = await rowsOf(db);
  for (let time = 0; time < 3; time++) {
    expect((await as.visitor.post('/api/v1/contact', { data: sent })).status()).toBe(200);
  }
  expect(Number((await rowsOf(db)).messages)).toBe(Number(before.messages) + 1);
});

test('a client that sends too many messages is told to wait', async ({ as }) => {
  const codes: number[] = [];
  for (let time = 0; time < 32; time++) {
    codes.push((await as.visitor.post('/api/v1/contact', { data: message() })).status());
  }
  expect(codes[0]).toBe(200);
  expect(codes.at(-1)).toBe(429);
});
