import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PRESENCE_EXPIRES_MS } from '#shared/presence.ts';
import { createPresence, type PresenceReport } from './presence.ts';

const [ada, bisi] = [randomUUID(), randomUUID()];
const product = randomUUID();
const LIMIT = 120;

let close: (() => void)[];
beforeEach(() => {
  close = [];
  vi.useFakeTimers();
});
afterEach(() => {
  for (const one of close) one();
  vi.useRealTimers();
});

/** Processes that share one database's messages; `say` is what any role of the database can send. */
function processes(count: number) {
  const listeners = new Set<(message: string) => void>();
  const say = (message: string) => {
    for (const listener of listeners) listener(message);
  };
  const made = Array.from({ length: count }, () => {
    const onChange = vi.fn();
    const presence = createPresence({
      changes: {
        broadcast: async (message) => say(message),
        onBroadcast(listener) {
          listeners.add(listener);
          return () => listeners.delete(listener);
        },
      },
      onChange,
    });
    close.push(presence.close);
    return { ...presence, onChange };
  });
  return { say, made };
}

const at = (
  userId: string,
  state: Partial<PresenceReport['at']> = {},
  tab = randomUUID(),
): PresenceReport => ({
  tab,
  userId,
  at: { kind: 'product', id: product, name: userId === ada ? 'Ada' : 'Bisi', isTyping: false, ...state },
});
const seen = (name: string, isTyping = false) => ({ kind: 'product', id: product, name, isTyping });

test('COLLAB-01 what a tab has open is known in every process, to other users only, until it is closed', async () => {
  const { made } = processes(2);
  const [first, second] = made as [(typeof made)[0], (typeof made)[0]];
  const opened = at(ada);
  await first.report(opened);
  expect([first.list(bisi), second.list(bisi)]).toEqual([[seen('Ada')], [seen('Ada')]]);
  expect(second.list(ada)).toEqual([]);
  await first.report({ ...opened, at: { ...opened.at!, isTyping: true } });
  expect(second.list(bisi)).toEqual([seen('Ada', true)]);
  await second.report({ tab: opened.tab, userId: ada, at: null });
  expect([first.list(bisi), second.list(bisi)]).toEqual([[], []]);
  expect(second.onChange).toHaveBeenCalledTimes(3);
});

test('COLLAB-01 a report that is repeated notifies nobody; one that is not repeated is gone within 45 s', async () => {
  const [one] = processes(1).made as [ReturnType<typeof processes>['made'][0]];
  const opened = at(ada);
  await one.report(opened);
  for (let renewals = 0; renewals < 10; renewals++) {
    await vi.advanceTimersByTimeAsync(15_000);
    await one.report(opened);
  }
  expect(one.onChange).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(PRESENCE_EXPIRES_MS - 100);
  expect(one.list(bisi)).toEqual([seen('Ada')]);
  // Leaves two seconds for the way to an open screen.
  await vi.advanceTimersByTimeAsync(43_000 - PRESENCE_EXPIRES_MS + 100);
  expect(one.list(bisi)).toEqual([]);
  expect(one.onChange).toHaveBeenCalledTimes(2);
});

test('COLLAB-01 a tab that was hidden while its user typed is here, not typing', async () => {
  const [one] = processes(1).made as [ReturnType<typeof processes>['made'][0]];
  await one.report(at(ada, { isTyping: true }));
  await vi.advanceTimersByTimeAsync(21_000);
  expect(one.list(bisi)).toEqual([seen('Ada')]);
  expect(one.onChange).toHaveBeenCalledTimes(2);
});

test('COLLAB-01 a user with two tabs at one thing is listed once, typing if one of them does', async () => {
  const [one] = processes(1).made as [ReturnType<typeof processes>['made'][0]];
  const first = at(ada, { isTyping: true });
  await one.report(first);
  await one.report(at(ada));
  await one.report(at(bisi));
  expect(one.list(randomUUID())).toEqual([seen('Ada', true), seen('Bisi')]);
  // Another user cannot close it.
  await one.report({ tab: first.tab, userId: bisi, at: null });
  expect(one.list(bisi)).toEqual([seen('Ada', true)]);
});

test('COLLAB-01 what is remembered is bounded by user and in all, and messages that are no report change nothing', async () => {
  const { say, made } = processes(1);
  const one = made[0]!;
  for (let tabs = 0; tabs < 30; tabs++) await one.report(at(ada, { id: randomUUID() }));
  expect(one.list(bisi)).toHaveLength(20);
  for (let users = 0; users < 1_100; users++) await one.report(at(randomUUID()));
  expect(one.list(bisi)).toHaveLength(1_000);
  const changes = one.onChange.mock.calls.length;
  for (const message of ['', '{', 'null', JSON.stringify({ ...at(ada), userId: 'ada' })]) say(message);
  say(JSON.stringify(at(ada, { kind: 'user' as never })));
  expect(one.onChange).toHaveBeenCalledTimes(changes);
});

test('COLLAB-01 more than 120 reports of a user in a minute are refused, and closing above 240', async () => {
  const [one] = processes(1).made as [ReturnType<typeof processes>['made'][0]];
  const opened = at(ada);
  for (let count = 0; count < LIMIT; count++) await one.report(opened);
  await expect(one.report(opened)).rejects.toMatchObject({ name: 'RateLimited', seconds: 60 });
  await one.report(at(bisi));
  await one.report({ ...opened, at: null });
  expect(one.list(bisi)).toEqual([]);
  const closing = { ...opened, at: null };
  for (let count = LIMIT + 2; count < 2 * LIMIT; count++) await one.report(closing);
  await expect(one.report(closing)).rejects.toMatchObject({ name: 'RateLimited' });
  await vi.advanceTimersByTimeAsync(63_000);
  await one.report(opened);
  expect(one.list(bisi)).toEqual([seen('Ada')]);
});
