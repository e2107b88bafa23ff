import { type OwnPassword, ownPassword } from '../password/change-password.ts';
import { type OwnSessions, ownSessions } from '../session/end-sessions.ts';
import { type OwnEmail, ownEmail } from './change-email.ts';
import { type AccountDeletion, accountDeletion } from './delete-account.ts';
import type { OwnAccountDeps } from './own-account-deps.ts';

/** What signed-in users do with their own account besides signing in: the page 'Sign-in & security'. */
export type OwnAccount = OwnSessions & OwnPassword & OwnEmail & AccountDeletion;

export function ownAccount(deps: OwnAccountDeps): OwnAccount {
  return { ...ownSessions(deps), ...ownPassword(deps), ...ownEmail(deps), ...accountDeletion(deps) };
}
