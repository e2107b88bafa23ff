import { visibleLength } from '#shared/clean-text.ts';

/** Who somebody is in the words of another house. */
export interface ProviderUser {
  /** What the house itself knows her by, for ever. */
  subject: string;
  /** In small letters; null when the house gave none that can be one. */
  email: string | null;
  /** The house says that she has that mailbox. */
  emailConfirmed: boolean;
  firstName: string;
  lastName: string;
}

const LONGEST_NAME = 100;
const LONGEST_ADDRESS = 254;

/** What came as a name, as one line that a letter's head and a table can hold; '' when too short to be one. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string') return '';
  const line = value
    .slice(0, 1000)
    .toWellFormed()
    // Line ends, other controls, and what turns the direction of the letters that follow.
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const name = Array.from(line).slice(0, LONGEST_NAME).join('').slice(0, LONGEST_NAME).toWellFormed().trim();
  return visibleLength(name) < 2 ? '' : name;
}

function addressOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const email = value.trim().toLowerCase();
  const looksLikeOne = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u.test(email);
  return looksLikeOne && email.length <= LONGEST_ADDRESS ? email : null;
}

/**
 * A person from the claims of an OpenID Connect provider (OpenID Connect Core 1.0, section 5.1), whatever stands in
 * them. Names are kept to the rules of a registration; without any the first one is what stands before the @.
 */
export function personOf(subject: string, claims: Readonly<Record<string, unknown>>): ProviderUser {
  const email = addressOf(claims.email);
  const [first = '', ...rest] = nameOf(claims.name).split(' ');
  return {
    subject,
    email,
    // Some houses write it as text.
    emailConfirmed: email !== null && (claims.email_verified === true || claims.email_verified === 'true'),
    firstName: nameOf(claims.given_name) || nameOf(first) || nameOf(email?.split('@')[0]),
    lastName: nameOf(claims.family_name) || nameOf(rest.join(' ')),
  };
}
