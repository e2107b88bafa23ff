import type { ActivityEvent } from './audit-log.contract.ts';

const SIGN_IN_METHODS: Readonly<Record<string, string>> = {
  password: 'with a password',
  phone: 'by phone and password',
  code: 'with a code by email',
  confirmation: 'by the confirmation email',
  single_sign_on: 'with a linked account',
  passkey: 'with a passkey',
};

const SECOND_STEPS: Readonly<Record<string, string>> = {
  app: ' and a code of the authenticator app',
  backup_code: ' and a backup code',
  remembered: ' on a remembered device',
};

const ROLES: Readonly<Record<string, string>> = { user: 'User', admin: 'Admin', super_admin: 'Super Admin' };

const SENTENCES: Readonly<Record<string, string>> = {
  signed_out: 'Signed out',
  session_ended: 'Signed out one device',
  other_sessions_ended: 'Signed out all other devices',
  sessions_ended: 'All devices were signed out',
  sign_in_failed: 'Sign-in refused',
  second_step_failed: 'Second step refused',
  confirmation_failed: 'Confirmation of the email refused',
  recovery_failed: 'New password refused',
  proof_failed: 'Proof of identity refused',
  change_failed: 'Change of the account refused',
  limit_hit: 'Asked to wait after too many attempts',
  flood: 'So many failures from one IP address that the rest of the hour is left out',
  registered: 'Registered',
  confirmed: 'Confirmed the email',
  recovery_asked: 'Asked for a new password',
  password_recovered: 'Set a new password by email',
  password_set: 'Set a password',
  password_changed: 'Changed the password',
  email_change_asked: 'Asked for another email',
  email_changed: 'Changed the email',
  phone_confirmed: 'Confirmed the phone number',
  two_step_on: 'Turned two-step sign-in on',
  two_step_off: 'Turned two-step sign-in off',
  backup_codes_made: 'Made new backup codes',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  identity_linked: 'Linked another account',
  identity_unlinked: 'Unlinked another account',
  data_downloaded: 'Downloaded the data',
  account_deleted: 'Deleted the account',
  banned: 'Banned',
  unbanned: 'Unbanned',
  api_key_made: 'Made an API key',
  api_key_revoked: 'Revoked an API key',
  webhook_made: 'Made a webhook',
  webhook_changed: 'Changed a webhook',
  webhook_secret_rotated: 'Made a new secret for a webhook',
  webhook_deleted: 'Deleted a webhook',
};

/** A short text for an event: 'Signed in with a passkey', 'Made an API key “Accounting”'. */
export function sentenceOf({ kind, detail }: Pick<ActivityEvent, 'kind' | 'detail'>): string {
  if (kind === 'signed_in') {
    return `Signed in ${SIGN_IN_METHODS[detail.sign_in_method ?? ''] ?? ''}${SECOND_STEPS[detail.second_factor ?? ''] ?? ''}`.trim();
  }
  if (kind === 'role_changed') {
    const [from, to] = [detail.from, detail.to].map((role) => ROLES[role ?? ''] ?? role);
    return `Role changed from ${from} to ${to}`;
  }
  const sentence = SENTENCES[kind] ?? kind.replaceAll('_', ' ');
  return detail.name ? `${sentence} “${detail.name}”` : sentence;
}

const REASONS: Readonly<Record<string, string>> = {
  INVALID_EMAIL_OR_PASSWORD: 'Wrong email or password',
  WRONG_PASSWORD: 'Wrong password',
  INVALID_EMAIL: 'Not an email address',
  EMAIL_NOT_VERIFIED: 'The email is not confirmed yet',
  BANNED: 'The account is closed',
  INVALID_OTP: 'Wrong code',
  INVALID_CODE: 'Wrong code',
  OTP_EXPIRED: 'The code was too old',
  SECOND_STEP_EXPIRED: 'It took too long',
  INVALID_TOKEN: 'The link was too old, used or altered',
  PASSKEY_REFUSED: 'This passkey opens no account here',
  USER_UNVERIFIED: 'The device did not verify the user',
  // Recorded by the version before.
  PERSON_UNVERIFIED: 'The device did not verify the user',
  LAST_SIGN_IN_METHOD: 'It was the only way to sign in',
};

/** Why something was refused, or the reason that was given; undefined without one. */
export function reasonOf({ kind, detail }: Pick<ActivityEvent, 'kind' | 'detail'>): string | undefined {
  const { reason } = detail;
  if (!reason || kind === 'limit_hit') return undefined;
  if (!/^[A-Z][A-Z_]+$/.test(reason) || kind === 'banned' || kind === 'unbanned') return reason;
  const words = REASONS[reason] ?? reason.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
