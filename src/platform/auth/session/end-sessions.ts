import {
  deleteOtherSessions,
  deleteSession,
  findSignInMethods,
  listLocks,
  listSessions,
} from '../account/own-account.repository.ts';
import { note, type OwnAccountDeps, type Who } from '../account/own-account-deps.ts';
import { deleteFirstSteps } from '../two-factor/two-factor.repository.ts';

export interface OwnSessions {
  /** The user's sign-in methods; null when the account is deleted. */
  signInMethods(userId: string): ReturnType<typeof findSignInMethods>;
  /** The user's sessions, the last used first; at most 200. */
  sessions(userId: string): Promise<Awaited<ReturnType<typeof listSessions>>>;
  /** Names of passkeys and of linked providers. */
  locks(userId: string): ReturnType<typeof listLocks>;
  /** Ends one of the user's sessions; another user's session, or one that has ended, changes nothing. */
  endSession(who: Who, sessionId: string): Promise<void>;
  /**
   * Ends all sessions except this one and forgets remembered devices; returns the number of ended sessions.
   */
  endOtherSessions(who: Who): Promise<number>;
  /** Records a download of the user's data in the audit log. */
  noteDownload(who: Who): Promise<void>;
}

export function ownSessions({ authDb }: OwnAccountDeps): OwnSessions {
  return {
    signInMethods: (userId) => findSignInMethods(authDb, userId),
    sessions: async (userId) => listSessions(authDb, userId),
    locks: (userId) => listLocks(authDb, userId),
    endSession: (who, sessionId) =>
      authDb.transaction(async (tx) => {
        if (await deleteSession(tx, who.userId, sessionId)) await note(tx, who, 'session_ended');
      }),
    endOtherSessions: (who) =>
      authDb.transaction(async (tx) => {
        const ended = await deleteOtherSessions(tx, who.userId, who.sessionId);
        await deleteFirstSteps(tx, who.userId);
        if (ended > 0) await note(tx, who, 'other_sessions_ended');
        return ended;
      }),
    noteDownload: (who) => note(authDb, who, 'data_downloaded'),
  };
}
