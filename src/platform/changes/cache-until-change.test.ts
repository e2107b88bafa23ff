import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { cacheUntilTableChange } from './cache-until-change.ts';
import type { Change } from './changes.ts';

function feed() {
  const listeners: ((change: Change) => void)[] = [];
  let listening = true;
  return {
    isListening: () => listening,
    lose: () => {
      listening = false;
    },
    subscribe: (listener: (change: Change) => void) => {
      listeners.push(listener);
      return () => {};
    },
    tell: (table: string) => {
      for (const listener of listeners) listener({ table, op: 'update' });
    },
  };
}

test('a loaded value is cached until one of its tables changes, or any table may have', async () => {
  const changes = feed();
  const cached = cacheUntilTableChange(changes, ['products'], 10);
  let loads = 0;
  const read = () => cached('a', async () => ++loads);
  expect([await read(), await read()]).toEqual([1, 1]);
  changes.tell('orders');
  expect(await read()).toBe(1);
  changes.tell('products');
  expect(await read()).toBe(2);
  changes.tell('*');
  expect(await read()).toBe(3);
});

test('a value loaded while the table changed is returned but not cached', async () => {
  const changes = feed();
  const cached = cacheUntilTableChange(changes, ['products'], 10);
  const slow = Promise.withResolvers<string>();
  const first = cached('a', () => slow.promise);
  changes.tell('products');
  slow.resolve('old');
  expect(await first).toBe('old');
  expect(await cached('a', async () => 'new')).toBe('new');
});

test('failures are not cached, keys are bounded, and nothing is cached while the feed is disconnected', async () => {
  const cached = cacheUntilTableChange(feed(), ['products'], 2);
  await expect(
    cached('a', async () => {
      throw new Error('no database');
    }),
  ).rejects.toThrow('no database');
  expect(await cached('a', async () => 1)).toBe(1);
  await cached('b', async () => 1);
  // Used, so 'b' goes first.
  expect(await cached('a', async () => 2)).toBe(1);
  await cached('c', async () => 1);
  expect(await cached('a', async () => 2)).toBe(1);
  expect(await cached('b', async () => 2)).toBe(2);
  const lost = feed();
  const forgetful = cacheUntilTableChange(lost, ['products'], 2);
  await forgetful('a', async () => 1);
  lost.lose();
  expect(await forgetful('a', async () => 2)).toBe(2);
  const never = cacheUntilTableChange(undefined, ['products'], 2);
  await never('a', async () => 1);
  expect(await never('a', async () => 2)).toBe(2);
});

test('a value with a lifetime is loaded again after it, however often it was used', async () => {
  const cached = cacheUntilTableChange(feed(), ['products'], 10, 60);
  let loads = 0;
  const read = () => cached('a', async () => ++loads);
  expect([await read(), await read()]).toEqual([1, 1]);
  await sleep(40);
  expect(await read()).toBe(1);
  await sleep(40);
  expect(await read()).toBe(2);
});

test('a query that runs each time it is awaited is run once', async () => {
  const cached = cacheUntilTableChange(feed(), ['products'], 10);
  let runs = 0;
  // As the ORM's queries are.
  // biome-ignore lint/suspicious/noThenProperty: that is what is tried
  const query = { then: (done: (value: number) => void) => done(++runs) } as unknown as Promise<number>;
  const read = () => cached('a', () => query);
  expect([await read(), await read(), runs]).toEqual([1, 1, 1]);
});
