import { expect, test } from 'vitest';
import { createWorkQueue, QueueFull } from './work-queue.ts';

function watched(atOnce = 2, maxWaiting = 50) {
  const queue = createWorkQueue({ atOnce, maxWaiting });
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, options: { key?: string; background?: boolean } = {}) =>
    queue.add(
      options.key ?? name,
      () => {
        began.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      },
      options,
    );
  const end = async (name: string) => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { queue, began, add, end };
}

test('two jobs run at once, in the order they were added', async () => {
  const { began, add, end } = watched();
  const all = ['a', 'b', 'c'].map((name) => add(name));
  expect(began).toEqual(['a', 'b']);
  await end('b');
  expect(began).toEqual(['a', 'b', 'c']);
  await end('a');
  await end('c');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

test('jobs of one key never run at the same time, and the others need not wait for them', async () => {
  const { began, add, end } = watched();
  void add('a1', { key: 'a' });
  void add('a2', { key: 'a' });
  void add('b');
  expect(began).toEqual(['a1', 'b']);
  await end('b');
  expect(began).toEqual(['a1', 'b']);
  await end('a1');
  expect(began).toEqual(['a1', 'b', 'a2']);
});

test('background work runs alone and only while no other job waits', async () => {
  const { began, add, end } = watched();
  void add('warm1', { background: true });
  void add('warm2', { background: true });
  expect(began).toEqual(['warm1']);
  void add('asked');
  expect(began).toEqual(['warm1', 'asked']);
  await end('warm1');
  expect(began).toEqual(['warm1', 'asked']);
  await end('asked');
  expect(began).toEqual(['warm1', 'asked', 'warm2']);
});

test('jobs beyond the queue limit are refused, background jobs are not counted', async () => {
  const { queue, add } = watched(1, 2);
  void add('running');
  void add('one');
  void add('two');
  void add('warm', { background: true });
  expect(queue.waiting).toBe(2);
  await expect(add('three')).rejects.toBeInstanceOf(QueueFull);
});

test('a failed job frees its place', async () => {
  const queue = createWorkQueue({ atOnce: 1, maxWaiting: 5 });
  const failed = queue.add('a', () => Promise.reject(new Error('broken')));
  const next = queue.add('a', async () => 'next');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('next');
});
