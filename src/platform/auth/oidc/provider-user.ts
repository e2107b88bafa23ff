import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH, MIN_NAME_LENGTH } from '#shared/account-limits.ts';
import { visibleLength } from '#shared/clean-text.ts';

/** A user as the provider describes them. */
export interface ProviderUser {
  /** The provider's permanent id of the user. */
  subject: string;
  /** In lower case; null when the provider gave no valid email. */
  email: string | null;
  /** The provider states that the user owns the mailbox. */
  emailConfirmed: boolean;
  firstName: string;
  lastName: string;
}

/** A name as one line that an email header and a table can hold; '' when too short. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 1000)
    .toWellFormed()
    // Line ends, other control characters, and characters that change the text direction.
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = Array.from(line)
    .slice(0, MAX_NAME_LENGTH)
    .join('')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim();
  return visibleLength(name) < MIN_NAME_LENGTH ? '' : name;
}

function emailOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const email = value.trim().toLowerCase();
  const looksLikeOne = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email);
  return looksLikeOne && email.length <= MAX_EMAIL_LENGTH ? email : null;
}

/**
 * A user from the claims of an OpenID Connect provider (OpenID Connect Core 1.0, section 5.1), whatever their
 * content. Names follow the rules of a registration; without any the first name is the part before the @.
 */
export function providerUserOf(subject: string, claims: Readonly<Record<string, unknown>>): ProviderUser {
  const email = emailOf(claims.email);
  const [first = '', ...rest] = nameOf(claims.name).split(' ');
  return {
    subject,
    email,
    // Some providers write it as text.
    emailConfirmed: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    firstName: nameOf(claims.given_name) || nameOf(first) || nameOf(email?.split('@')[0]),
    lastName: nameOf(claims.family_name) || nameOf(rest.join(' ')),
  };
}
