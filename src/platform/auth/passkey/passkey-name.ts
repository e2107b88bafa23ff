import { getAuthenticatorName } from '@better-auth/passkey';

/** The kinds of device that a browser names itself after, the narrower first. */
const DEVICES: readonly (readonly [RegExp, string])[] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'Chromebook'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
];

/** What a new passkey is called: who keeps it, as its AAGUID says, else the kind of device it was made on. */
export function passkeyNameOf(aaguid: string, userAgent: string): string {
  const device = DEVICES.find(([mark]) => mark.test(userAgent))?.[1];
  return getAuthenticatorName(aaguid) ?? (device ? `Passkey on ${device}` : 'Passkey');
}
