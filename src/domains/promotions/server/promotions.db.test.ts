import { randomUUID } from 'node:crypto';
import { createRouterClient } from '@orpc/server';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Database, openDatabase } from '#db/client.ts';
import { createChanges } from '#platform/changes/changes.ts';
import { clockIn } from '#platform/clock.ts';
import { createLog } from '#platform/log.ts';
import { openTestDatabase, type TestDatabase } from '#platform/postgres/test-database.ts';
import { testContext } from '#platform/rpc/test-context.ts';
import type { Caller } from '#shared/caller.ts';
import { findStartedPromotion, type PromotionsDeps } from './promotion.service.ts';
import { promotionsRouter } from './router.ts';

let base: TestDatabase;
let owner: pg.Client;
let database: Database;
let close: () => Promise<void>;
let now: Date;

beforeAll(async () => {
  ({ testDatabase: base, database, owner, close } = await openTestDatabase());
});
afterAll(() => close?.());
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z');
  await owner.query('TRUNCATE promotions CASCADE');
  await promotion('PAST', '2026-11-01', '2026-11-19', 1);
  await promotion('LASTDAY', '2026-11-01', '2026-11-20', 2);
  await promotion('FIRSTDAY', '2026-11-20', '2026-11-30', 4);
  await promotion('FUTURE', '2026-11-21', '2026-11-30', 3);
});

const promotion = (
  code: string,
  start: string,
  end: string,
  day: number,
  type = 'fixed',
  value = '1500.50',
) =>
  owner.query(
    `INSERT INTO promotions (id, name, description, tag_line, code, start_date, end_date, promotion_type, promotion_value, created_at)
     VALUES ($1, $2, 'About it', 'Say it', $2, $3, $4, $5, $6, $7)`,
    [randomUUID(), code, start, end, type, value, `2026-10-0${day}T08:00:00Z`],
  );
const deps = () => ({ database, clock: clockIn('Africa/Lagos', () => now) });
const apiAs = (caller: Caller, of: PromotionsDeps = deps()) =>
  createRouterClient(promotionsRouter(of), {
    context: testContext(caller),
  });
const codes = (list: { code: string }[]) => list.map(({ code }) => code);

test('CALLS-44 RULES-07 RULES-09 promotions active today, both days inclusive, newest first', async () => {
  const api = apiAs(null);
  const { today, promotions } = await api.listActive();
  expect([today, codes(promotions)]).toEqual(['2026-11-20', ['FIRSTDAY', 'LASTDAY']]);
  now = new Date('2026-11-20T22:59:59Z');
  expect(codes((await api.listActive()).promotions)).toEqual(['FIRSTDAY', 'LASTDAY']);
  now = new Date('2026-11-20T23:00:00Z');
  expect(codes((await api.listActive()).promotions)).toEqual(['FIRSTDAY', 'FUTURE']);
});

test('active promotions are read once a day, and again when one changes, also by plain SQL', async () => {
  const statements: string[] = [];
  const read = await openDatabase(base, { onStatement: (text) => void statements.push(text) });
  const changes = createChanges({ url: base.url, log: createLog('silent') });
  try {
    await changes.ready;
    statements.length = 0;
    const api = apiAs(null, { ...deps(), database: read, changes });
    const active = async () => {
      await api.listActive();
      return codes((await api.listActive()).promotions);
    };
    expect(await active()).toEqual(['FIRSTDAY', 'LASTDAY']);
    expect(statements).toHaveLength(1);
    await owner.query(`DELETE FROM promotions WHERE code = 'LASTDAY'`);
    await changes.waitForInvalidation();
    expect(await active()).toEqual(['FIRSTDAY']);
    now = new Date('2026-11-21T12:00:00Z');
    expect(await active()).toEqual(['FIRSTDAY', 'FUTURE']);
    expect(statements).toHaveLength(3);
  } finally {
    await changes.close();
    await read.close();
  }
});

test('CALLS-43 DATA-05 an admin lists all, newest first', async () => {
  const all = await apiAs({ userId: randomUUID(), role: 'admin' }).list();
  expect(codes(all)).toEqual(['FIRSTDAY', 'FUTURE', 'LASTDAY', 'PAST']);
  expect(all[0]).toEqual({
    id: expect.any(String),
    name: 'FIRSTDAY',
    description: 'About it',
    tagLine: 'Say it',
    code: 'FIRSTDAY',
    startDate: '2026-11-20',
    endDate: '2026-11-30',
    promotionType: 'fixed',
    promotionValue: 1500.5,
    createdAt: '2026-10-04T08:00:00.000Z',
  });
});

test('PERM-11 the full list is refused to visitors and customers', async () => {
  await expect(apiAs(null).list()).rejects.toMatchObject({ code: 'SIGN_IN_REQUIRED', status: 401 });
  await expect(apiAs({ userId: randomUUID(), role: 'user' }).list()).rejects.toMatchObject({
    code: 'NO_PERMISSION',
    status: 403,
  });
});

test('RULES-03 a code is found ignoring case from its first day on', async () => {
  expect(await findStartedPromotion(deps(), 'firstDay')).toMatchObject({ code: 'FIRSTDAY' });
  expect(await findStartedPromotion(deps(), 'past')).toMatchObject({ code: 'PAST' });
  for (const code of ['FUTURE', 'unknown', '']) expect(await findStartedPromotion(deps(), code)).toBeNull();
});

test('DATA-06 another type, value or window is refused', async () => {
  const refused = { code: '23514' };
  await expect(promotion('A', '2026-11-01', '2026-11-02', 1, 'FIXED')).rejects.toMatchObject(refused);
  await expect(promotion('A', '2026-11-01', '2026-11-02', 1, 'percentage', '100.01')).rejects.toMatchObject(
    refused,
  );
  await expect(promotion('A', '2026-11-01', '2026-11-02', 1, 'fixed', '0')).rejects.toMatchObject(refused);
  await expect(promotion('A', '2026-11-02', '2026-11-01', 1)).rejects.toMatchObject(refused);
  await expect(promotion('past', '2026-11-01', '2026-11-02', 1)).rejects.toMatchObject({ code: '23505' });
});
