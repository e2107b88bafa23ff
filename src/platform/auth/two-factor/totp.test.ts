import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { stepOf, totpUri } from './totp.ts';

/** The key of RFC 6238's own examples. */
const SECRET = Buffer.from('12345678901234567890');
const TYPED = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1111111111, '050471'],
  [1234567890, '005924'],
  [2000000000, '279037'],
  [20000000000, '353130'],
])('CALLS-13 at second %i the code is that of RFC 6238', (second, code) => {
  expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
});

test('CALLS-13 an independent authenticator app and the shop agree on every code of a day', () => {
  for (let second = 1_767_225_600; second < 1_767_312_000; second += 977) {
    const code = generateSync({ secret: TYPED, epoch: second });
    expect(stepOf(SECRET, code, second * 1000)).toBe(Math.floor(second / 30));
  }
});

test('CALLS-13 a clock may be thirty seconds off and no more', () => {
  const at = 1_767_225_600;
  const code = generateSync({ secret: TYPED, epoch: at });
  const step = at / 30;
  expect([-60, -30, 0, 30, 60].map((late) => stepOf(SECRET, code, (at + late) * 1000))).toEqual([
    null,
    step,
    step,
    step,
    null,
  ]);
  // The last second in which it is valid, and the first in which it is not.
  expect(stepOf(SECRET, code, (at + 59) * 1000)).toBe(step);
});

test.each(['', '12345', '1234567', '05047１', 'abcdef', '050471 '])('CALLS-13 %j is no code', (code) => {
  expect(stepOf(SECRET, code, 1_111_111_111_000)).toBeNull();
});

test('CALLS-13 the QR code contains the key and the name of the shop', () => {
  const uri = new URL(totpUri(SECRET, 'Aso House', 'ada+shop@example.com'));
  expect(uri.href).toMatch(/^otpauth:\/\/totp\/Aso%20House:ada%2Bshop%40example\.com\?/);
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    secret: TYPED,
    issuer: 'Aso House',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});
