import type { Orm, Queryable, Transaction } from '#db/client.ts';
import { DomainError } from '#shared/errors.ts';
import type { MailMessage } from '../../mail/message.ts';
import { type NotedEvent, recordEvent } from '../audit/audit-log.repository.ts';
import { consumeReauthentication } from '../reauthentication/reauthentication.repository.ts';

/** Who is at it, from where: a session that holds. */
export interface Who {
  userId: string;
  sessionId: string;
  address: string;
  userAgent: string | null;
}

export interface OwnAccountDeps {
  authDb: Orm;
  publicUrl: string;
  shopName: string;
  /** Queues a letter inside `tx`. */
  sendMail(tx: Transaction | null, letter: MailMessage): Promise<void>;
  hashPassword(password: string): Promise<string>;
}

/** Throws REAUTHENTICATION_REQUIRED unless she has just confirmed that it is she; uses that up. */
export async function requireReauthentication(db: Queryable, who: Who): Promise<void> {
  if (!(await consumeReauthentication(db, who.sessionId))) throw new DomainError('REAUTHENTICATION_REQUIRED');
}

/** Writes into the journal what somebody did to her own account. */
export function note(db: Queryable, who: Who, kind: NotedEvent['kind']): Promise<void> {
  return recordEvent(db, { kind, userId: who.userId, ipAddress: who.address, userAgent: who.userAgent });
}
