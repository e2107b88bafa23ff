import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { requestAuth } from '../auth-client.ts';

// Includes the WebAuthn library: loaded when a passkey is used.

/**
 * Requests a passkey of this shop from the device: in a dialog of its own or, when `inField`, among the
 * browser's suggestions in the field for the email. Only one request is open at a time; a new one ends the
 * one before. Rejects with a `NotAllowedError` when the user cancelled or no passkey matches, an `AbortError`
 * when ended.
 */
export async function askForPasskey(inField = false): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await requestAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  );
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

/** Throws AuthRefusal when the shop does not accept it. */
export const signInWith = (response: AuthenticationResponseJSON) =>
  requestAuth('/passkey/verify-authentication', { response });

export const canSuggestInField = browserSupportsWebAuthnAutofill;

export const endQuestion = () => WebAuthnAbortService.cancelCeremony();

/**
 * Creates a passkey on the device and adds it to the account. The user has just reauthenticated. Returns its
 * id and whether it is stored on this device. Rejects with an `InvalidStateError` when the device has one
 * already.
 */
export async function addPasskey(): Promise<{ id: string; isHere: boolean }> {
  const optionsJSON = await requestAuth<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  );
  const response = await startRegistration({ optionsJSON });
  const { id } = await requestAuth<{ id: string }>('/passkey/verify-registration', { response });
  return { id, isHere: response.authenticatorAttachment === 'platform' };
}
