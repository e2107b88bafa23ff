import {
  type AuthenticationResponseJSON,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';
import { askAuth } from '../auth-client.ts';

// With the library that speaks to the device: loaded when a passkey is wanted.

/**
 * Asks the device for a passkey of this shop: in a window of its own or, when `inField`, among what the browser
 * suggests in the field for the email. Only one question stands at a time; a new one ends the one before.
 * Rejects with a `NotAllowedError` when the person changed her mind or nothing fits, an `AbortError` when ended.
 */
export async function askForPasskey(inField = false): Promise<AuthenticationResponseJSON> {
  const optionsJSON = await askAuth<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
  );
  return startAuthentication({ optionsJSON, useBrowserAutofill: inField });
}

/** Throws AuthRefusal when the shop does not take it. */
export const signInWith = (response: AuthenticationResponseJSON) =>
  askAuth('/passkey/verify-authentication', { response });

export const canSuggestInField = browserSupportsWebAuthnAutofill;

export const endQuestion = () => WebAuthnAbortService.cancelCeremony();

/**
 * Has the device make a passkey and the shop keep it. The person has proved who she is just before. Gives its id
 * and whether it lies in this very device. Rejects with an `InvalidStateError` when the device has one already.
 */
export async function addPasskey(): Promise<{ id: string; isHere: boolean }> {
  const optionsJSON = await askAuth<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/generate-register-options',
  );
  const response = await startRegistration({ optionsJSON });
  const { id } = await askAuth<{ id: string }>('/passkey/verify-registration', { response });
  return { id, isHere: response.authenticatorAttachment === 'platform' };
}
