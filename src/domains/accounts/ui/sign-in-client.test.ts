import { afterEach, expect, test, vi } from 'vitest';
import { AuthRefusal, refusalText, UNREACHED } from '../sign-in.messages.ts';
import { signInCall } from './sign-in-client.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answerWith = (body: BodyInit, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status }));

const cutOff = () =>
  new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"backupCodes":["ab'));
      stream.error(new TypeError('network error'));
    },
  });

test.each([
  ['was cut off', cutOff],
  ['is the page of a captive portal', () => '<!doctype html><title>Wi-Fi</title>'],
  ['is empty', () => ''],
])('a success whose answer %s counts as unreachable', async (_, body) => {
  answerWith(body());
  const error = await signInCall('confirmTwoFactor', { code: '123456' }).catch((cause) => cause);
  expect(error).toBeInstanceOf(Error);
  expect(refusalText(error)).toBe(UNREACHED);
});

test('a refusal needs no JSON', async () => {
  answerWith('<h1>502 Bad Gateway</h1>', 502);
  await expect(signInCall('signOut', {})).rejects.toEqual(new AuthRefusal(502, '', ''));
});
