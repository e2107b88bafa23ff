import type { Matter } from './account-matters.ts';

/** Everything the journal of accounts notes, and what it is about. */
export const EVENTS = {
  /** With `way`, and `second_step` where one was taken. */
  signed_in: 'sign_in',
  signed_out: 'sign_in',
  session_ended: 'sign_in',
  /** All others but the one it was done in. */
  other_sessions_ended: 'sign_in',
  /** Every session, by a command on the server. */
  sessions_ended: 'sign_in',

  /** These with `reason`, a code. */
  sign_in_failed: 'failure',
  second_step_failed: 'failure',
  confirmation_failed: 'failure',
  recovery_failed: 'failure',
  proof_failed: 'failure',
  change_failed: 'failure',
  /** Tried so often that the shop asked to wait; noted once an hour. */
  limit_hit: 'failure',
  /** So much failed from one address that the rest of the hour is not noted. */
  flood: 'failure',

  registered: 'account',
  confirmed: 'account',
  recovery_asked: 'account',
  password_recovered: 'account',
  password_set: 'account',
  password_changed: 'account',
  email_change_asked: 'account',
  email_changed: 'account',
  phone_confirmed: 'account',
  two_step_on: 'account',
  two_step_off: 'account',
  backup_codes_made: 'account',
  passkey_added: 'account',
  passkey_removed: 'account',
  identity_linked: 'account',
  identity_unlinked: 'account',
  data_downloaded: 'account',
  account_deleted: 'account',

  /** Noted by the database itself: with `from` and `to`, and with `reason`, in words. */
  role_changed: 'rights',
  banned: 'rights',
  unbanned: 'rights',
} as const satisfies Record<string, Matter>;

export type AccountEvent = keyof typeof EVENTS;
