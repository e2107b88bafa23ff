import type { Database, Queryable, Transaction } from '#db/client.ts';
import type { WriteEmail } from '#platform/auth/account-rules.ts';
import { type RecordedEvent, recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import { lockUserForUpdate } from '#platform/auth/auth.repository.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { consumeReauthentication } from '#platform/auth/reauthentication/reauthentication.repository.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import type { Raises } from '#shared/errors.ts';
import type { AccountEmails } from './emails/email-parts.ts';

/** For what users do with their own account; no other operation accesses sessions or passwords. */
export interface OwnAccountDeps {
  auth: Pick<Auth, 'sessionOf' | 'hashPassword'>;
  /** `auth`: the pool of the role aso_auth. */
  database: Pick<Database, 'auth'>;
  publicUrl: string;
  writeEmail: WriteEmail<AccountEmails>;
  /** Queues an email inside `tx`. */
  sendMail(tx: Transaction | null, email: MailMessage): Promise<void>;
}

/** The signed-in user with their session and the origin of the request. */
export interface SessionContext {
  userId: string;
  sessionId: string;
  ipAddress: string;
  userAgent: string | null;
}

/** The session of the request, which may have ended after the guard checked it. */
export async function requireSession(
  { auth, errors }: { auth: Pick<Auth, 'sessionOf'> } & Raises<'SIGN_IN_REQUIRED'>,
  { headers, ipAddress }: Pick<RequestContext, 'headers' | 'ipAddress'>,
): Promise<SessionContext> {
  const session = await auth.sessionOf(headers);
  if (!session) throw errors.SIGN_IN_REQUIRED({ data: { action: 'change the account' } });
  return { ...session, ipAddress, userAgent: headers.get('user-agent') };
}

/** Consumes the recent reauthentication of the session. */
export async function requireReauthentication(
  { errors }: Raises<'REAUTHENTICATION_REQUIRED'>,
  db: Queryable,
  { sessionId }: SessionContext,
): Promise<void> {
  if (!(await consumeReauthentication(db, sessionId))) throw errors.REAUTHENTICATION_REQUIRED();
}

/** The user of the session, locked until the transaction ends. */
export async function lockOwnAccountForUpdate(
  { errors }: Raises<'PROFILE_NOT_FOUND'>,
  tx: Transaction,
  { userId }: SessionContext,
) {
  const user = await lockUserForUpdate(tx, userId);
  if (!user) throw errors.PROFILE_NOT_FOUND();
  return user;
}

/** Records in the audit log what users do to their own account. */
export function note(
  db: Queryable,
  { userId, ipAddress, userAgent }: SessionContext,
  kind: RecordedEvent['kind'],
): Promise<void> {
  return recordEvent(db, { kind, userId, ipAddress, userAgent });
}
