import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { signInCall } from '../sign-in-client.ts';

// Includes the WebAuthn library: loaded when a passkey is used.

let pending: ReturnType<typeof signInCall<'passkeyRequest'>> | undefined;

/** One request at a time: the cookie of a second challenge would replace that of the first. */
function challenge() {
  pending ??= signInCall('passkeyRequest').finally(() => {
    pending = undefined;
  });
  return pending;
}

/**
 * Requests a passkey of this shop from the device: in a dialog of its own or, with `suggestion`, until that is aborted
 * among the browser's suggestions in the field for the email. Only one request is open at a time; a new one ends the
 * one before. Rejects with a `NotAllowedError` when the user cancelled or no passkey matches, an `AbortError`
 * when ended.
 */
export async function requestPasskey(suggestion?: AbortSignal): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await challenge();
  // By now the dialog may be open that ended the suggestion.
  suggestion?.throwIfAborted();
  suggestion?.addEventListener('abort', () => WebAuthnAbortService.cancelCeremony());
  return startAuthentication({ optionsJSON, useBrowserAutofill: suggestion !== undefined });
}

/** Throws AuthRefusal when the shop does not accept it. */
export const signInWith = (response: AuthenticationResponseJSON) =>
  signInCall('signInByPasskey', { response });

export const canSuggestInField = browserSupportsWebAuthnAutofill;

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
