import { AuthRefusal } from '../auth-client.ts';

/** The person closed the device's window, or the device had nothing to offer and said so itself. */
export const isChangeOfMind = (error: Error) =>
  error.name === 'NotAllowedError' || error.name === 'AbortError';

const NO_LOCK =
  'This device cannot check that it is you. Please set up its screen lock, fingerprint or face first.';

/** What devices refuse, by the name of the browser's error. */
const OF_THE_DEVICE: Readonly<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: NO_LOCK,
  NotSupportedError: NO_LOCK,
  SecurityError: 'Passkeys work only at the shop’s own address. Please open the shop there and try again.',
};

/** Why it did not work, and what to do. */
export function troubleOf(error: Error): string {
  if (error instanceof AuthRefusal) return error.message;
  return OF_THE_DEVICE[error.name] ?? 'The shop could not be reached. Please try again.';
}
