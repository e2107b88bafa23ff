import { MAX_PASSKEYS } from '#shared/account-limits.ts';
import { localStore } from '#shared/browser-storage.ts';
import { signInCall } from '../sign-in-client.ts';

/** Requires reauthentication. */
export async function removePasskey(id: string): Promise<void> {
  const { credentialId } = await signInCall('removePasskey', { id });
  await forgetOnDevice(credentialId);
}

/** Browsers that can tell the passkey manager to stop offering a removed passkey. */
interface Signalling {
  signalUnknownCredential?: (about: { rpId: string; credentialId: string }) => Promise<void>;
}

async function forgetOnDevice(credentialId: string): Promise<void> {
  if (typeof PublicKeyCredential !== 'function') return;
  const { signalUnknownCredential } = PublicKeyCredential as Signalling;
  // Best effort; the result changes nothing.
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

const HERE = 'passkeys-added-here';

/** The ids of passkeys that this browser added to its own device. */
export const passkeysAddedHere = (): unknown[] => localStore.readList(HERE);

export const noteAddedHere = (id: string): void =>
  localStore.write(HERE, JSON.stringify([...passkeysAddedHere(), id].slice(-MAX_PASSKEYS)));
