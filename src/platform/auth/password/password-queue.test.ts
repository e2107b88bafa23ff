import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { QueueFull } from '../../work-queue.ts';
import { queuedPasswords, refusingPasswords } from './password-queue.ts';

/** Passwords whose hashing ends when the test says so; the account is the password's first character. */
function slowPasswords() {
  const started: { of: string; end: () => void }[] = [];
  let account = '';
  const passwords = queuedPasswords(
    {
      hash: async () => '',
      verify: ({ password }) =>
        new Promise((resolve) => started.push({ of: password, end: () => resolve(false) })),
    },
    () => account,
  );
  const verify = (of: string, password: string) => {
    account = of;
    return passwords.verify({ hash: '', password });
  };
  return { started, verify };
}

test('while one account is under attack, the password of another one is checked at once', async () => {
  const { started, verify } = slowPasswords();
  const guesses = Array.from({ length: 50 }, (_, n) => verify('attacked', `guess ${n}`));
  const other = verify('somebody else', 'theirs');
  await turn();
  expect(started.map(({ of }) => of)).toEqual(['guess 0', 'theirs']);
  while (started.length > 0) {
    started.shift()!.end();
    await turn();
  }
  expect(await Promise.all([...guesses, other])).toHaveLength(51);
});

test('beyond fifty waiting passwords of one account it is busy, and other accounts are not', async () => {
  const { started, verify } = slowPasswords();
  const guesses = Array.from({ length: 51 }, (_, n) => verify('attacked', `guess ${n}`));
  await turn();
  await expect(verify('attacked', 'x')).rejects.toBeInstanceOf(QueueFull);
  const other = verify('another one', 'theirs');
  while (started.length > 0) {
    started.shift()!.end();
    await turn();
  }
  expect(await Promise.all([...guesses, other])).toHaveLength(52);
});

test('of many accounts two are checked at once, and beyond a hundred waiting the shop answers that it is busy', async () => {
  const { started, verify } = slowPasswords();
  const all = Array.from({ length: 102 }, (_, n) => verify(`account ${n}`, `${n}`));
  await turn();
  expect(started).toHaveLength(2);
  await expect(verify('one more', 'x')).rejects.toBeInstanceOf(QueueFull);
  while (started.length > 0) {
    started.shift()!.end();
    await turn();
  }
  expect(await Promise.all(all)).toHaveLength(102);
});

test('endpoints of sign-in refuse with 503 and pass on every other error', async () => {
  const verifyWith = (error: Error) =>
    refusingPasswords({
      hash: async () => '',
      verify: () => Promise.reject(error),
    }).verify({ hash: '', password: '' });
  await expect(verifyWith(new QueueFull())).rejects.toMatchObject({
    statusCode: 503,
    body: { code: 'BUSY' },
  });
  await expect(verifyWith(new Error('out of memory'))).rejects.toThrow('out of memory');
});
