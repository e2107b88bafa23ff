import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { visibleLength } from '#shared/clean-text.ts';

/**
 * Characters that a name may not contain: control characters, line ends of any kind, and characters that
 * change the text direction, because a name is printed in emails and lists among other text.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** ASCII only: a lookalike of another email in other scripts is invalid; such a domain is typed with xn--. */
const EMAIL = z.email().max(254);

function refuse(code: string, message: string): never {
  throw new APIError('BAD_REQUEST', { code, message });
}

function nameOf(value: unknown, label: string): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (visibleLength(text) < 2) refuse('INVALID_NAME', `${label} must be at least 2 characters`);
  if (text.length > 100) refuse('INVALID_NAME', `${label} must be at most 100 characters`);
  if (CONTROL.test(text)) refuse('INVALID_NAME', `${label} contains characters that cannot be kept`);
  return text;
}

const textOr = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The accepted fields of a registration; a role, an id or any other field is ignored. Throws 400 with the
 * message for the user.
 */
export function signUpInput(body: Record<string, unknown> = {}) {
  const email = textOr(body.email).trim().toLowerCase();
  const password = textOr(body.password);
  if (!email || !password) {
    refuse('EMAIL_AND_PASSWORD', 'You must provide either an email or phone number and a password');
  }
  const firstName = nameOf(body.firstName, 'First name');
  const lastName = nameOf(body.lastName, 'Last name');
  if (!EMAIL.safeParse(email).success) {
    refuse('INVALID_EMAIL', 'Please enter a valid email address');
  }
  if (password.length < 6) refuse('PASSWORD_TOO_SHORT', 'Password must be at least 6 characters');
  if (password.length > 128) refuse('PASSWORD_TOO_LONG', 'Password must be at most 128 characters');
  return {
    email,
    password,
    firstName,
    lastName,
    name: `${firstName} ${lastName}`,
    // The target of the email's link: the sign-in page, which knows the return path.
    callbackURL: textOr(body.callbackURL).startsWith('/auth?') ? textOr(body.callbackURL) : '/auth',
  };
}
