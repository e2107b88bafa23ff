import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { TestMailServer } from '#platform/mail/test-mail-server.ts';
import { type Row, row } from '../bench/table.ts';
import type { Fixture } from './fixture.ts';
import { post, postOrder, resetLimits, withDatabase } from './shoppers.ts';

const ORDERS = 5;
/** An hour in seconds, in steps about as long as the queue's retry delays. */
const HOUR = [10, 20, 40, 80, 160, 320, 640, 1_280, 1_050];

interface Email {
  id: string;
  to: string;
  subject: string;
  reader: 'shop' | 'customer' | null;
}

/** The mail server is unavailable for an hour in which users order and register; then every email must arrive once. */
export async function mailUnavailable(fixture: Fixture, mail: TestMailServer): Promise<Row[]> {
  const { shop } = fixture;
  const broken: string[] = [];
  await mail.close();
  const { emails, tries } = await withDatabase(shop.databaseUrl(), async (db) => {
    const { rows } = await db.query<{ began: string }>('select now()::text as began');
    const expected = await writeEmails(fixture);
    const emails = await emailsSince(db, rows[0]!.began);
    if (emails.length !== expected) broken.push(`${expected} emails sent, ${emails.length} in the queue`);
    for (const seconds of HOUR) {
      await pass(db, emails, seconds);
      await untilTried(db, emails);
    }
    const { waiting, tries } = await stateOf(db, emails);
    if (waiting !== emails.length) broken.push(`${emails.length - waiting} emails given up within the hour`);
    await mail.open();
    // The next retry of some is half an hour away.
    await pass(db, emails, 3_600);
    await untilTried(db, emails);
    return { emails, tries };
  });
  // Duplicates would arrive now.
  await sleep(1_500);
  for (const { to, subject, reader } of emails) {
    const times = mail.received.filter(({ to: [address], source }) => {
      // The subject of an order email is set when it is written.
      if (reader === 'shop') return source.includes(`Subject: ${subject} from `);
      if (reader === 'customer')
        return address === to && source.includes(`Subject: Your ${subject.toLowerCase()} at `);
      return address === to && source.includes(`Subject: ${subject}\r\n`);
    }).length;
    if (times !== 1) broken.push(`'${subject}' to ${to} arrived ${times} times`);
  }
  return [
    row(
      'the mail server unavailable for a simulated hour',
      `${emails.length} emails, tried up to ${tries} times, ${broken.length === 0 ? 'each arrived once' : 'see below'}`,
      'every email afterwards, once',
      broken.length === 0 && tries > 1,
      broken,
    ),
  ];
}

/** Sends orders, two emails each, and a registration, one email; returns the number of emails. */
async function writeEmails({ shop, second, shoppers, lines }: Fixture): Promise<number> {
  await resetLimits(shop.databaseUrl());
  for (let n = 0; n < ORDERS; n++) {
    const answer = await postOrder(n % 2 ? second : shop, { cookie: shoppers[n]!, lines });
    if (answer?.status !== 200) throw new Error(`An order was answered ${answer?.status ?? 'not at all'}`);
  }
  const user = { email: `shopper-${randomUUID()}@example.com`, password: 'resilience-password', name: 'x' };
  const registered = await post(shop, '/api/auth/sign-up/email', {
    body: { ...user, firstName: 'Resilience', lastName: 'Shopper' },
  });
  if (!registered.ok) throw new Error(`The registration failed: ${await registered.text()}`);
  return ORDERS * 2 + 1;
}

const emailsSince = async (db: Client, began: string): Promise<Email[]> =>
  (
    await db.query<Email>(
      `select id, data->>'to' as to, coalesce(data->>'subject', data->>'about') as subject, data->>'reader' as reader
       from pgboss.job
       where name = 'mail' and created_on >= $1`,
      [began],
    )
  ).rows;

const ids = (emails: Email[]) => emails.map(({ id }) => id);

/** Simulates that this many seconds have passed for these emails: all times of the queue are in the database. */
const pass = (db: Client, emails: Email[], seconds: number) =>
  db.query(
    `update pgboss.job set start_after = start_after - $2 * interval '1 s',
       created_on = created_on - $2 * interval '1 s', keep_until = keep_until - $2 * interval '1 s'
     where name = 'mail' and id = any($1::uuid[]) and state < 'active'`,
    [ids(emails), seconds],
  );

/** Waits until each due email has been tried. */
async function untilTried(db: Client, emails: Email[]): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const { rows } = await db.query<{ due: number }>(
      `select count(*)::int as due from pgboss.job where name = 'mail' and id = any($1::uuid[])
         and (state = 'active' or state < 'active' and start_after <= now())`,
      [ids(emails)],
    );
    if (rows[0]!.due === 0) return;
    await sleep(100);
  }
  throw new Error('The due emails were not tried within 30 s');
}

async function stateOf(db: Client, emails: Email[]): Promise<{ waiting: number; tries: number }> {
  const { rows } = await db.query<{ waiting: number; tries: number }>(
    `select count(*) filter (where state < 'active')::int as waiting, max(retry_count)::int as tries
     from pgboss.job where name = 'mail' and id = any($1::uuid[])`,
    [ids(emails)],
  );
  return rows[0]!;
}
