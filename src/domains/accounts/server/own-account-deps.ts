import type { Database, Queryable, Transaction } from '#db/client.ts';
import type { WriteEmail } from '#platform/auth/account-rules.ts';
import { type RecordedEvent, recordEvent } from '#platform/auth/audit/audit-log.repository.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import { consumeReauthentication } from '#platform/auth/reauthentication/reauthentication.repository.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { DomainError } from '#shared/errors.ts';
import type { AccountEmails } from './account-emails.ts';

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

/** The session of the request. Throws SIGN_IN_REQUIRED when it ended after the guard checked it. */
export async function requireSession(
  { auth }: { auth: Pick<Auth, 'sessionOf'> },
  { headers, ipAddress }: Pick<RequestContext, 'headers' | 'ipAddress'>,
): Promise<SessionContext> {
  const session = await auth.sessionOf(headers);
  if (!session) throw new DomainError('SIGN_IN_REQUIRED', { action: 'change the account' });
  return { ...session, ipAddress, userAgent: headers.get('user-agent') };
}

/** Throws REAUTHENTICATION_REQUIRED unless the session has a recent reauthentication; consumes it. */
export async function requireReauthentication(db: Queryable, session: SessionContext): Promise<void> {
  if (!(await consumeReauthentication(db, session.sessionId)))
    throw new DomainError('REAUTHENTICATION_REQUIRED');
}

/** Records in the audit log what users do to their own account. */
export function note(
  db: Queryable,
  { userId, ipAddress, userAgent }: SessionContext,
  kind: RecordedEvent['kind'],
): Promise<void> {
  return recordEvent(db, { kind, userId, ipAddress, userAgent });
}
