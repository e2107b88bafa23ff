import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import type { Orm } from '#db/client.ts';
import type { AccountEvent } from '#shared/account-events.ts';
import { phoneNumberOf } from '#shared/phone-number.ts';
import { hitLimit } from '../../limits/limit.repository.ts';
import { excerpt, type Log } from '../../log.ts';
import { sessionTokenOf } from '../session/session-cookie.ts';
import { findSessionUser, findUserOf, recordEvent } from './audit-log.repository.ts';

/** The audit events of an endpoint; cases that are left out are not recorded. */
interface Entry {
  /** The answer creates a session. */
  onSession?: AccountEvent;
  /** Success for a user who was signed in already. */
  onSignedIn?: AccountEvent;
  /** Success, for anybody. */
  onSuccess?: AccountEvent;
  /** Refusal. */
  onFailure?: AccountEvent;
}

const SIGN_IN: Entry = { onSession: 'signed_in', onFailure: 'sign_in_failed' };
const SECOND_STEP: Entry = { onSession: 'signed_in', onFailure: 'second_step_failed' };
const CONFIRMATION: Entry = { onSession: 'confirmed', onFailure: 'confirmation_failed' };
const RECOVERY: Entry = { onSuccess: 'password_recovered', onFailure: 'recovery_failed' };
/** A change of one's own account. */
const change = (event: AccountEvent): Entry => ({ onSignedIn: event, onFailure: 'change_failed' });
/** A query, or the first half of an action that is recorded when it completes. */
const SILENT: Entry = {};

/** Every open endpoint of sign-in. A missing one fails a test. */
const ENTRIES: Readonly<Record<string, Entry>> = {
  'POST /sign-in/email': SIGN_IN,
  'POST /sign-in/phone': SIGN_IN,
  'POST /sign-in/code': SIGN_IN,
  'POST /sign-in/send-code': SILENT,
  'POST /sign-in/single-sign-on': SILENT,
  'GET /oauth2/callback/*': { ...SIGN_IN, onSignedIn: 'identity_linked' },
  'GET /passkey/generate-authenticate-options': SILENT,
  'POST /passkey/verify-authentication': SIGN_IN,
  'POST /two-factor/verify-totp': SECOND_STEP,
  'POST /two-factor/verify-backup-code': SECOND_STEP,
  'POST /sign-out': { onSignedIn: 'signed_out' },
  'GET /get-session': SILENT,
  'GET /captcha': SILENT,

  'POST /sign-up/email': { onSuccess: 'registered' },
  'GET /registration': SILENT,
  'POST /send-verification-email': SILENT,
  'GET /verify-email': CONFIRMATION,
  'POST /confirm-email': CONFIRMATION,
  'POST /email-otp/verify-email': CONFIRMATION,
  'POST /request-password-reset': { onSuccess: 'recovery_asked' },
  'POST /reset-password': RECOVERY,
  'POST /reset-password/account': SILENT,
  'POST /email-otp/reset-password': RECOVERY,

  'GET /identity/ways': SILENT,
  'POST /identity/prove': { onFailure: 'proof_failed' },
  'POST /identity/send-code': SILENT,
  'GET /two-factor/state': SILENT,
  'POST /two-factor/enable': SILENT,
  'POST /two-factor/confirm': change('two_step_on'),
  'POST /two-factor/disable': change('two_step_off'),
  'POST /two-factor/generate-backup-codes': change('backup_codes_made'),
  'GET /passkeys': SILENT,
  'GET /passkey/generate-register-options': SILENT,
  'POST /passkey/verify-registration': change('passkey_added'),
  'POST /passkeys/rename': SILENT,
  'POST /passkeys/remove': change('passkey_removed'),
  'GET /identities': SILENT,
  'POST /identities/link': SILENT,
  'POST /identities/unlink': change('identity_unlinked'),
  'POST /phone/send-code': SILENT,
  'POST /phone/confirm': change('phone_confirmed'),
};

/** Refusals that say nothing about a user: unreadable input, or a request for a proof or reauthentication. */
const UNREMARKABLE: ReadonlySet<string> = new Set([
  '',
  'BAD_INPUT',
  'NOT_ALLOWED_FROM',
  'REAUTHENTICATION_REQUIRED',
]);

/** Refusals because of a limit. */
const LIMITS: ReadonlySet<string> = new Set(['RATE_LIMITED', 'TOO_MANY_ATTEMPTS', 'PROOF_REQUIRED']);

/** Failures of one IP address that are recorded in an hour: random guessing must not fill the disk. */
const MOST_FAILURES = 200;
const HOUR = 60 * 60;

/** The entry of `POST /path`, or of the `/*` pattern that matches it. */
const entryOf = (endpoint: string): Entry | undefined =>
  ENTRIES[endpoint] ?? ENTRIES[endpoint.replace(/[^/]+$/, '*')];

/** The operations that the audit log does not know. */
export const pathsWithoutAuditEvent = (operations: Iterable<string>): string[] =>
  [...operations].filter((endpoint) => !(endpoint in ENTRIES));

export interface Visit {
  /** Such as 'POST /sign-in/email'. */
  endpoint: string;
  headers: Headers;
  body: unknown;
  ipAddress: string;
}

export interface AuditLog {
  /** Answers a visit with `work`, and records the result. */
  watch(visit: Visit, work: () => Promise<Response>): Promise<Response>;
  /** Sets the user whom the current visit concerns, where the request does not identify them. */
  about(userId: string): void;
  /** The email or phone number typed in the current visit, '' without one. */
  subject(): string;
}

/** Records centrally, by endpoint and answer, sign-ins, failures and account changes. */
export function createAuditLog({
  authDb,
  log,
  cookieName,
  secret,
}: {
  authDb: Orm;
  log: Log;
  /** Name of the session cookie. */
  cookieName: string;
  secret: string;
}): AuditLog {
  const visits = new AsyncLocalStorage<{ subject: string; about?: string }>();

  async function sessionUserOf(cookies: string | null) {
    const token = sessionTokenOf(cookies, cookieName, secret);
    return token ? findSessionUser(authDb, token) : null;
  }

  async function note(entry: Entry, visit: Visit, before: SessionUser, response: Response): Promise<void> {
    const reason = await reasonOf(response);
    const cookie = response.headers.getSetCookie().find((line) => line.startsWith(`${cookieName}=`));
    const after = reason === null && cookie ? await sessionUserOf(cookie) : null;
    const kind = kindOf(entry, { reason, arrived: after !== null, wasIn: before !== null });
    if (!kind || (reason !== null && UNREMARKABLE.has(reason))) return;
    const known = (after ?? before)?.userId ?? visits.getStore()?.about;
    const subject = known ? '' : typedIn(visit.body);
    if (reason !== null && (await isTooMuch(kind, visit, subject))) return;
    await recordEvent(authDb, {
      kind,
      userId: known ?? (await findUserOf(authDb, subject)),
      subject,
      ipAddress: visit.ipAddress,
      userAgent: visit.headers.get('user-agent'),
      detail: {
        ...(after?.signInMethod && { sign_in_method: after.signInMethod }),
        ...(after?.secondFactor && { second_factor: after.secondFactor }),
        ...(reason !== null && { reason: reason.slice(0, 60) }),
      },
    });
  }

  /** Counts events, so that endless failures are recorded up to a bound, and then once as continuing. */
  async function isTooMuch(kind: AccountEvent, { endpoint, ipAddress }: Visit, subject: string) {
    if (kind === 'limit_hit') {
      const key = createHash('sha256').update(`${endpoint}\n${subject}\n${ipAddress}`).digest('base64url');
      if ((await hitLimit(authDb, `audit-log:limit:${key}`, HOUR)) > 1) return true;
    }
    const failures = await hitLimit(authDb, `audit-log:${ipAddress}`, HOUR);
    if (failures === MOST_FAILURES + 1) {
      await recordEvent(authDb, { kind: 'flood', userId: null, ipAddress });
    }
    return failures > MOST_FAILURES;
  }

  return {
    async watch(visit, work) {
      const entry = entryOf(visit.endpoint);
      if (!entry || (entry === SILENT && visit.endpoint.startsWith('GET'))) return work();
      // A failing audit log blocks no sign-in.
      const logFailure = (error: unknown) => {
        log.error({ err: error, endpoint: excerpt(visit.endpoint) }, 'the audit log could not be written');
        return null;
      };
      return visits.run({ subject: typedIn(visit.body) }, async () => {
        const before = await sessionUserOf(visit.headers.get('cookie')).catch(logFailure);
        const response = await work();
        await note(entry, visit, before, response).catch(logFailure);
        return response;
      });
    },
    about(userId) {
      const visit = visits.getStore();
      if (visit) visit.about = userId;
    },
    subject: () => visits.getStore()?.subject ?? '',
  };
}

type SessionUser = Awaited<ReturnType<typeof findSessionUser>>;

function kindOf(
  entry: Entry,
  { reason, arrived, wasIn }: { reason: string | null; arrived: boolean; wasIn: boolean },
): AccountEvent | undefined {
  if (reason !== null && LIMITS.has(reason)) return 'limit_hit';
  if (reason !== null)
    return wasIn && entry.onSignedIn && entry.onFailure ? 'change_failed' : entry.onFailure;
  // A return from a provider with a new session is a sign-in, even when the visitor was signed in before.
  if (wasIn && entry.onSignedIn && !(arrived && entry.onSession)) return entry.onSignedIn;
  return entry.onSuccess ?? (arrived ? entry.onSession : undefined);
}

/**
 * The code of a refusal, '' when it has none; null on success. A server error is not a failure of the user.
 */
async function reasonOf(response: Response): Promise<string | null> {
  if (response.status >= 500) return '';
  if (response.status >= 400) {
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => null);
    return String((body as { code?: unknown } | null)?.code ?? '');
  }
  const location = response.headers.get('location');
  return location ? new URL(location, 'http://shop.invalid').searchParams.get('error') : null;
}

/** The email or phone number that was typed. */
function typedIn(body: unknown): string {
  const { email, phone } = (body ?? {}) as Record<string, unknown>;
  if (typeof email === 'string') return email.trim().toLowerCase();
  return typeof phone === 'string' ? (phoneNumberOf(phone) ?? phone.trim()) : '';
}
