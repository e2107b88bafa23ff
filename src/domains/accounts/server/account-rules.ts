import type { Orm } from '#db/client.ts';
import type { AccountRules } from '#platform/auth/account-rules.ts';
import { type AuthDeps, createAuth } from '#platform/auth/create-auth.ts';
import { ADMIN_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { SIGN_IN_OPERATIONS } from '../sign-in.contract.ts';
import { SIGN_IN_PATHS } from '../sign-in.paths.ts';
import { accountEmails, codeText } from './account-emails.ts';
import { countSignInMethods, findRole } from './own-account.repository.ts';

/** Operations that exist only where the shop sends texts. */
const PHONE: ReadonlySet<string> = new Set([
  SIGN_IN_PATHS.signInByPhone,
  SIGN_IN_PATHS.sendPhoneCode,
  SIGN_IN_PATHS.confirmPhone,
]);

/** Admins need a longer password; the code of the refusal, undefined when the password is long enough. */
export async function passwordRefusal(db: Orm, userId: string, password: string) {
  if (password.length >= ADMIN_PASSWORD_LENGTH) return undefined;
  const role = await findRole(db, userId);
  return role === null || role === 'user' ? undefined : 'ADMIN_PASSWORD';
}

/** The rules of accounts for sign-in. */
function accountRules(deps: Omit<AuthDeps, 'rules'>): AccountRules {
  const { authDb, providers = [], sendText } = deps;
  const operations = [...SIGN_IN_OPERATIONS].filter(([path]) => sendText || !PHONE.has(path));
  return {
    operations: new Map(operations),
    writeEmail: accountEmails(deps),
    codeText: (code) => codeText(deps, code),
    passwordRefusal: (userId, password) => passwordRefusal(authDb, userId, password),
    countSignInMethods: (tx, userId) =>
      countSignInMethods(
        tx,
        userId,
        providers.map(({ id }) => id),
      ),
  };
}

/** Sign-in with the rules, texts and operations of this domain. */
export const createAccountAuth = (deps: Omit<AuthDeps, 'rules'>) =>
  createAuth({ ...deps, rules: accountRules(deps) });
