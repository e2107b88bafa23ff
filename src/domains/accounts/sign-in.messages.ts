import type { ErrorCode } from '#shared/errors.ts';

/** A refusal of sign-in. `message` is the API's text for its code. */
export class AuthRefusal extends Error {
  override readonly name = 'AuthRefusal';
  readonly code: RefusalCode;
  readonly status: number;
  /** Seconds until a retry is worthwhile, where the shop gave them. */
  readonly retryAfter: number | undefined;

  constructor(status: number, code: RefusalCode, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** A code of the shop, '' without one, or that the user cancelled the check that the shop requested. */
type RefusalCode = ErrorCode | 'PROOF_CANCELLED' | '';

/** Whether the shop refused with one of these codes. */
export const isRefused = (error: unknown, ...codes: RefusalCode[]): error is AuthRefusal =>
  error instanceof AuthRefusal && codes.includes(error.code);

/** The user cancelled the check that the shop requested: no message is needed. */
export const isCancelled = (error: unknown): boolean => isRefused(error, 'PROOF_CANCELLED');

export const UNREACHED = 'The shop could not be reached. Please try again.';

/** Texts for users, where they need more than the API's text. */
type RefusalTexts = Partial<Record<ErrorCode, string>>;
const TEXTS: RefusalTexts = {
  INVALID_OTP: 'That code is not right. Please look at the newest message.',
  OTP_EXPIRED: 'This code has expired. Please have the message sent again.',
  INVALID_TOKEN: 'This link has expired. Please ask for a new one.',
};

/** The text for a refusal, or that the shop could not be reached. */
export function refusalText(error: unknown, more: RefusalTexts = {}): string {
  if (!(error instanceof AuthRefusal)) return UNREACHED;
  const { code, message } = error;
  const texts: Readonly<Record<string, string | undefined>> = { ...TEXTS, ...more };
  return texts[code] ?? (message || 'The shop is busy. Please try again.');
}

/** A sign-in whose password is too short for the role of its user. */
export const SIGN_IN_TEXTS: RefusalTexts = {
  ADMIN_PASSWORD: 'Admins need a longer password than this. Please choose a new one with ‘Forgot password?’.',
};
export const APP_CODE_TEXTS: RefusalTexts = {
  INVALID_CODE: 'That code is not right. Please type the one that your app shows now.',
};
export const ENROLMENT_TEXTS: RefusalTexts = {
  INVALID_CODE:
    'That code is not right. Please type the one that the app shows now, and see that your phone’s clock is right.',
};
export const BACKUP_CODE_TEXTS: RefusalTexts = {
  INVALID_CODE: 'That is none of your backup codes, or it was used already.',
};
export const TEXTED_CODE_TEXTS: RefusalTexts = {
  INVALID_OTP: 'That code is not right. Please look at the newest text.',
  OTP_EXPIRED: 'This code has expired. Please have the text sent again.',
  TOO_SOON: 'A text was sent a moment ago. Please look for it, or try again in a minute.',
};
