import { MAX_PASSKEYS } from './account-limits.ts';
import { HOW_TO_WRITE_A_NUMBER } from './phone-number.ts';

/** The codes of sign-in, a part of ERRORS. */
export const SIGN_IN_ERRORS = {
  INVALID_EMAIL: { status: 400, text: 'Please enter a valid email address' },
  INVALID_EMAIL_OR_PASSWORD: { status: 401, text: 'Invalid email or password' },
  INVALID_PHONE_NUMBER_OR_PASSWORD: { status: 401, text: 'Invalid phone number or password' },
  EMAIL_NOT_VERIFIED: { status: 403, text: 'Email not verified' },
  BANNED: { status: 403, text: 'This account is closed. Please write to us.' },
  /** Beyond a limit an attempt costs a proof of work; the body has its `proof`. */
  PROOF_REQUIRED: {
    status: 429,
    text: 'There were many attempts. Please send a proof of work with this request.',
  },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    text: 'Too many attempts for this account{network}. Please try again in {wait}{instead}.',
  },
  /** An email or text of the same kind was sent less than a minute ago. */
  TOO_SOON: {
    status: 429,
    text: 'A message was sent a moment ago. Please look for it, or try again in {wait}.',
  },
  TOO_MANY_TEXTS: { status: 429, text: 'So many texts were sent today. Please try again tomorrow.' },
  INVALID_OTP: { status: 400, text: 'That code is not right.' },
  OTP_EXPIRED: { status: 400, text: 'That code has expired.' },
  INVALID_TOKEN: { status: 400, text: 'This link has expired.' },
  /** A confirmation link of an account that is confirmed already. */
  CONFIRMED: { status: 409, text: 'This email is confirmed already. Please sign in.' },
  WRONG_PASSWORD: { status: 400, text: 'That password is not right.' },
  /** The code of the authenticator app, or a backup code. */
  INVALID_CODE: { status: 400, text: 'That code is not right.' },
  CODE_USED: {
    status: 400,
    text: 'That code was used already. Please wait until your app shows the next one.',
  },
  SECOND_STEP_EXPIRED: { status: 401, text: 'That took too long. Please sign in again.' },
  TWO_STEP_ON: { status: 409, text: 'Two-step sign-in is on already.' },
  TWO_STEP_OFF: { status: 400, text: 'Two-step sign-in is not on.' },
  ENROLMENT_OVER: { status: 409, text: 'This key has expired. Please begin again.' },
  /** One code for an unknown passkey, a removed one, and an invalid signature. */
  PASSKEY_REFUSED: {
    status: 401,
    text: 'This passkey opens no account here. It may have been removed. Please sign in another way.',
  },
  PASSKEY_NOT_ADDED: { status: 400, text: 'The passkey could not be added. Please try again.' },
  PASSKEY_GONE: { status: 404, text: 'This passkey is no longer on your account.' },
  TOO_MANY_PASSKEYS: {
    status: 409,
    text: `An account has at most ${MAX_PASSKEYS} passkeys. Please remove one that you no longer use.`,
  },
  USER_UNVERIFIED: {
    status: 403,
    text: 'Your device did not check that it is you. Please set up its screen lock, fingerprint or face, and try again.',
  },
  LAST_SIGN_IN_METHOD: {
    status: 409,
    text: 'This is your only way to sign in. Please set a password or add a passkey first.',
  },
  UNKNOWN_PROVIDER: { status: 404, text: 'There is no such way to sign in.' },
  PROVIDER_NOT_AVAILABLE: {
    status: 503,
    text: 'Sign-in with {provider} is not available right now. Please try again in a few minutes, or choose another way.',
  },
  IDENTITY_NOT_FOUND: { status: 404, text: 'This account is not linked any more.' },
  INVALID_PHONE_NUMBER: {
    status: 400,
    text: `${HOW_TO_WRITE_A_NUMBER}.`,
  },
  NO_NUMBER: {
    status: 400,
    text: 'There is no phone number in your details. Please add one first.',
  },
  NUMBER_TAKEN: {
    status: 409,
    text: 'This number cannot be confirmed for this account. Please use another one, or write to us.',
  },
} as const satisfies Record<string, { status: number; text: string }>;
