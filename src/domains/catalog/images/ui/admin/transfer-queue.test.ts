import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTransferQueue, Refused, type Transfer } from './transfer-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const connection = { isOnline: () => true, onChange: () => () => {} };
const waiting = (...ids: string[]): Transfer[] =>
  ids.map((id) => ({ id, lane: id[0]!, state: 'waiting', progress: 0 }));
const settle = () => vi.advanceTimersByTimeAsync(0);

/** A queue whose transfers end as a test says. */
function createTest() {
  const begun: string[] = [];
  const ends = new Map<
    string,
    { resolve: () => void; reject: (error: unknown) => void; signal: AbortSignal }
  >();
  const queue = createTransferQueue({
    connection,
    isPatient: true,
    send: ({ id }, { signal }) => {
      begun.push(id);
      const { promise, ...end } = Promise.withResolvers<void>();
      ends.set(id, { ...end, signal });
      return promise;
    },
  });
  return { queue, begun, ends, end: (id: string) => ends.get(id)!.resolve() };
}

test('IMP-06 images of one product follow each other, those of two are sent at once', async () => {
  const { queue, begun, end } = createTest();
  queue.add(waiting('a1', 'a2', 'b1', 'c1'));
  expect(begun).toEqual(['a1', 'b1']);
  end('b1');
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  end('a1');
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1', 'a2']);
});

test('IMP-06 a busy shop is waited for as long as it asks, ten times', async () => {
  const { queue, begun, ends } = createTest();
  queue.add(waiting('a1', 'b1'));
  const busy = (code: string) =>
    Object.assign(new Error('Busy'), { code, status: 429, data: { seconds: 30 } });
  ends.get('a1')!.reject(busy('RATE_LIMITED'));
  ends.get('b1')!.reject(busy('BUSY'));
  await vi.advanceTimersByTimeAsync(29_000);
  expect([begun.length, queue.list().map(({ state }) => state)]).toEqual([2, ['waiting', 'waiting']]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(begun).toEqual(['a1', 'b1', 'a1', 'b1']);
  queue.remove('b1');
  for (let n = 0; n < 12; n++) {
    ends.get('a1')!.reject(busy('BUSY'));
    await vi.advanceTimersByTimeAsync(31_000);
  }
  expect(queue.list()).toMatchObject([{ id: 'a1', state: 'failed', reason: 'Busy' }]);
});

test('IMP-06 a cancelled run sends nothing more and keeps what failed', async () => {
  const { queue, begun, ends } = createTest();
  queue.add(waiting('a1', 'b1', 'c1'));
  ends.get('a1')!.reject(new Refused('It is empty'));
  await settle();
  queue.cancel();
  expect(ends.get('b1')!.signal.aborted).toBe(true);
  ends.get('b1')!.reject(new Error('aborted'));
  ends.get('c1')!.resolve();
  await settle();
  expect(begun).toEqual(['a1', 'b1', 'c1']);
  expect(queue.list()).toMatchObject([{ id: 'a1', state: 'refused', reason: 'It is empty' }]);
});
