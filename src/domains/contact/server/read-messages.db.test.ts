import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Database } from '#db/client.ts';
import { createLimits } from '#platform/limits/limits.ts';
import { openTestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller } from '#shared/caller.ts';
import { contactRouter } from './router.ts';

let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;
const admin = { userId: randomUUID(), role: 'admin' } as const;
const customer = { userId: randomUUID(), role: 'user' } as const;

beforeAll(async () => {
  ({ database, owner, close } = await openTestDatabase());
  for (const { userId, role } of [admin, customer])
    await owner.query('INSERT INTO profiles (id, email, role) VALUES ($1, $2, $3)', [
      userId,
      `${role}@shop.example`,
      role,
    ]);
});
afterAll(() => close());
beforeEach(async () => {
  await owner.query('TRUNCATE contact_submissions, change_sets, changes');
  api = apiAs(admin);
});

const apiAs = (caller: Caller) =>
  // The history knows operations by their path.
  createRouterClient(
    { contact: contactRouter({ database, limits: createLimits(database.web) }) },
    {
      context: testContext(caller),
    },
  ).contact;
let api: ReturnType<typeof apiAs>;

/** Each is one minute newer than the previous one. */
async function message(n: number, read = false): Promise<string> {
  const id = randomUUID();
  await owner.query(
    `INSERT INTO contact_submissions (id, name, email, phone, subject, message, created_at, read_at)
     VALUES ($1, 'Ada Obi', 'ada@example.com', NULL, $2, '<b>Do you sew</b> for children?', $3, $4)`,
    [
      id,
      `Subject ${n}`,
      new Date(Date.UTC(2026, 10, 1, 8, n)),
      read ? new Date(Date.UTC(2026, 10, 2)) : null,
    ],
  );
  return id;
}

test('messages are listed newest first, ten a page, all or only unread ones', async () => {
  for (let n = 1; n <= 23; n++) await message(n, n % 2 === 0);
  const page = async (asked: object) => {
    const { items, ...rest } = await api.listMessages(asked);
    return { subjects: items.map(({ subject }) => Number(subject.split(' ')[1])), ...rest };
  };
  expect(await page({})).toEqual({
    subjects: [23, 22, 21, 20, 19, 18, 17, 16, 15, 14],
    total: 23,
    capped: false,
    page: 1,
    pageCount: 3,
  });
  expect(await page({ page: 9 })).toMatchObject({ subjects: [3, 2, 1], page: 3 });
  expect(await page({ unread: true, page: 2 })).toMatchObject({ subjects: [3, 1], total: 12, pageCount: 2 });
  expect(await api.unreadTotal()).toEqual({ unread: 12 });
});

test('a message is returned in full and unchanged', async () => {
  const id = await message(1);
  expect(await api.getMessage({ id })).toEqual({
    id,
    name: 'Ada Obi',
    email: 'ada@example.com',
    phone: null,
    subject: 'Subject 1',
    message: '<b>Do you sew</b> for children?',
    createdAt: '2026-11-01T08:01:00.000Z',
    readAt: null,
  });
  await expect(api.getMessage({ id: randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    status: 404,
  });
});

test('a message is marked as read and unread; two concurrent readings count as one', async () => {
  const id = await message(1);
  const [first, second] = await Promise.all([
    api.setRead({ id, read: true }),
    api.setRead({ id, read: true }),
  ]);
  expect(first.readAt).not.toBeNull();
  expect(second.readAt).toBe(first.readAt);
  expect(await api.setRead({ id, read: true })).toEqual(first);
  expect(await api.unreadTotal()).toEqual({ unread: 0 });
  expect(await api.setRead({ id, read: false })).toMatchObject({ readAt: null });
  expect(await api.unreadTotal()).toEqual({ unread: 1 });
  await expect(api.setRead({ id: randomUUID(), read: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('only an admin can read messages, in the application and in the database', async () => {
  const id = await message(1);
  for (const [caller, code] of [
    [null, 'SIGN_IN_REQUIRED'],
    [customer, 'NO_PERMISSION'],
  ] as const) {
    for (const call of [
      () => apiAs(caller).listMessages({}),
      () => apiAs(caller).getMessage({ id }),
      () => apiAs(caller).setRead({ id, read: true }),
      () => apiAs(caller).setManyRead({ selection: { ids: [id] }, read: true }),
      () => apiAs(caller).unreadTotal(),
    ])
      await expect(call()).rejects.toMatchObject({ code });
  }
  // A forged role.
  const forged = apiAs({ ...customer, role: 'admin' });
  expect(await forged.listMessages({})).toMatchObject({ items: [], total: 0 });
  await expect(forged.setRead({ id, read: true })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await forged.setManyRead({ selection: { ids: [id] }, read: true })).toEqual({ changed: 0 });
  expect(await api.unreadTotal()).toEqual({ unread: 1 });
});

const sets = async () =>
  (await owner.query('SELECT id, summary, kinds, row_count FROM change_sets ORDER BY at DESC')).rows;
const undo = (set: string) =>
  database.asCaller(admin, (tx) => tx.execute(sql`SELECT undo_change_set(${set}, false)`));
const unread = async () =>
  (await api.listMessages({ unread: true })).items.map(({ subject }) => subject).sort();

test('BULK-02 selected messages, or all that match but some, are marked in one set with one undo', async () => {
  const [first, second] = [await message(1), await message(2), await message(3), await message(4, true)];
  expect(await api.setManyRead({ selection: { ids: [first, second, randomUUID()] }, read: true })).toEqual({
    changed: 2,
  });
  expect(await unread()).toEqual(['Subject 3']);
  const [marked] = await sets();
  expect(marked).toMatchObject({ summary: 'Marked 2 messages as read', kinds: ['message'], row_count: 2 });
  await undo(marked.id);
  expect(await unread()).toEqual(['Subject 1', 'Subject 2', 'Subject 3']);
  expect(await api.unreadTotal()).toEqual({ unread: 3 });
  // Those that are so already are left alone, and the one that was left out.
  const allUnread = { filter: { unread: true }, except: [second] };
  expect(await api.setManyRead({ selection: allUnread, read: true })).toEqual({ changed: 2 });
  expect(await unread()).toEqual(['Subject 2']);
  expect(await api.setManyRead({ selection: { filter: {}, except: [] }, read: false })).toEqual({
    changed: 3,
  });
  expect((await sets())[0]).toMatchObject({ summary: 'Marked 3 messages as unread' });
  expect(await api.setManyRead({ selection: { ids: [first] }, read: false })).toEqual({ changed: 0 });
  expect(await sets()).toHaveLength(4);
});

test('HIST-01 an opened message is read without a change set, and what is pressed afterwards is one', async () => {
  const id = await message(1);
  const { readAt } = await api.openMessage({ id });
  expect(readAt).not.toBeNull();
  expect(await api.openMessage({ id })).toMatchObject({ readAt });
  expect(await api.unreadTotal()).toEqual({ unread: 0 });
  expect(await sets()).toEqual([]);
  await api.setRead({ id, read: false });
  expect((await sets()).map(({ summary }) => summary)).toEqual(['Marked one message as unread']);
  await expect(api.openMessage({ id: randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(apiAs(customer).openMessage({ id })).rejects.toMatchObject({ code: 'NO_PERMISSION' });
});

test('HIST-01 of messages only the time of reading is recorded, and nothing that their senders do', async () => {
  const id = await message(1);
  expect(await sets()).toEqual([]);
  const { readAt } = await api.setRead({ id, read: true });
  const [marked] = await sets();
  expect(marked).toMatchObject({ summary: 'Marked one message as read', row_count: 1 });
  const { rows } = await owner.query('SELECT kind, thing_id, thing, before, after FROM changes');
  expect(rows).toMatchObject([{ kind: 'message', thing_id: id, thing: null, before: { read_at: null } }]);
  expect(Object.keys(rows[0].after)).toEqual(['read_at']);
  expect(new Date(rows[0].after.read_at).toISOString()).toBe(readAt);
  await undo(marked.id);
  expect(await api.getMessage({ id })).toMatchObject({ readAt: null });
  await owner.query('DELETE FROM contact_submissions');
  expect(await sets()).toHaveLength(2);
  // Admins read it, customers do not.
  const seen = (caller: Caller) =>
    database.asCaller(caller, async (tx) => (await tx.execute(sql`SELECT FROM changed_rows`)).rowCount);
  expect([await seen(admin), await seen(customer)]).toEqual([2, 0]);
});
