import { type Leaving, leaving } from './leaving.ts';
import { type OwnAddress, ownAddress } from './own-address.ts';
import { type OwnPassword, ownPassword } from './own-password.ts';
import type { OwnAccountDeps } from './own-person.ts';
import { type OwnSessions, ownSessions } from './own-sessions.ts';

/** What a signed-in person does with her own account beside signing in: the page 'Sign-in & security'. */
export type OwnAccount = OwnSessions & OwnPassword & OwnAddress & Leaving;

export function ownAccount(deps: OwnAccountDeps): OwnAccount {
  return { ...ownSessions(deps), ...ownPassword(deps), ...ownAddress(deps), ...leaving(deps) };
}
