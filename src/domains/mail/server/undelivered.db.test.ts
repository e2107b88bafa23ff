import { createRouterClient } from '@orpc/server';
import type { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createJobs, enqueue } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import { startTestMailServer } from '#platform/mail/test-mail-server.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller, Role } from '#shared/caller.ts';
import { eventually } from '#shared/test-eventually.ts';
import { mailRouter } from './router.ts';

let testDatabase: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: Client;
let userIds: Record<Role, string>;

beforeAll(async () => {
  ({ testDatabase, database, owner, close } = await openTestDatabase());
  await installJobs(testDatabase.url);
  userIds = { user: uuidv7(), admin: uuidv7(), super_admin: uuidv7() };
  for (const [role, id] of Object.entries(userIds)) {
    await owner.query('insert into profiles (id, email, role) values ($1, $2, $3)', [
      id,
      `${role}@shop.test`,
      role,
    ]);
  }
});
afterAll(() => close());
beforeEach(() => owner.query('truncate pgboss.job'));

const apiAs = (caller: Caller) =>
  createRouterClient(mailRouter({ database }), {
    context: testContext(caller),
  });
const as = (role: Role) => apiAs({ userId: userIds[role], role });
const api = () => as('super_admin');

const EMAIL: MailMessage = {
  to: 'amara@shop.example',
  subject: '424242 is your Aso House code',
  text: 'Type 424242 or press https://shop.example/confirm?token=secret',
  html: '<p>424242</p>',
};
const send = (message: MailMessage) => enqueue(database.auth, 'mail', message);

/** Runs the queue with a mailer until `done`. */
async function workUntil(mail: (message: MailMessage) => Promise<void>, done: () => Promise<void>) {
  const jobs = createJobs({ database, log: createLog('silent'), handlers: { mail, text: async () => {} } });
  await jobs.start();
  try {
    await eventually(done);
  } finally {
    await jobs.stop();
  }
}
/** An unreachable mail server. */
const dead = createMailer({
  smtpUrl: 'smtp://127.0.0.1:9',
  from: 'Aso House <orders@shop.example>',
  mailboxDir: '',
});

test('an email that was given up is listed without its code, and can be sent again once', async () => {
  await send(EMAIL);
  await owner.query('update pgboss.job set retry_limit = 0');
  await workUntil(dead.send, async () => expect((await api().undeliveredTotal()).givenUp).toBe(1));
  const { items, total } = await api().listUndelivered({});
  expect(total).toBe(1);
  expect(items[0]).toEqual({
    id: expect.any(String),
    kind: 'mail',
    state: 'given_up',
    to: 'amara@shop.example',
    about: '······ is your Aso House code',
    since: expect.stringMatching(/Z$/),
    tries: 1,
    nextTry: null,
    error: expect.stringContaining('ECONNREFUSED'),
  });
  expect(JSON.stringify(items)).not.toMatch(/424242|secret/);
  const { id } = items[0]!;
  const sent = await Promise.allSettled([api().sendAgain({ id }), api().sendAgain({ id })]);
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await expect(api().sendAgain({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  const received: MailMessage[] = [];
  await workUntil(
    async (message) => void received.push(message),
    async () => expect(received).toEqual([EMAIL]),
  );
  expect(await api().undeliveredTotal()).toEqual({ waiting: 0, givenUp: 0 });
});

test('a permanently refused email is given up at once and listed; a temporary refusal is retried', async () => {
  const server = await startTestMailServer();
  const mailer = createMailer({
    smtpUrl: server.url,
    from: 'Aso House <orders@shop.example>',
    mailboxDir: '',
  });
  server.refusals.set('gone@shop.example', 550).set('full@shop.example', 452);
  try {
    for (const name of ['gone', 'full', 'amara']) await send({ ...EMAIL, to: `${name}@shop.example` });
    await workUntil(mailer.send, async () => {
      expect(server.received.map(({ to }) => to)).toEqual([['amara@shop.example']]);
      expect((await api().undeliveredTotal()).givenUp).toBe(1);
      expect((await owner.query(`select from pgboss.job where state = 'retry'`)).rowCount).toBe(1);
    });
  } finally {
    await server.close();
  }
  const { items } = await api().listUndelivered({});
  expect(items).toMatchObject([
    { to: 'gone@shop.example', state: 'given_up', tries: 1, error: expect.stringContaining('550') },
  ]);
  expect(server.received[0]?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
});

test('a waiting email is listed after a minute, with its attempts and the time of the next one', async () => {
  await send({ ...EMAIL, about: 'Confirm your address' });
  expect(await api().undeliveredTotal()).toEqual({ waiting: 0, givenUp: 0 });
  await workUntil(dead.send, async () =>
    expect((await owner.query(`select from pgboss.job where state = 'retry'`)).rowCount).toBe(1),
  );
  await owner.query(`update pgboss.job set created_on = now() - interval '2 minutes',
    output = '{"message": "Rejected: 424242 is your code, https://shop.example/confirm?token=secret"}'`);
  expect(await api().listUndelivered({})).toMatchObject({
    total: 1,
    items: [
      {
        state: 'waiting',
        about: 'Confirm your address',
        tries: expect.any(Number),
        nextTry: expect.stringMatching(/Z$/),
        error: 'Rejected: ······ is your code, …',
      },
    ],
  });
  const [{ id } = { id: '' }] = (await api().listUndelivered({})).items;
  // It is retried automatically.
  await expect(api().sendAgain({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('ten a page, newest first', async () => {
  for (let n = 1; n <= 12; n += 1) {
    await send({ ...EMAIL, to: `${n}@shop.example` });
    await owner.query(
      `update pgboss.job set created_on = now() - make_interval(hours => 20 - $1) where data->>'to' = $2`,
      [n, `${n}@shop.example`],
    );
  }
  const first = await api().listUndelivered({});
  expect(first).toMatchObject({ total: 12, page: 1, pageCount: 2 });
  expect(first.items.map(({ to }) => Number.parseInt(to, 10))).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect((await api().listUndelivered({ page: 9 })).items.map(({ to }) => Number.parseInt(to, 10))).toEqual([
    2, 1,
  ]);
});

test('only the super admin can read recipients, in the application and in the database', async () => {
  await send(EMAIL);
  await owner.query(
    `update pgboss.job set name = 'dead_letters', source_name = 'mail', created_on = now() - interval '1 hour'`,
  );
  const [{ id } = { id: '' }] = (await api().listUndelivered({})).items;
  for (const role of ['user', 'admin'] as const) {
    await expect(as(role).listUndelivered({})).rejects.toMatchObject({ code: 'NO_PERMISSION' });
    // A forged role.
    const forged = apiAs({ userId: userIds[role], role: 'super_admin' });
    expect(await forged.listUndelivered({})).toMatchObject({ items: [], total: 0 });
    await expect(forged.sendAgain({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  for (const statement of ['select * from undelivered()', 'select * from pgboss.job']) {
    await expect(database.webPool.query(statement)).rejects.toThrow('permission denied');
  }
  await expect(database.authPool.query(`select send_mail_again('${id}')`)).rejects.toThrow(
    'permission denied',
  );
  expect(await api().undeliveredTotal()).toEqual({ waiting: 0, givenUp: 1 });
});
