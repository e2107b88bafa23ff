import { expect, test } from 'vitest';
import { type Messages, messageOf } from './messages.ts';

const messages: Messages<'NOT_FOUND' | 'STALE'> = {
  failure: { title: 'Update Failed' },
  refused: { NOT_FOUND: { title: 'Gone' }, STALE: 'shown' },
  unexpected: { title: 'Unexpected Error' },
};
const answer = (code: string, status = 409) => Object.assign(new Error(code), { code, status });

test('a declared error has its own text, or none if the screen shows it', () => {
  expect(messageOf(messages, answer('NOT_FOUND'))).toEqual({ title: 'Gone' });
  expect(messageOf(messages, answer('STALE'))).toBeUndefined();
});

test('any other response and a lost connection are failures of the operation', () => {
  expect(messageOf(messages, answer('UNEXPECTED', 500))?.title).toBe('Update Failed');
  expect(messageOf(messages, new TypeError('Failed to fetch'))?.title).toBe('Update Failed');
  expect(messageOf(messages, new TypeError('Load failed'))?.title).toBe('Update Failed');
});

test('where no answer arrived, a message does not say that nothing was changed', () => {
  const claiming = { ...messages, lost: { title: 'No answer' } };
  expect(messageOf(claiming, new TypeError('Failed to fetch'))?.title).toBe('No answer');
  expect(messageOf(claiming, answer('NO_CODE', 502))?.title).toBe('No answer');
  expect(messageOf(claiming, answer('BUSY', 503))?.title).toBe('Update Failed');
  expect(messageOf(claiming, new RangeError('x'))?.title).toBe('Unexpected Error');
});

test.each([
  'Failed to fetch dynamically imported module: http://shop/assets/a.js',
  'error loading dynamically imported module: http://shop/assets/a.js',
  'Importing a module script failed.',
])('a script that fails to load is not an error of the page itself: %s', (text) => {
  expect(messageOf(messages, new TypeError(text))?.title).toBe('Update Failed');
});

test('an error of the page itself is distinguished if the operation declares a text', () => {
  expect(messageOf(messages, new RangeError('Not a whole number of kobo'))?.title).toBe('Unexpected Error');
  expect(messageOf({ failure: { title: 'Failed' } }, new RangeError('x'))?.title).toBe('Failed');
});

test('a full disk has its own message in every operation, that of the answer', () => {
  const full = Object.assign(answer('DISK_FULL', 507), { message: 'The shop’s disk is nearly full.' });
  expect(messageOf(messages, full)).toEqual({
    title: 'Update Failed',
    description: 'The shop’s disk is nearly full.',
  });
});
