import { getAuthenticatorName } from '@better-auth/passkey';
import { systemOf } from '#shared/user-agent.ts';

/** The name of a new passkey: its manager, by the AAGUID, else the kind of device on which it was created. */
export function passkeyNameOf(aaguid: string, userAgent: string): string {
  const device = systemOf(userAgent);
  return getAuthenticatorName(aaguid) ?? (device ? `Passkey on ${device}` : 'Passkey');
}
