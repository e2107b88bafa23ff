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
  /** What she signs in with; null when she is gone. */
  signInMethods(userId: string): ReturnType<typeof findSignInMethods>;
  /** Where she is signed in, the last used first; at most 200. */
  sessions(userId: string): Promise<Awaited<ReturnType<typeof listSessions>>>;
  /** Names of passkeys and of houses that are linked. */
  locks(userId: string): ReturnType<typeof listLocks>;
  /** Ends one of her own sessions; another person's, or one that is over, changes nothing. */
  endSession(who: Who, sessionId: string): Promise<void>;
  /** Ends all but this one and forgets devices that were remembered; gives how many ended. */
  endOtherSessions(who: Who): Promise<number>;
  /** Writes into the journal that she took her data with her. */
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
