/** The header in which the answer to a captcha travels. */
export const CAPTCHA_HEADER = 'x-captcha-response';

/** The header in which the answer to a proof of work travels, where sign-in asked for one. */
export const PROOF_HEADER = 'x-proof-of-work';

/** The code of a refusal that asks for one; its `proof` is the problem. */
export const PROOF_REQUIRED = 'PROOF_REQUIRED';

/** The longest answer that any of the kinds gives, characters. */
export const CAPTCHA_MOST = 6_000;

/** How the contact form is called among the paths. */
export const CONTACT_FORM = '/contact';

/**
 * What of sign-in a robot would press: it guesses, registers, or sends messages to others. A passkey, single
 * sign-on and a second step are no place for guessing, and a code has its own few tries.
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
