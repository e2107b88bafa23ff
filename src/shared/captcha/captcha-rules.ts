/** The header with the captcha answer. */
export const CAPTCHA_HEADER = 'x-captcha-response';

/** The header with the proof-of-work answer, if sign-in required one. */
export const PROOF_HEADER = 'x-proof-of-work';

/** Maximum length of an answer of any kind, characters. */
export const CAPTCHA_MOST = 6_000;

/** The contact form as a path. */
export const CONTACT_FORM = '/contact';

/**
 * The sign-in operations a robot would abuse: guessing, registering, or sending messages to others. Passkeys, single
 * sign-on and second factors cannot be guessed, and a code has its own limit of attempts.
 */
export const CAPTCHA_PATHS: ReadonlySet<string> = new Set([
  '/sign-in/email',
  '/sign-in/phone',
  '/sign-in/send-code',
  '/sign-up/email',
  '/send-verification-email',
  '/request-password-reset',
  CONTACT_FORM,
]);
