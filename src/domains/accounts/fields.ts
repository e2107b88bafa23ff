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

const NO_EMAIL = 'Please enter a valid email address';

/**
 * ASCII only: a lookalike of another email in other scripts is invalid, and a domain with such characters is typed in
 * its xn-- form.
 */
export const email = z.string().trim().pipe(z.email(NO_EMAIL).max(MAX_EMAIL_LENGTH, NO_EMAIL));

/** A password as it is chosen; the server knows who needs a longer one. */
export const password = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, `Password must be at most ${MAX_PASSWORD_LENGTH} characters`);

export const code = z.string().refine(isCode, 'Please enter the six digits of the message');

/**
 * Characters that a name may not contain: control characters, line ends of any kind, and characters that change the
 * text direction, because a name is printed in emails and lists among other text.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** A first or last name; `label` begins the messages. */
export const userName = (label: string) =>
  z
    .string()
    .trim()
    .refine(
      (text) => visibleLength(text) >= MIN_NAME_LENGTH,
      `${label} must be at least ${MIN_NAME_LENGTH} characters`,
    )
    .max(MAX_NAME_LENGTH, `${label} must be at most ${MAX_NAME_LENGTH} characters`)
    .refine((text) => !CONTROL.test(text), `${label} contains characters that are not allowed`);
