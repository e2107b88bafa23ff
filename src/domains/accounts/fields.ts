import { z } from 'zod';
import {
  isCode,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PASSWORD_LENGTH,
  MIN_NAME_LENGTH,
  MIN_PASSWORD_LENGTH,
} from '#shared/account-limits.ts';
import { visibleLength } from '#shared/clean-text.ts';

/** The texts of fields are also those of missing ones, for callers of the API. */
export const NO_EMAIL = 'Please enter a valid email address';

export const NO_EMAIL_OR_PHONE = 'Please enter a valid email address or phone number';

/**
 * ASCII only: a lookalike of another email in other scripts is invalid, and a domain with such characters is typed in
 * its xn-- form.
 */
export const email = z.string(NO_EMAIL).trim().pipe(z.email(NO_EMAIL).max(MAX_EMAIL_LENGTH, NO_EMAIL));

export const SHORT_PASSWORD = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;

/** A password as it is chosen; the server knows who needs a longer one. */
export const password = z
  .string(SHORT_PASSWORD)
  .min(MIN_PASSWORD_LENGTH, SHORT_PASSWORD)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`);

const NO_CODE = 'Please enter the six digits of the message';
export const code = z
  .string(NO_CODE)
  .refine(isCode, NO_CODE)
  .meta({ examples: ['482913'] });

/**
 * Characters that a name may not contain: control characters, line ends of any kind, and characters that change the
 * text direction, because a name is printed in emails and lists among other text.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** A first or last name; `label` begins the messages. */
export const userName = (label: string) => {
  const tooShort = `${label} must be at least ${MIN_NAME_LENGTH} characters`;
  return z
    .string(tooShort)
    .trim()
    .refine((text) => visibleLength(text) >= MIN_NAME_LENGTH, tooShort)
    .max(MAX_NAME_LENGTH, `${label} must be at most ${MAX_NAME_LENGTH} characters`)
    .refine((text) => !CONTROL.test(text), `${label} contains characters that are not allowed`);
};
