import { requestAuth } from '../auth-client.ts';

/** A passkey for the account page. The times are instants. */
export interface Passkey {
  id: string;
  name: string;
  /** Whether its manager syncs it to the user's other devices. */
  isSynced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

export const passkeyClient = {
  /**
   * Oldest first. `keepsLast`: the only passkey is the last sign-in method and cannot be removed; `most`:
   * maximum number.
   */
  list: () => requestAuth<{ passkeys: Passkey[]; keepsLast: boolean; most: number }>('/passkeys'),
  rename: (id: string, name: string) => requestAuth('/passkeys/rename', { id, name }),
  /** Requires reauthentication. */
  async remove(id: string) {
    const { credentialId } = await requestAuth<{ credentialId: string }>('/passkeys/remove', { id });
    await forgetOnDevice(credentialId);
  },
};

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
export function passkeysAddedHere(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(HERE) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function noteAddedHere(id: string): void {
  try {
    localStorage.setItem(HERE, JSON.stringify([...passkeysAddedHere(), id].slice(-20)));
  } catch {
    // Without storage there is no hint.
  }
}
