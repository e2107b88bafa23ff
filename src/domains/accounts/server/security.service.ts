import type { SessionContext } from '#platform/auth/account/own-account-deps.ts';
import type { Auth } from '#platform/auth/create-auth.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { DomainError } from '#shared/errors.ts';
import type { OpenSession, SignInMethods } from '../security.contract.ts';

/** Sign-in, as far as a user's own account needs it; no other operation accesses sessions or passwords. */
export interface SecurityDeps {
  auth: Pick<Auth, 'sessionOf' | 'own'>;
}

/** The session of the request. Throws SIGN_IN_REQUIRED when it ended after the guard checked it. */
export async function currentUser(
  { auth }: SecurityDeps,
  { headers, ipAddress }: Pick<RequestContext, 'headers' | 'ipAddress'>,
): Promise<SessionContext> {
  const session = await auth.sessionOf(headers);
  if (!session) throw new DomainError('SIGN_IN_REQUIRED', { action: 'change the account' });
  return { ...session, ipAddress, userAgent: headers.get('user-agent') };
}

/** Throws PROFILE_NOT_FOUND. */
export async function readSignInMethods({ auth }: SecurityDeps, userId: string): Promise<SignInMethods> {
  const row = await auth.own.signInMethods(userId);
  if (!row) throw new DomainError('PROFILE_NOT_FOUND');
  return {
    email: row.email,
    emailVerified: row.email_verified,
    phone: row.phone,
    phoneVerified: row.phone_verified,
    hasPassword: row.has_password,
    twoFactor: row.two_step,
    passkeys: row.passkeys,
    linked: row.linked,
    count: Number(row.has_password) + row.passkeys + row.linked,
  };
}

export async function readSessions({ auth }: SecurityDeps, session: SessionContext): Promise<OpenSession[]> {
  const rows = await auth.own.sessions(session.userId);
  return rows.map(({ createdAt, lastSeenAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    isCurrent: row.id === session.sessionId,
  }));
}
