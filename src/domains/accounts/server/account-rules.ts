import type { Orm } from '#db/client.ts';
import type { AccountRules } from '#platform/auth/account-rules.ts';
import { type AuthDeps, createAuth } from '#platform/auth/create-auth.ts';
import { ADMIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { SIGN_IN_OPERATIONS } from '../sign-in.contract.ts';
import { accountEmails, codeText, type Sender } from './account-emails.ts';
import { countSignInMethods, findRole } from './own-account.repository.ts';

/** Admins need a longer password; the code of the refusal, undefined when the password is long enough. */
export async function passwordRefusal(db: Orm, userId: string, password: string) {
  if (password.length >= ADMIN_PASSWORD_LENGTH) return undefined;
  const role = await findRole(db, userId);
  return role === null || role === 'user' ? undefined : 'ADMIN_PASSWORD';
}

/** The rules of accounts for sign-in. `providerIds`: of the configured providers. */
function accountRules(db: Orm, sender: Sender, providerIds: readonly string[]): AccountRules {
  return {
    operations: SIGN_IN_OPERATIONS,
    writeEmail: accountEmails(sender),
    codeText: (code) => codeText(sender, code),
    passwordRefusal: (userId, password) => passwordRefusal(db, userId, password),
    countSignInMethods: (tx, userId) => countSignInMethods(tx, userId, providerIds),
  };
}

/** Sign-in with the rules, texts and operations of this domain. */
export const createAccountAuth = (deps: Omit<AuthDeps, 'rules'>) =>
  createAuth({
    ...deps,
    rules: accountRules(
      deps.authDb,
      deps,
      (deps.providers ?? []).map(({ id }) => id),
    ),
  });
