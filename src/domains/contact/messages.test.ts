import { expect, test } from 'vitest';
import { messageNotSent, messageSent } from './messages.ts';

test('ERR-48 a sent message is confirmed with thanks', () => {
  expect(messageSent.title).toBe('Message Sent');
});

test('ERR-49 a refusal by the server is a failure', () => {
  const refusal = Object.assign(new Error('busy'), { code: 'BUSY', status: 503 });
  expect(messageNotSent(refusal)).toEqual({
    title: 'Error',
    description: 'Failed to send message. Please try again later.',
  });
});

test('ERR-50 a missing response is an unexpected error', () => {
  expect(messageNotSent(new TypeError('Failed to fetch')).description).toBe(
    'An unexpected error occurred. Please try again later.',
  );
});

test("OPEN-39 a captcha's refusal is shown with its own message", () => {
  const refusal = Object.assign(new Error('Please try again.'), { code: 'CAPTCHA_FAILED', status: 400 });
  expect(messageNotSent(refusal)).toEqual({ title: 'Error', description: 'Please try again.' });
});
