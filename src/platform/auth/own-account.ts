import type { Orm, Transaction } from '#db/client.ts';
import type { MailMessage } from '#platform/mail/message.ts';
import { DomainError } from '#shared/errors.ts';
import { takeProof } from './identity-proof.repository.ts';
import { recordEvent } from './journal.repository.ts';
import { type Leaving, leaving } from './leaving.ts';
import { type OwnAddress, ownAddress } from './own-address.ts';
import { type OwnPassword, ownPassword } from './own-password.ts';
import { type OwnSessions, ownSessions } from './own-sessions.ts';

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

/** What a signed-in person does with her own account beside signing in: the page 'Sign-in & security'. */
export type OwnAccount = OwnSessions & OwnPassword & OwnAddress & Leaving;

export function ownAccount(deps: OwnAccountDeps): OwnAccount {
  return { ...ownSessions(deps), ...ownPassword(deps), ...ownAddress(deps), ...leaving(deps) };
}

/** Throws IDENTITY_UNPROVEN unless she has just confirmed that it is she; uses that up. */
export async function mustBeProven(db: Parameters<typeof takeProof>[0], who: Who): Promise<void> {
  if (!(await takeProof(db, who.sessionId))) throw new DomainError('IDENTITY_UNPROVEN');
}

type Noted = Parameters<typeof recordEvent>[1];

/** Writes into the journal what somebody did to her own account. */
export function note(
  db: Parameters<typeof recordEvent>[0],
  who: Who,
  kind: Noted['kind'],
  more: Pick<Noted, 'detail' | 'subject'> = {},
): Promise<void> {
  return recordEvent(db, {
    kind,
    userId: who.userId,
    ipAddress: who.address,
    userAgent: who.userAgent,
    ...more,
  });
}
