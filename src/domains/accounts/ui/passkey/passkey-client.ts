import { askAuth } from '../auth-client.ts';

/** A passkey as its owner knows it. The times are instants. */
export interface Passkey {
  id: string;
  name: string;
  /** Whether its keeper carries it to the person's other devices. */
  isSynced: boolean;
  createdAt: string;
  lastUsedAt: string | null;
}

export const passkeyClient = {
  /** Oldest first. `keepsLast`: the one that is there is her only way in and stays; `most` may be there. */
  list: () => askAuth<{ passkeys: Passkey[]; keepsLast: boolean; most: number }>('/passkeys'),
  rename: (id: string, name: string) => askAuth('/passkeys/rename', { id, name }),
  /** Wants a proof. */
  async remove(id: string) {
    const { credentialId } = await askAuth<{ credentialId: string }>('/passkeys/remove', { id });
    await forgetOnDevice(credentialId);
  },
};

/** Browsers that can tell the passkey's keeper no longer to offer what opens nothing. */
interface Signalling {
  signalUnknownCredential?: (about: { rpId: string; credentialId: string }) => Promise<void>;
}

async function forgetOnDevice(credentialId: string): Promise<void> {
  if (typeof PublicKeyCredential !== 'function') return;
  const { signalUnknownCredential } = PublicKeyCredential as Signalling;
  // A kindness; what it answers changes nothing.
  await signalUnknownCredential
    ?.call(PublicKeyCredential, { rpId: location.hostname, credentialId })
    .catch(() => undefined);
}

const HERE = 'passkeys-added-here';

/** The ids of passkeys that this very browser added to its own device. */
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
    // A browser that keeps nothing gives no hint.
  }
}
