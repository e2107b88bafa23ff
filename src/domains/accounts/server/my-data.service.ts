import type { Database } from '#db/client.ts';
import { listSessions } from '#platform/auth/session/session.repository.ts';
import type { SignedIn } from '#shared/caller.ts';
import type { Raises } from '#shared/errors.ts';
import { listEventsOf } from './audit-log.repository.ts';
import { findSignInMethods, listCredentials } from './own-account.repository.ts';
import { note, type SessionContext } from './own-account-deps.ts';
import { getProfile } from './profile.service.ts';

/** Maximum of events in the export, the newest: events are stored for at most half a year. */
const MOST_EVENTS = 5_000;

/** The shop's data about a user besides their orders. It contains no credentials. Records the download. */
export async function readMyData(
  deps: { database: Pick<Database, 'asCaller' | 'auth'> } & Raises<'PROFILE_NOT_FOUND'>,
  user: SignedIn,
  session: SessionContext,
) {
  const db = deps.database.auth;
  const profile = await getProfile(deps, user);
  const methods = await findSignInMethods(db, user.userId);
  const { passkeys, linked } = await listCredentials(db, user.userId);
  const sessions = await listSessions(db, user.userId);
  const events = await deps.database.asCaller(user, (tx) => listEventsOf(tx, user.userId, MOST_EVENTS));
  await note(db, session, 'data_downloaded');
  return {
    profile: {
      ...profile,
      emailConfirmed: methods?.emailVerified ?? false,
      phoneConfirmed: methods?.phoneVerified ?? false,
    },
    signIn: {
      password: methods?.hasPassword ?? false,
      twoFactor: methods?.twoFactor ?? false,
      passkeys,
      linkedAccounts: linked,
      sessions: sessions.map(({ id: _, ...session }) => session),
    },
    events,
  };
}
