import { expect, test } from 'vitest';
import { AuthRefusal, UNREACHED } from '../../sign-in.messages.ts';
import { troubleOf } from './passkey-support.ts';

test.each([
  ['a refusal', new AuthRefusal(400, 'LAST_SIGN_IN_METHOD', 'It is the last one'), /^It is the last one$/],
  ['a refusal of a proxy, without a text', new AuthRefusal(502, '', ''), /^The shop is busy/],
  ['an error of the device', new DOMException('', 'InvalidStateError'), /already has a passkey/],
  ['a lost connection', new TypeError('Failed to fetch'), new RegExp(UNREACHED)],
])('ERR-05 %s has a text', (_, error, text) => {
  expect(troubleOf(error)).toMatch(text);
});
