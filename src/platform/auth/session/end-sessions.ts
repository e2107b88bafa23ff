import {
  deleteOtherSessions,
  deleteSession,
  findSignInMethods,
  listCredentials,
  listSessions,
} from '../account/own-account.repository.ts';
import { note, type OwnAccountDeps, type SessionContext } from '../account/own-account-deps.ts';
import { deleteFirstSteps } from '../two-factor/two-factor.repository.ts';

export interface OwnSessions {
  /** The user's sign-in methods; null when the account is deleted. */
  signInMethods(userId: string): ReturnType<typeof findSignInMethods>;
  /** The user's sessions, the last used first; at most 200. */
  sessions(userId: string): Promise<Awaited<ReturnType<typeof listSessions>>>;
  /** Names of passkeys and of linked providers. */
  locks(userId: string): ReturnType<typeof listCredentials>;
  /** Ends one of the user's sessions; another user's session, or one that has ended, changes nothing. */
  endSession(session: SessionContext, sessionId: string): Promise<void>;
  /**
   * Ends all sessions except this one and forgets remembered devices; returns the number of ended sessions.
   */
  endOtherSessions(session: SessionContext): Promise<number>;
  /** Records a download of the user's data in the audit log. */
  noteDownload(session: SessionContext): Promise<void>;
}

export function ownSessions({ authDb }: OwnAccountDeps): OwnSessions {
  return {
    signInMethods: (userId) => findSignInMethods(authDb, userId),
    sessions: async (userId) => listSessions(authDb, userId),
    locks: (userId) => listCredentials(authDb, userId),
    endSession: (session, sessionId) =>
      authDb.transaction(async (tx) => {
        if (await deleteSession(tx, session.userId, sessionId)) await note(tx, session, 'session_ended');
      }),
    endOtherSessions: (session) =>
      authDb.transaction(async (tx) => {
        const ended = await deleteOtherSessions(tx, session.userId, session.sessionId);
        await deleteFirstSteps(tx, session.userId);
        if (ended > 0) await note(tx, session, 'other_sessions_ended');
        return ended;
      }),
    noteDownload: (session) => note(authDb, session, 'data_downloaded'),
  };
}
