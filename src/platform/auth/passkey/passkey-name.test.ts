import { expect, test } from 'vitest';
import { passkeyNameOf } from './passkey-name.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

test.each([
  ['EA9B8D66-4D01-1D21-3CE4-B6B48CB575D4', 'Mozilla/5.0 (Linux; Android 10; K)', 'Google Password Manager'],
  [NOBODY, 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36', 'Passkey on Android'],
  [NOBODY, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'Passkey on iPhone'],
  [NOBODY, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Passkey on Mac'],
  [NOBODY, 'curl/8', 'Passkey'],
])('the passkey of %s made by %s is called %s', (aaguid, userAgent, name) => {
  expect(passkeyNameOf(aaguid, userAgent)).toBe(name);
});
