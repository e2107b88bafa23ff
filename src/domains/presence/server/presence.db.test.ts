import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Database } from '#db/client.ts';
import { type Changes, createChanges } from '#platform/changes/changes.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { createPresence, type Presence } from '#platform/realtime/presence.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Role } from '#shared/caller.ts';
import { presenceRouter } from './router.ts';

let testDatabase: TestDatabase;
let database: Database;
let close: () => Promise<void>;
let owner: pg.Client;
/** Two processes on one database. */
let processes: { changes: Changes; presence: Presence }[];
const ids = { ada: randomUUID(), bisi: randomUUID(), customer: randomUUID() };
const log = createLog('silent');

beforeAll(async () => {
  ({ testDatabase, database, owner, close } = await openTestDatabase());
  for (const [name, id] of Object.entries(ids))
    await owner.query(
      `insert into profiles (id, email, first_name, last_name, role) values ($1, $2 || '@shop.test', $2, 'Obi', $3)`,
      [id, name, name === 'customer' ? 'user' : 'admin'],
    );
  processes = [0, 1].map(() => {
    const changes = createChanges({ url: testDatabase.url, log });
    return { changes, presence: createPresence({ changes, onChange: () => {} }) };
  });
  await Promise.all(processes.map(({ changes }) => changes.ready));
});
afterAll(async () => {
  for (const { changes, presence } of processes) {
    presence.close();
    await changes.close();
  }
  await close?.();
});

const onProcess = (process: number, name: keyof typeof ids | null, role: Role = 'admin') =>
  createRouterClient(presenceRouter({ database, presence: processes[process]!.presence }), {
    context: testContext(name ? { userId: ids[name], role } : null),
  });
const soon = (assertion: () => Promise<void>) => vi.waitFor(assertion, 5_000);

test('COLLAB-01 who has what open is seen by other staff on every process, with their name', async () => {
  const thing = { kind: 'order' as const, id: randomUUID() };
  const tab = randomUUID();
  const [here, there] = [onProcess(0, 'ada'), onProcess(1, 'bisi')];
  await here.setPresence({ tab, ...thing, state: 'here' });
  await soon(async () =>
    expect(await there.listPresence()).toEqual([{ ...thing, name: 'ada Obi', isTyping: false }]),
  );
  expect(await onProcess(1, 'ada').listPresence()).toEqual([]);
  await here.setPresence({ tab, ...thing, state: 'typing' });
  await soon(async () => expect(await there.listPresence()).toMatchObject([{ isTyping: true }]));
  // Only of one's own tabs.
  await there.endPresence({ tab });
  await processes[1]!.changes.waitForInvalidation();
  expect(await there.listPresence()).toHaveLength(1);
  await onProcess(1, 'ada').endPresence({ tab });
  await soon(async () => expect(await there.listPresence()).toEqual([]));
});

test('COLLAB-01 visitors and customers may not see or report it', async () => {
  const input = { tab: randomUUID(), kind: 'product' as const, id: randomUUID(), state: 'here' as const };
  for (const [caller, code] of [
    [onProcess(0, null), 'SIGN_IN_REQUIRED'],
    [onProcess(0, 'customer', 'user'), 'NO_PERMISSION'],
  ] as const) {
    for (const call of [
      () => caller.listPresence(),
      () => caller.setPresence(input),
      () => caller.endPresence({ tab: input.tab }),
    ])
      await expect(call()).rejects.toMatchObject({ code });
  }
});

test('COLLAB-01 a report has one of five kinds, ids and two states, and nothing else', async () => {
  const input = { tab: randomUUID(), kind: 'product', id: randomUUID(), state: 'here' };
  for (const wrong of [
    { kind: 'user' },
    { id: 'adire' },
    { tab: 'x'.repeat(10_000) },
    { state: 'gone' },
    { name: 'The owner' },
  ])
    await expect(onProcess(0, 'ada').setPresence({ ...input, ...wrong } as never)).rejects.toMatchObject({
      code: 'BAD_INPUT',
    });
});

test('COLLAB-01 a renewed report costs no query of the pool and leaves no row behind', async () => {
  const tables = `select coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::int as n from pg_stat_user_tables`;
  const input = { tab: randomUUID(), kind: 'slide' as const, id: randomUUID(), state: 'here' as const };
  await onProcess(0, 'ada').setPresence(input);
  await soon(async () => expect(await onProcess(0, 'bisi').listPresence()).toHaveLength(1));
  const asCaller = vi.spyOn(database, 'asCaller');
  const execute = vi.spyOn(database.webPool, 'query');
  const before = await owner.query(tables);
  for (let n = 0; n < 5; n++) await onProcess(0, 'ada').setPresence(input);
  expect([asCaller.mock.calls.length, execute.mock.calls.length]).toEqual([0, 0]);
  expect((await owner.query(tables)).rows).toEqual(before.rows);
  await onProcess(0, 'ada').endPresence({ tab: input.tab });
  vi.restoreAllMocks();
});
