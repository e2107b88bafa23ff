import type { Orm, Queryable, Transaction } from '#db/client.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailMessage } from '../../mail/message.ts';
import { type RecordedEvent, recordEvent } from '../audit/audit-log.repository.ts';
import { consumeReauthentication } from '../reauthentication/reauthentication.repository.ts';

/** The signed-in user with their session and the origin of the request. */
export interface SessionContext {
  userId: string;
  sessionId: string;
  ipAddress: string;
  userAgent: string | null;
}

export interface OwnAccountDeps {
  authDb: Orm;
  publicUrl: string;
  shopName: string;
  /** Queues an email inside `tx`. */
  sendMail(tx: Transaction | null, email: MailMessage): Promise<void>;
  hashPassword(password: string): Promise<string>;
}

/** Throws REAUTHENTICATION_REQUIRED unless the session has a recent reauthentication; consumes it. */
export async function requireReauthentication(db: Queryable, session: SessionContext): Promise<void> {
  if (!(await consumeReauthentication(db, session.sessionId)))
    throw new DomainError('REAUTHENTICATION_REQUIRED');
}

/** Records in the audit log what users do to their own account. */
export function note(db: Queryable, session: SessionContext, kind: RecordedEvent['kind']): Promise<void> {
  return recordEvent(db, {
    kind,
    userId: session.userId,
    ipAddress: session.ipAddress,
    userAgent: session.userAgent,
  });
}
