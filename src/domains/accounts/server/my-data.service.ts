import type { SignedIn } from '#shared/caller.ts';
import { listEventsOf } from './my-data.repository.ts';
import { type AccountsDeps, getProfile } from './profile.service.ts';
import type { SecurityDeps } from './security.service.ts';

/** Maximum of events in the export, the newest: events are stored for at most half a year. */
const MOST_EVENTS = 5_000;

/** The shop's data about a user besides their orders. It contains no credentials. */
export async function readMyData(deps: AccountsDeps & SecurityDeps, user: SignedIn) {
  const profile = await getProfile(deps, user);
  const signInMethods = await deps.auth.own.signInMethods(user.userId);
  const { passkeys, linked } = await deps.auth.own.locks(user.userId);
  const sessions = await deps.auth.own.sessions(user.userId);
  const events = await deps.database.asCaller(user, (tx) => listEventsOf(tx, user.userId, MOST_EVENTS));
  return {
    profile: {
      ...profile,
      emailConfirmed: signInMethods?.email_verified ?? false,
      phoneConfirmed: signInMethods?.phone_verified ?? false,
    },
    signIn: {
      password: signInMethods?.has_password ?? false,
      twoFactor: signInMethods?.two_step ?? false,
      passkeys,
      linkedAccounts: linked,
      sessions: sessions.map(({ id: _, ...session }) => session),
    },
    events,
  };
}
