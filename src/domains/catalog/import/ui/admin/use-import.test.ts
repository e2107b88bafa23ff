import { expect, test } from 'vitest';
import type { Imported } from '../../import.contract.ts';
import { cancelImports } from './use-import.ts';

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
