import { getAuthenticatorName } from '@better-auth/passkey';

/** The kinds of device in a user agent, the narrower first. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** The name of a new passkey: its manager, by the AAGUID, else the kind of device on which it was created. */
export function passkeyNameOf(aaguid: string, userAgent: string): string {
  const device = DEVICES.find(([mark]) => mark.test(userAgent))?.[1];
  return getAuthenticatorName(aaguid) ?? (device ? `Passkey on ${device}` : 'Passkey');
}
