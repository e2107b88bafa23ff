import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createLimiter } from './limiter.ts';

test("two calls run, further ones wait, and beyond the queue's limit it is busy", async () => {
  const few = createLimiter(2, 3);
  let running = 0;
  let most = 0;
  const work = async () => {
    most = Math.max(most, ++running);
    await turn();
    running--;
  };
  const accepted = Array.from({ length: 5 }, () => few(work));
  await expect(few(work)).rejects.toMatchObject({ name: 'QueueFull' });
  await Promise.all(accepted);
  expect(most).toBe(2);
  // The slot is free again, after a failure too.
  await expect(
    few(async () => {
      throw new Error('timeout');
    }),
  ).rejects.toThrow('timeout');
  await Promise.all(Array.from({ length: 5 }, () => few(work)));
  expect(running).toBe(0);
});
