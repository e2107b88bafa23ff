import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { signInCall } from '../sign-in-client.ts';

// Includes the WebAuthn library: loaded when a passkey is used.

/**
 * Requests a passkey of this shop from the device: in a dialog of its own or, when `inField`, among the
 * browser's suggestions in the field for the email. Only one request is open at a time; a new one ends the
 * one before. Rejects with a `NotAllowedError` when the user cancelled or no passkey matches, an `AbortError`
 * when ended.
 */
export async function requestPasskey(inField = false): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await signInCall('passkeyRequest');
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

/** Throws AuthRefusal when the shop does not accept it. */
export const signInWith = (response: AuthenticationResponseJSON) =>
  signInCall('signInByPasskey', { response });

export const canSuggestInField = browserSupportsWebAuthnAutofill;

export const cancelRequest = () => WebAuthnAbortService.cancelCeremony();

/**
 * Creates a passkey on the device and adds it to the account. The user has just reauthenticated. Returns its
 * id and whether it is stored on this device. Rejects with an `InvalidStateError` when the device has one
 * already.
 */
export async function addPasskey(): Promise<{ id: string; isHere: boolean }> {
  const optionsJSON = await signInCall('passkeyCreation');
  const response = await startRegistration({ optionsJSON });
  const { id } = await signInCall('addPasskey', { response });
  return { id, isHere: response.authenticatorAttachment === 'platform' };
}
