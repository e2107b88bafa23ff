import { useHydrated } from '@tanstack/react-router';
import { refusalText } from '../../sign-in.messages.ts';

/** A passkey belongs to a domain name: there is none at a bare IP address, or without a secure connection. */
function canUsePasskeys(): boolean {
  return (
    typeof PublicKeyCredential === 'function' &&
    window.isSecureContext &&
    !/^[\d.]+$|^\[/.test(location.hostname)
  );
}

/** Whether this browser can use a passkey here; undefined on the server and until hydration. */
export function usePasskeySupport(): boolean | undefined {
  return useHydrated() ? canUsePasskeys() : undefined;
}

/** The user closed the device's dialog, or the device had nothing to offer and reported it itself. */
export const isChangeOfMind = (error: Error) =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';

const NO_LOCK =
  'This device cannot check that it is you. Please set up its screen lock, fingerprint or face first.';

/** Refusals by devices, by the name of the browser's error. */
const OF_THE_DEVICE: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: NO_LOCK,
  NotSupportedError: NO_LOCK,
  SecurityError:
    'Passkeys work only at the shop’s own web address. Please open the shop there and try again.',
};

/** Why it failed, and what to do. */
export const troubleOf = (error: Error): string => OF_THE_DEVICE[error.name] ?? refusalText(error);
