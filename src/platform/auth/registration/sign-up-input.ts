import { APIError } from 'better-auth/api';
import { z } from 'zod';
import { visibleLength } from '#shared/clean-text.ts';

/**
 * Control characters have no place in a name, nor line ends of any kind, nor what turns the direction of the text
 * around it: a name stands in letters and lists among other words.
 */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** ASCII alone: what looks like another's address in other letters is none; such a domain is typed with xn--. */
const ADDRESS = z.email().max(254);

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
 * What of a registration's body is listened to; a role, an id or anything else in it is not.
 * Throws 400 with the sentence for the person.
 */
export function signUpInput(body: Record<string, unknown> = {}) {
  const email = textOr(body.email).trim().toLowerCase();
  const password = textOr(body.password);
  if (!email || !password) {
    refuse('EMAIL_AND_PASSWORD', 'You must provide either an email or phone number and a password');
  }
  const firstName = nameOf(body.firstName, 'First name');
  const lastName = nameOf(body.lastName, 'Last name');
  if (!ADDRESS.safeParse(email).success) {
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
    // Where the letter's link leads: the sign-in page, which knows the way on.
    callbackURL: textOr(body.callbackURL).startsWith('/auth?') ? textOr(body.callbackURL) : '/auth',
  };
}
