import type { Matter } from './account-matters.ts';

/** All events of the audit log, each with its category. */
export const EVENTS = {
  /** With `sign_in_method`, and `second_factor` if a second factor was used. */
  signed_in: 'sign_in',
  signed_out: 'sign_in',
  session_ended: 'sign_in',
  /** All other sessions of the user. */
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
  /** A rate limit was hit; recorded once an hour. */
  limit_hit: 'failure',
  /** So many failures from one IP address that the rest of the hour is not recorded. */
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

  /** Recorded by the database itself: with `from` and `to`, and with `reason`, as text. */
  role_changed: 'rights',
  banned: 'rights',
  unbanned: 'rights',
  /** These with the `name` and `scopes` of the key. */
  api_key_made: 'rights',
  api_key_revoked: 'rights',
  /** These with the `name`, `url` and `events` of the webhook. */
  webhook_made: 'rights',
  webhook_changed: 'rights',
  webhook_secret_rotated: 'rights',
  webhook_deleted: 'rights',
} as const satisfies Record<string, Matter>;

export type AccountEvent = keyof typeof EVENTS;
