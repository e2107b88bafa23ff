import { randomUUID } from 'node:crypto';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createMailer } from '#platform/mail/mailer.ts';
import type { MailMessage, OrderMail } from '#platform/mail/message.ts';
import { startTestMailServer, type TestMailServer } from '#platform/mail/test-mail-server.ts';
import {
  connectOwner,
  createTestDatabase,
  type TestDatabase,
  urlsAt,
} from '#platform/postgres/test-database.ts';
import type { TextMessage } from '#platform/sms/text-message.ts';
import { eventually } from '#shared/test-eventually.ts';
import { installJobs } from './install.ts';
import { createJobs, enqueue, type Jobs } from './jobs.ts';
import { PermanentFailure } from './permanent-failure.ts';
import type { PushJob } from './queues.ts';

let base: TestDatabase;
let database: Database;
let owner: pg.Client;
const logged: Record<string, unknown>[] = [];
const log = pino({ level: 'info' }, { write: (line) => void logged.push(JSON.parse(line)) });
const running: Jobs[] = [];

beforeAll(async () => {
  base = await createTestDatabase();
  await installJobs(base.url);
  database = await openDatabase(base);
  owner = new pg.Client({ connectionString: base.url });
  owner.on('error', () => {});
  await owner.connect();
});
beforeEach(async () => {
  logged.length = 0;
  await owner.query('truncate pgboss.job');
});
afterEach(async () => {
  for (const jobs of running.splice(0)) await jobs.stop();
});
afterAll(async () => {
  await database?.close();
  await sleep(50);
  await owner?.end();
  await base?.drop();
});

async function work(
  mail: (message: MailMessage) => Promise<void>,
  text: (message: TextMessage) => Promise<void> = async () => {},
): Promise<Jobs> {
  const writeOrderMail = async ({ order }: OrderMail) => email(order);
  const jobs = createJobs({ database, log, handlers: { mail, text, writeOrderMail } });
  running.push(jobs);
  await jobs.start();
  return jobs;
}

const faults = () => logged.filter(({ level, msg }) => Number(level) >= 40 && msg === 'job queue');
const email = (subject: string): MailMessage => ({
  to: 'amara@shop.example',
  subject,
  text: 'Hello',
  html: '<p>Hello</p>',
});
const send = (subject: string) => database.auth.transaction((tx) => enqueue(tx, 'mail', email(subject)));

const mailerAt = (server: TestMailServer) =>
  createMailer({ smtpUrl: server.url, from: 'Aso House <orders@shop.example>', mailboxDir: '' });

test('work scheduled while the database is unavailable starts when it is back', async () => {
  const target = new URL(base.url);
  let isCut = false;
  const near = new Set<Socket>();
  const proxy = createServer((socket) => {
    if (isCut) return void socket.destroy();
    near.add(socket);
    const far = connect(Number(target.port), target.hostname);
    for (const one of [socket, far]) one.on('error', () => {});
    socket.pipe(far).pipe(socket);
  });
  await new Promise<void>((ready) => proxy.listen(0, '127.0.0.1', ready));
  const url = new URL(base.url);
  url.port = String((proxy.address() as AddressInfo).port);
  const far = await openDatabase(urlsAt(url.href));
  const sent: string[] = [];
  const mail = async ({ subject }: MailMessage) => void sent.push(subject);
  const jobs = createJobs({ database: far, log, handlers: { mail, text: async () => {} } });
  try {
    await send('kept');
    isCut = true;
    for (const socket of near) socket.destroy();
    let begun = false;
    const beginning = jobs.start().then(() => {
      begun = true;
    });
    await sleep(1_500);
    expect([begun, sent]).toEqual([false, []]);
    isCut = false;
    await beginning;
    await eventually(() => expect(sent).toEqual(['kept']));
  } finally {
    await jobs.stop();
    await far.close();
    proxy.close();
  }
});

test('a rolled back transaction sends no email, a committed one exactly one', async () => {
  const server = await startTestMailServer();
  try {
    await work(mailerAt(server).send);
    await expect(
      database.auth.transaction(async (tx) => {
        await enqueue(tx, 'mail', email('never'));
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await send('Your order ₦12,500.00');
    await eventually(() => expect(server.received).toHaveLength(1));
    await sleep(2500);
    expect(server.received).toHaveLength(1);
    expect(server.received[0]).toMatchObject({ to: ['amara@shop.example'] });
    expect(server.received[0]?.source).toContain('From: Aso House <orders@shop.example>');
    expect(faults()).toEqual([]);
  } finally {
    await server.close();
  }
});

test('an email waits while the mail server is down, and is sent when it is back', async () => {
  const server = await startTestMailServer();
  await server.close();
  await work(mailerAt(server).send);
  await send('patience');
  await eventually(() =>
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'job failed', attempt: 1 })),
  );
  await server.open();
  try {
    await eventually(() => expect(server.received).toHaveLength(1));
  } finally {
    await server.close();
  }
});

test('a job survives the process that queued it, and stop waits for the running job', async () => {
  await send('queued before any worker');
  const done: string[] = [];
  const jobs = await work(async ({ subject }) => {
    await sleep(1500);
    done.push(subject);
  });
  await eventually(async () =>
    expect(
      (await owner.query("select from pgboss.job where name = 'mail' and state = 'active'")).rowCount,
    ).toBe(1),
  );
  await jobs.stop();
  expect(done).toEqual(['queued before any worker']);
  expect((await owner.query("select state from pgboss.job where name = 'mail'")).rows).toEqual([
    { state: 'completed' },
  ]);
});

test('a hundred emails are sent at once, each once, and a failing one delays no other', async () => {
  const sent: string[] = [];
  await database.auth.transaction(async (tx) => {
    for (let n = 0; n < 100; n++) await enqueue(tx, 'mail', email(`${n}`));
  });
  await work(async ({ subject }) => {
    if (subject === '7') throw new Error('refused');
    sent.push(subject);
  });
  await eventually(() => expect(sent).toHaveLength(99));
  expect(new Set(sent).size).toBe(99);
  expect(
    (await owner.query("select data->>'subject' as s from pgboss.job where state = 'retry'")).rows,
  ).toEqual([{ s: '7' }]);
});

const states = async () =>
  Object.fromEntries(
    (
      await owner.query<{ subject: string; state: string }>(
        "select data->>'subject' as subject, state from pgboss.job where name = 'mail'",
      )
    ).rows.map(({ subject, state }) => [subject, state]),
  );

test('each email is recorded when it is sent: a slow one delays no other, and a stop repeats it alone', async () => {
  const sent: string[] = [];
  const subjects = ['slow', '1', '2', '3', '4', '5', '6'];
  const { promise, resolve } = Promise.withResolvers<void>();
  await database.auth.transaction(async (tx) => {
    for (const subject of subjects) await enqueue(tx, 'mail', email(subject));
  });
  const jobs = await work(async ({ subject }) => {
    if (subject === 'slow') await promise;
    sent.push(subject);
  });
  const done = Object.fromEntries(subjects.slice(1).map((subject) => [subject, 'completed']));
  await eventually(async () => expect(await states()).toEqual({ ...done, slow: 'active' }));
  await send('later');
  await eventually(async () =>
    expect(await states()).toEqual({ ...done, later: 'completed', slow: 'active' }),
  );
  await jobs.stop();
  expect(await states()).toEqual({ ...done, later: 'completed', slow: 'retry' });
  resolve();
  expect(sent.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', 'later']);
});

test('emails that hang give their places back, and one that is refused for good is tried once', async () => {
  const tried: string[] = [];
  const hanging = ['a', 'b', 'c', 'd'];
  await database.auth.transaction(async (tx) => {
    for (const subject of hanging) await enqueue(tx, 'mail', email(subject));
  });
  await owner.query("update pgboss.job set expire_seconds = 1 where name = 'mail'");
  await send('refused');
  await work(async ({ subject }) => {
    tried.push(subject);
    if (subject === 'refused') throw new PermanentFailure('550');
    if (hanging.includes(subject)) await new Promise(() => {});
  });
  await eventually(() =>
    expect(logged).toContainEqual(expect.objectContaining({ msg: 'job given up', from: 'mail' })),
  );
  expect(await states()).toMatchObject({ refused: 'failed' });
  expect(tried.filter((subject) => subject === 'refused')).toHaveLength(1);
  expect(tried).toEqual(expect.arrayContaining(hanging));
  // Also when nothing waits at the moment at which they are given up.
  const waiting = Object.fromEntries(hanging.map((subject) => [subject, 'retry']));
  await eventually(async () => expect(await states()).toMatchObject(waiting));
  await send('later');
  await eventually(async () => expect(await states()).toMatchObject({ later: 'completed' }));
});

test('four jobs of a queue run at the same time, and an idle queue is polled once a second', async () => {
  let polls = 0;
  let atOnce = 0;
  let most = 0;
  const authPool = {
    query: (text: string, values?: unknown[]) => {
      if (text.includes("'mail'") && text.includes('SKIP LOCKED')) polls += 1;
      return database.authPool.query(text, values);
    },
  } as Database['authPool'];
  const mail = async () => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await sleep(50);
    atOnce -= 1;
  };
  const jobs = createJobs({
    database: { ...database, authPool },
    log,
    handlers: { mail, text: async () => {} },
  });
  running.push(jobs);
  await jobs.start();
  await database.auth.transaction(async (tx) => {
    for (let n = 0; n < 20; n++) await enqueue(tx, 'mail', email(`${n}`));
  });
  await eventually(async () => expect(Object.values(await states())).toEqual(Array(20).fill('completed')));
  expect(most).toBe(4);
  await sleep(500);
  polls = 0;
  const since = performance.now();
  await sleep(5_000);
  expect(polls).toBeGreaterThan(0);
  expect(polls).toBeLessThanOrEqual((performance.now() - since) / 1000 + 1);
});

test('OPEN-37 a text message refused by the gateway is retried', async () => {
  const tried: string[] = [];
  await database.auth.transaction((tx) =>
    enqueue(tx, 'text', { to: '+2348012345678', text: '424242', until: '2100-01-01T00:00:00.000Z' }),
  );
  await work(
    async () => {},
    async ({ to }) => {
      tried.push(to);
      if (tried.length === 1) throw new Error('the gateway answered 500');
    },
  );
  await eventually(() => expect(tried).toEqual(['+2348012345678', '+2348012345678']));
  expect(JSON.stringify(logged)).not.toContain('424242');
});

test('OFF-07 a notification is sent again after the seconds that its handler answers', async () => {
  const job: PushJob = {
    subscription: '1',
    user: '2',
    order: '3',
    topic: 'own_orders',
    status: 'ready',
    until: 4_000_000_000,
  };
  await database.auth.transaction((tx) => enqueue(tx, 'push', job));
  const tried: number[] = [];
  const jobs = createJobs({
    database,
    log,
    handlers: {
      mail: async () => {},
      text: async () => {},
      push: async (data) => {
        expect(data).toEqual(job);
        tried.push(Date.now());
        return tried.length === 1 ? 3 : null;
      },
    },
  });
  running.push(jobs);
  await jobs.start();
  await eventually(() => expect(tried).toHaveLength(2));
  expect(tried[1]! - tried[0]!).toBeGreaterThanOrEqual(2_900);
  await eventually(async () => {
    const { rows } = await owner.query("select state from pgboss.job where name = 'push'");
    expect(rows.map(({ state }) => state)).toEqual(['completed', 'completed']);
  });
});

test('a job that is given up is logged as an error, without its data', async () => {
  await send('code 424242');
  await owner.query("update pgboss.job set retry_limit = 0 where name = 'mail'");
  await work(async () => {
    throw new Error('refused');
  });
  await eventually(() =>
    expect(logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'job given up', from: 'mail' })),
  );
  expect(JSON.stringify(logged)).not.toContain('424242');
});

test('a line break in a name or an email creates no header and no second recipient', async () => {
  const server = await startTestMailServer();
  try {
    const { send } = mailerAt(server);
    await send({ ...email('Order from Amara\r\nBcc: all@shop.example'), replyTo: 'a@shop.example' });
    expect(server.received[0]?.to).toEqual(['amara@shop.example']);
    expect(server.received[0]?.source).not.toMatch(/^Bcc:/im);
    await send({ ...email('two'), to: 'a@shop.example, b@shop.example' }).catch(() => {});
    expect(server.received.slice(1).flatMap((mail) => mail.to)).not.toContain('b@shop.example');
  } finally {
    await server.close();
  }
});

test('scheduled work folds the counters and counts the likes, as the web role', async () => {
  await owner.query("insert into counters (name, delta) values ('orders', 2), ('orders', 3)");
  await work(async () => {});
  const schedule = await owner.query('select key, cron from pgboss.schedule order by key');
  expect(schedule.rows.map((row) => row.key)).toEqual([
    'apply_planned_changes',
    'count_likes',
    'fold_counters',
    'forget_limits',
    'forget_sessions',
    'keep_history',
    'wake_webhooks',
  ]);
  for (const task of ['fold_counters', 'count_likes', 'forget_limits', 'forget_sessions'] as const) {
    await database.auth.transaction((tx) => enqueue(tx, 'housekeeping', { task }));
  }
  await eventually(async () =>
    expect(
      (await owner.query("select state from pgboss.job where name = 'housekeeping' and state = 'completed'"))
        .rowCount,
    ).toBe(4),
  );
  expect((await owner.query("select delta from counters where name = 'orders'")).rows).toEqual([
    { delta: '5' },
  ]);
  expect(faults()).toEqual([]);
});

test('counting likes locks products by id, as planned changes do: while it waits for the first, it holds none', async () => {
  await owner.query(
    `insert into products (id, name, description, price)
     select md5('liked ' || n)::uuid, 'Liked ' || n, 'D', n from generate_series(1, 40) n;
     insert into product_likes (product_id, browser_id)
     select id, gen_random_uuid() from products where name like 'Liked %' order by id desc`,
  );
  const [editor, counting] = [await connectOwner(base.url), await connectOwner(base.url)];
  const liked = `select id from products where name like 'Liked %' order by id`;
  try {
    await editor.query(`begin; ${liked} limit 1 for no key update`);
    const counted = counting.query('select count_likes()');
    await eventually(async () =>
      expect(
        (
          await owner.query(
            `select from pg_stat_activity where datname = current_database() and query = 'select count_likes()' and wait_event_type = 'Lock'`,
          )
        ).rowCount,
      ).toBe(1),
    );
    expect((await editor.query(`${liked} for no key update nowait`)).rowCount).toBe(40);
    await editor.query('commit');
    await counted;
    expect((await owner.query(`select from products where likes = 1`)).rowCount).toBe(40);
  } finally {
    await Promise.all([editor.end(), counting.end()]);
    await owner.query(`delete from products where name like 'Liked %'`);
  }
});

test('repeated and concurrent installation changes nothing', async () => {
  await send('kept');
  await Promise.all([installJobs(base.url), installJobs(base.url)]);
  expect((await owner.query("select data->>'subject' as subject from pgboss.job")).rows).toEqual([
    { subject: 'kept' },
  ]);
  const unprotected = await owner.query(
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname = 'pgboss' and relkind in ('r', 'p') and not relrowsecurity`,
  );
  expect(unprotected.rows).toEqual([]);
});

test('the start of a process does not wait for a reader of the queue, such as a backup', async () => {
  const reader = await connectOwner(base.url);
  try {
    await reader.query('begin; select from pgboss.job');
    await installJobs(base.url);
  } finally {
    await reader.end();
  }
}, 10_000);

test('the daily backup runs in one process, at the hour of the shop’s time zone, and stops when disabled', async () => {
  let done = 0;
  const backup = {
    at: { hour: 3, minute: 30 },
    timeZone: 'Africa/Lagos',
    run: async () => {
      done += 1;
    },
  };
  const noop = async () => {};
  const start = async (more: object) => {
    const jobs = createJobs({ database, log, handlers: { mail: noop, text: noop }, ...more });
    running.push(jobs);
    await jobs.start();
  };
  await Promise.all([start({ backup }), start({ backup })]);
  const schedule = () => owner.query(`select cron, timezone from pgboss.schedule where name = 'backup'`);
  expect((await schedule()).rows).toEqual([{ cron: '30 3 * * *', timezone: 'Africa/Lagos' }]);
  await enqueue(database.auth, 'backup', {});
  await eventually(async () =>
    expect(
      (await owner.query(`select from pgboss.job where name = 'backup' and state = 'completed'`)).rowCount,
    ).toBe(1),
  );
  expect(done).toBe(1);
  await start({});
  expect((await schedule()).rows).toEqual([]);
});

test('what was due each day while the shop was stopped is done once at the next start', async () => {
  const ran: string[] = [];
  const noop = async () => {};
  const start = async () => {
    const jobs = createJobs({
      database,
      log,
      handlers: { mail: noop, text: noop, keepHistory: async () => void ran.push('history') },
      backup: {
        at: { hour: 3, minute: 30 },
        timeZone: 'Africa/Lagos',
        run: async () => void ran.push('backup'),
      },
    });
    running.push(jobs);
    await jobs.start();
    return jobs;
  };
  await (await start()).stop();
  await owner.query("update pgboss.schedule set created_on = now() - interval '9 days'");
  await owner.query("update pgboss.version set cron_on = now() - interval '3 days'");
  await owner.query(
    `insert into spent_captchas (nonce, expires_at) values (repeat('x', 32), now() - interval '2 days')`,
  );
  await start();
  await eventually(async () => {
    expect(ran.toSorted()).toEqual(['backup', 'history']);
    expect((await owner.query('select from spent_captchas')).rowCount).toBe(0);
  });
  await sleep(6_000);
  expect(ran).toHaveLength(2);
  expect(faults()).toEqual([]);
});

test('DESK-06 an email of an order that was sent is an event of the order; one that cannot be noted is sent once', async () => {
  const order = randomUUID();
  await owner.query(
    `insert into orders (id, order_number, customer_name, customer_email, idempotency_key, body_hash) values ($1, '4711', 'A', 'a', $1, 'x')`,
    [order],
  );
  const sent: string[] = [];
  await work(async ({ subject }) => void sent.push(subject));
  for (const [id, reader] of [
    [order, 'customer'],
    [order, 'shop'],
    ['no id', 'shop'],
  ] as const)
    await database.auth.transaction((tx) => enqueue(tx, 'mail', { order: id, user: order, reader }));
  await eventually(async () =>
    expect(
      (await owner.query(`select from pgboss.job where name = 'mail' and state = 'completed'`)).rowCount,
    ).toBe(3),
  );
  const { rows } = await owner.query(
    `select detail->>'reader' as reader from order_events where order_id = $1 and kind = 'email' order by 1`,
    [order],
  );
  expect(rows).toEqual([{ reader: 'customer' }, { reader: 'shop' }]);
  expect(sent.toSorted()).toEqual(['no id', order, order].toSorted());
});
