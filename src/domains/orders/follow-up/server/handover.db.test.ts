import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderMail } from '#platform/mail/message.ts';
import { createFixture, FIXTURE_NOW, type Fixture, type TestUser } from '../../server/test-orders.ts';

let fixture: Fixture;
let amara: TestUser;
let bola: TestUser;
let admin: TestUser;
let tunde: TestUser;
beforeAll(async () => {
  fixture = await createFixture();
  amara = await fixture.addUser({ firstName: 'Amara', lastName: 'Eze', phone: '+2348031234567' });
  bola = await fixture.addUser({ firstName: 'Bola', lastName: 'Ade' });
  admin = await fixture.addUser({ firstName: 'Ngozi', lastName: 'Admin', role: 'admin' });
  tunde = await fixture.addUser({ firstName: 'Tunde', lastName: 'Admin', role: 'admin' });
});
afterAll(() => fixture?.close());
beforeEach(() => fixture.clear());

const denied = { cause: { code: '42501' } };
/** The entries of these kinds in the timeline of an order. */
const entries = async (id: string, ...kinds: string[]) =>
  (await fixture.as(admin).getForAdmin({ id })).events
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ kind, name, detail }) => [kind, name, detail] as const);
/** Both staff members at once: they begin while the order is locked, and go on together. */
const together = async <T>(id: string, press: (user: TestUser) => Promise<T>): Promise<T[]> => {
  let both: Promise<T[]> | undefined;
  await fixture.database.asCaller({ userId: admin.id, role: 'admin' }, async (tx) => {
    await tx.execute(sql`select from orders where id = ${id} for update`);
    both = Promise.all([admin, tunde].map(press));
    for (let waiting = 0; waiting < 2; ) {
      const [row] = await fixture.rows(
        `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      waiting = row.n;
    }
  });
  return both!;
};
const set = (id: string, values: string) => fixture.rows(`update orders set ${values} where id = $1`, [id]);
const aged = (id: string, interval: string) => set(id, `created_at = now() - interval '${interval}'`);

test('HAND-01 an order is submitted, opened, then confirmed; staff and customer read the same', async () => {
  const { id } = await fixture.orderOf(amara);
  const facts = async () => {
    const [mine, staff] = [await fixture.as(amara).get({ id }), await fixture.as(admin).getForAdmin({ id })];
    const row = (await fixture.as(tunde).listAll({})).items[0]!;
    const of = ({ createdAt, openedAt, confirmedAt }: typeof mine) => ({ createdAt, openedAt, confirmedAt });
    expect([of(staff), of(row as never)]).toEqual([of(mine), of(mine)]);
    return [mine.openedAt !== null, mine.confirmedAt];
  };
  expect(await facts()).toEqual([false, null]);
  await fixture.as(amara).markOpened({ id });
  expect(await facts()).toEqual([true, null]);
  const { confirmedAt, earlier } = await fixture.as(admin).confirmOrder({ id });
  expect(earlier).toBeNull();
  expect(await facts()).toEqual([true, confirmedAt]);
});

test('HAND-01 two staff members at once confirm an order once, and neither sees an error', async () => {
  const { id, orderNumber } = await fixture.orderOf(amara);
  const answers = await together(id, (user) => fixture.as(user).confirmOrder({ id }));
  expect(answers[0]!.confirmedAt).toEqual(answers[1]!.confirmedAt);
  const [, name] = (await entries(id, 'confirmed'))[0]!;
  expect(answers.map(({ earlier }) => earlier?.name ?? null).toSorted()).toEqual([name, null].toSorted());
  expect(await entries(id, 'confirmed')).toEqual([['confirmed', name, { after: expect.any(String) }]]);
  expect(await fixture.rows(`select summary from change_sets where kinds = '{order}'`)).toEqual([
    { summary: `Confirmed order ${orderNumber}` },
  ]);
});

test('HAND-01 an undo takes a confirmation back, and its undo returns it as it was', async () => {
  const { id } = await fixture.orderOf(amara);
  const { confirmedAt } = await fixture.as(admin).confirmOrder({ id });
  await fixture.undoNewest(tunde);
  expect((await fixture.as(amara).get({ id })).confirmedAt).toBeNull();
  await fixture.undoNewest(admin);
  expect((await fixture.as(amara).get({ id })).confirmedAt).toEqual(confirmedAt);
  expect(await entries(id, 'confirmed')).toEqual([
    ['confirmed', 'Ngozi Admin', { after: expect.stringContaining('2') }],
    ['confirmed', 'Tunde Admin', { after: '' }],
    ['confirmed', 'Ngozi Admin', { after: expect.stringContaining('2') }],
  ]);
});

test('HAND-01 a confirmation is in the timeline also when the history has ended', async () => {
  const { id } = await fixture.orderOf(amara);
  await fixture.as(admin).confirmOrder({ id });
  await fixture.rows('truncate change_sets, changes');
  expect(await entries(id, 'confirmed')).toEqual([['confirmed', '', { after: expect.any(String) }]]);
});

test('HAND-01 only staff confirm, neither by the operation nor by SQL does a customer', async () => {
  const { id } = await fixture.orderOf(amara);
  for (const user of [amara, bola])
    await expect(fixture.as(user).confirmOrder({ id })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  await expect(fixture.as(null).confirmOrder({ id })).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED' });
  await expect(
    fixture.sqlAs(amara, `update orders set confirmed_at = now() where id = '${id}'`),
  ).rejects.toMatchObject(denied);
  expect(
    (await fixture.sqlAs(bola, `update orders set confirmed_at = now() where id = '${id}'`)).rowCount,
  ).toBe(0);
  await expect(
    fixture.sqlAs(
      amara,
      `insert into orders (id, order_number, user_id, customer_name, customer_email, idempotency_key, body_hash, confirmed_at)
       values (gen_random_uuid(), '999999', '${amara.id}', 'A', 'a', gen_random_uuid(), 'x', now())`,
    ),
  ).rejects.toMatchObject(denied);
  await expect(set(id, `confirmed_at = created_at - interval '1 second'`)).rejects.toMatchObject({
    constraint: 'orders_confirmed_at_check',
  });
  await expect(fixture.as(admin).confirmOrder({ id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('HAND-03 the queues: what the list shows is what the dashboard counts', async () => {
  const make = async (created: string, opened: string | null, change = 'is_demo = false') => {
    const { id } = await fixture.orderOf(amara);
    await aged(id, created);
    await set(id, `opened_at = ${opened ? `now() - interval '${opened}'` : 'null'}, ${change}`);
    return id;
  };
  const unopened = [await make('31 minutes', null), await make('30 minutes', null)];
  const unconfirmed = [await make('2 days', '1 day'), await make('250 minutes', '241 minutes')];
  await make('29 minutes', null);
  await make('5 hours', '239 minutes');
  for (const opened of [null, '5 hours']) {
    await make('6 hours', opened, 'confirmed_at = now()');
    for (const status of ['processing', 'completed', 'cancelled'])
      await make('6 hours', opened, `status = '${status}'`);
  }
  const listed = async (input: Parameters<ReturnType<Fixture['as']>['listAll']>[0]) => {
    const { items, total } = await fixture.as(admin).listAll(input);
    expect(total).toBe(items.length);
    return items.map(({ id }) => id);
  };
  expect(await listed({ queue: 'unopened' })).toEqual(unopened.toReversed());
  expect(await listed({ queue: 'unconfirmed' })).toEqual(unconfirmed.toReversed());
  expect(await listed({ queue: 'unconfirmed', sort: 'waiting' })).toEqual(unconfirmed);
  expect(await listed({ queue: 'unopened', opened: true })).toEqual([]);
  expect(await listed({ queue: 'unopened', search: 'amara' })).toEqual(unopened.toReversed());
  const { queues } = await fixture.as(admin).totals();
  expect(queues).toEqual({ unopened: 2, unconfirmed: 2 });
  await expect(fixture.as(admin).listAll({ queue: 'all' as never })).rejects.toMatchObject({
    code: 'BAD_INPUT',
  });
  // Confirmed, an order leaves its queue.
  await fixture.as(admin).confirmOrder({ id: unconfirmed[0]! });
  expect((await fixture.as(admin).totals()).queues).toEqual({ unopened: 2, unconfirmed: 1 });
});

const DAY_AGO = new Date(FIXTURE_NOW.getTime() - 24 * 3_600_000);
const remindersAt = (at: Date) =>
  fixture.rows(`update order_events set created_at = $1 where kind = 'reminder'`, [at]);

test('HAND-03 a reminder is in the timeline, and the next within 24 hours names it and needs a second press', async () => {
  const { id } = await fixture.orderOf(amara);
  const remind = (user: TestUser, after: string | null = null) =>
    fixture.as(user).remindCustomer({ id, channel: 'whatsapp', after });
  const first = await remind(admin);
  await remindersAt(new Date(DAY_AGO.getTime() + 1000));
  await expect(remind(tunde)).rejects.toMatchObject({
    code: 'REMINDED',
    data: { name: 'Ngozi Admin', at: new Date(DAY_AGO.getTime() + 1000).toISOString() },
  });
  await expect(remind(tunde, randomUUID())).rejects.toMatchObject({ code: 'REMINDED' });
  const second = await remind(tunde, first.id);
  // The screen that showed the first one does not allow a third.
  await expect(remind(admin, first.id)).rejects.toMatchObject({ code: 'REMINDED' });
  await remindersAt(DAY_AGO);
  await remind(admin);
  expect(second.id).not.toBe(first.id);
  expect((await entries(id, 'reminder')).map(([, name]) => name)).toEqual(
    expect.arrayContaining(['Ngozi Admin', 'Tunde Admin', 'Ngozi Admin']),
  );
  expect(await entries(id, 'reminder')).toContainEqual(['reminder', 'Tunde Admin', { channel: 'whatsapp' }]);
});

test('HAND-03 two staff members at once remind a customer once', async () => {
  const { id } = await fixture.orderOf(amara);
  const attempts = await together(id, (user) =>
    fixture
      .as(user)
      .remindCustomer({ id, channel: 'email' })
      .then(
        () => 'sent',
        ({ code }) => code,
      ),
  );
  expect(attempts.toSorted()).toEqual(['REMINDED', 'sent']);
  expect(await entries(id, 'reminder')).toHaveLength(1);
});

test('HAND-03 a reminder by email is queued with its event, and not sent once the order is confirmed', async () => {
  const { id, orderNumber } = await fixture.orderOf(amara);
  await fixture.rows('truncate pgboss.job');
  const reminder = (await fixture.as(admin).remindCustomer({ id, channel: 'email' })).id;
  const jobs = await fixture.rows('select id, data from pgboss.job');
  expect(jobs).toEqual([
    {
      id: reminder,
      data: {
        order: id,
        user: amara.id,
        reader: 'customer',
        reminder,
        to: amara.email,
        about: `Reminder of order #${orderNumber}`,
      },
    },
  ]);
  expect(await entries(id, 'reminder', 'email')).toEqual(
    expect.arrayContaining([
      ['reminder', 'Ngozi Admin', { channel: 'email' }],
      ['email', '', { reader: 'reminder', state: 'waiting' }],
    ]),
  );
  const mail = await fixture.mailOf(jobs[0].data as OrderMail);
  expect(mail).toMatchObject({
    to: amara.email,
    subject: `Your order #${orderNumber} at Aso House waits for your message`,
  });
  expect(mail!.text).toContain('https://wa.me/2348012345678');
  await fixture.as(tunde).confirmOrder({ id });
  expect(await fixture.mailOf(jobs[0].data as OrderMail)).toBeNull();
});

test('HAND-03 no reminder of an order that is confirmed, done, without the contact or another’s to remind', async () => {
  const remind = (id: string, channel: 'whatsapp' | 'email', user = admin) =>
    fixture.as(user).remindCustomer({ id, channel });
  const none = { code: 'NO_REMINDER' };
  const { id } = await fixture.orderOf(bola);
  await expect(remind(id, 'whatsapp')).rejects.toMatchObject(none);
  for (const status of ['completed', 'cancelled'] as const) {
    await fixture.as(admin).setStatus({ id, status });
    await expect(remind(id, 'email')).rejects.toMatchObject(none);
  }
  await fixture.as(admin).setStatus({ id, status: 'processing' });
  await fixture.as(admin).confirmOrder({ id });
  await expect(remind(id, 'email')).rejects.toMatchObject(none);
  await expect(remind(randomUUID(), 'email')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(remind(id, 'email', bola)).rejects.toMatchObject({ code: 'NO_PERMISSION' });
  expect(await entries(id, 'reminder')).toEqual([]);
});

test('HAND-03 injected SQL sends no email but that of a reminder that it records, and customers none', async () => {
  const { id } = await fixture.orderOf(amara);
  await fixture.rows('truncate pgboss.job');
  const event = randomUUID();
  const record = (actor: TestUser, kind = 'reminder') =>
    `insert into order_events (id, order_id, kind, detail, actor_id)
     values ('${event}', '${id}', '${kind}', '{"channel": "email"}', '${actor.id}')`;
  const send = `select enqueue_order_reminder('${event}')`;
  await expect(fixture.sqlAs(amara, record(amara))).rejects.toMatchObject(denied);
  await expect(fixture.sqlAs(admin, send)).rejects.toMatchObject(denied);
  await fixture.sqlAs(admin, record(admin));
  // In a later transaction, and by another: not sent.
  for (const user of [admin, tunde, amara])
    await expect(fixture.sqlAs(user, send)).rejects.toMatchObject(denied);
  expect(await fixture.rows('select from pgboss.job')).toEqual([]);
});
