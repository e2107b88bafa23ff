import { expect, test } from 'vitest';
import { isOfConnection } from '#shared/messages.ts';
import { timeLimitOf, withTimeLimit } from './time-limit.ts';

const reasonOf = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason)));

test('a call that is not answered in time fails as a lost connection', async () => {
  const reason = await reasonOf(withTimeLimit(new AbortController().signal, 5));
  expect(reason).toMatchObject({ name: 'TimeoutError' });
  expect(isOfConnection(reason)).toBe(true);
  // As other browsers say it.
  expect(isOfConnection(new DOMException('signal timed out', 'TimeoutError'))).toBe(true);
  expect(isOfConnection(new DOMException('The operation timed out.', 'TimeoutError'))).toBe(true);
});

test('a call that is cancelled ends at once', async () => {
  const call = new AbortController();
  const ended = reasonOf(withTimeLimit(call.signal, 60_000));
  call.abort('left');
  expect(await ended).toBe('left');
});

test('the back office may take longer', () => {
  expect(timeLimitOf('/checkout')).toBe(60_000);
  expect(timeLimitOf('/administration')).toBe(60_000);
  for (const path of ['/admin', '/admin/products']) expect(timeLimitOf(path)).toBe(600_000);
});
