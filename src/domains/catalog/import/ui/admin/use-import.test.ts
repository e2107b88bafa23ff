import { expect, test } from 'vitest';
import type { Imported } from '../../import.contract.ts';
import { cancelImports, failureLines } from './use-import.ts';

const NOTHING: Imported = { created: 0, changed: 0, categories: 0, changeSet: null };
const DONE: Imported = { created: 2, changed: 0, categories: 1, changeSet: 'set' };

test('before another choice is imported, earlier attempts are cancelled, and one that was done is the result', async () => {
  const asked: string[] = [];
  const done = new Map([['second', DONE]]);
  const cancel = async ({ idempotencyKey }: { idempotencyKey: string }) => {
    asked.push(idempotencyKey);
    return done.get(idempotencyKey) ?? NOTHING;
  };
  const keys = new Set(['first', 'own']);
  expect(await cancelImports(cancel, keys, 'own')).toBeUndefined();
  // A retry of the same choice asks about no other attempt again.
  expect(await cancelImports(cancel, keys, 'own')).toBeUndefined();
  expect(asked).toEqual(['first']);
  expect(await cancelImports(cancel, new Set(['second', 'own']), 'own')).toEqual(DONE);
});

test('an earlier attempt that could not be asked about is asked about again', async () => {
  const keys = new Set(['first', 'own']);
  const fail = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(cancelImports(fail, keys, 'own')).rejects.toThrow('Failed to fetch');
  expect(await cancelImports(async () => DONE, keys, 'own')).toEqual(DONE);
});

test.each([
  ['BAD_INPUT', 400, 'Some of what was sent is not valid.'],
  ['RATE_LIMITED', 429, 'Too many requests. Please try again in a minute.'],
  ['KEY_REUSED', 409, 'This was already sent with other contents.'],
  ['BUSY', 503, 'The shop is busy. Please try again.'],
])('an import that is refused with %s has the text of the refusal', (code, status, message) => {
  const error = Object.assign(new Error(message), { code, status });
  expect(failureLines(error, [])).toEqual([message, 'Nothing was saved.']);
});

test('only an import without an answer of the shop says that it could not be reached', () => {
  const ofProxy = Object.assign(new Error(), { code: 'NO_CODE', status: 502 });
  for (const error of [new TypeError('Failed to fetch'), ofProxy])
    expect(failureLines(error, [])).toEqual([
      'The shop could not be reached. Please try again: nothing is created twice.',
    ]);
});
