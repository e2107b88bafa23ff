import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { testBrowser } from '#platform/auth/test-browser.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { createJobs, enqueue, type Jobs } from '#platform/jobs/jobs.ts';
import { createLog } from '#platform/log.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import { startTestMailServer, type TestMailServer } from '#platform/mail/test-mail-server.ts';
import { createTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { eventually } from '#shared/test-eventually.ts';
import { createAccountAuth } from '../account-rules.ts';
import { ORIGIN } from './test-auth.ts';

let testDatabase: TestDatabase;
let database: Database;
let jobs: Jobs;
let auth: Auth;
let server: TestMailServer;

beforeAll(async () => {
  server = await startTestMailServer();
  testDatabase = await createTestDatabase();
  await installJobs(testDatabase.url);
  database = await openDatabase(testDatabase);
  const log = createLog('fatal');
  const mailer = createMailer({
    smtpUrl: server.url,
    from: 'Aso House <orders@shop.example>',
    mailboxDir: '',
  });
  jobs = createJobs({ database, log, handlers: { mail: mailer.send, text: async () => undefined } });
  await jobs.start();
  auth = createAccountAuth({
    authDb: database.auth,
    secret: 'a-secret-of-more-than-thirty-two-letters',
    publicUrl: ORIGIN,
    secureCookies: false,
    shopName: 'Aso House',
    sendMail: (tx, email) => enqueue(tx ?? database.auth, 'mail', email),
    log,
    clientIpAddress: () => '10.0.0.1',
  });
});

afterAll(async () => {
  await jobs?.stop();
  await database?.close();
  await testDatabase?.drop();
  await server?.close();
});

const receivedEmails = async (count: number) => {
  await eventually(() => expect(server.received).toHaveLength(count));
  return server.received.at(-1)!;
};
const codeIn = ({ source }: { source: string }) =>
  /^Subject: (\d{6}) is your Aso House code/m.exec(source)?.[1] ?? '';
const codeOnALine = ({ source }: { source: string }) => /^(\d{6})\r?$/m.exec(source)?.[1] ?? '';

test('CALLS-08 CALLS-09 CALLS-10 CALLS-11 emails that arrive by SMTP give access to the account: confirmation, confirmation again, code, recovery', async () => {
  const email = 'ada@example.com';
  const one = testBrowser(ORIGIN, auth.handler);
  const post = async (path: string, body: Record<string, unknown>) => {
    const { status } = await one.post(`/api/auth${path}`, { email, ...body });
    return status;
  };

  expect(
    await post('/sign-up/email', { firstName: 'Ada', lastName: 'Obi', name: 'x', password: 'secret1' }),
  ).toBe(200);
  const first = codeIn(await receivedEmails(1));
  expect(first).toMatch(/^\d{6}$/);
  const owner = new Client(testDatabase.url);
  await owner.connect();
  // As if the minute between two emails had passed.
  await owner.query('truncate limits');
  await owner.end();
  expect(await post('/send-verification-email', { callbackURL: '/auth' })).toBe(200);
  const second = await receivedEmails(2);
  expect(second).toMatchObject({ to: [email] });
  expect(await post('/email-otp/verify-email', { otp: codeIn(second) })).toBe(200);

  expect(await post('/sign-in/send-code', {})).toBe(200);
  expect(await post('/sign-in/code', { code: codeIn(await receivedEmails(3)) })).toBe(200);
  expect(await auth.callerOf(one.headers())).toMatchObject({ role: 'user' });

  expect(await post('/request-password-reset', {})).toBe(200);
  const recovery = await receivedEmails(4);
  expect(recovery.source).toContain('Subject: A new password for Aso House');
  expect(await post('/email-otp/reset-password', { otp: codeOnALine(recovery), password: 'another1' })).toBe(
    200,
  );
  expect(await auth.callerOf(one.headers())).toBeNull();
  expect(await post('/sign-in/email', { password: 'another1' })).toBe(200);
});
