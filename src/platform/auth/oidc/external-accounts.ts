import type { GenericEndpointContext } from 'better-auth';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { violatedConstraint } from '#db/violation.ts';
import { isSingleSignOnRefusal, type SingleSignOnRefusal } from '#shared/single-sign-on.ts';
import { deleteUnconfirmed } from '../auth.repository.ts';
import type { PartDeps } from '../auth-part.ts';
import {
  findExternalAccountOwner,
  insertExternalAccount,
  updateExternalAccountEmail,
} from './external-account.repository.ts';
import { ProviderFailure } from './openid-provider.ts';
import type { ProviderUser } from './provider-user.ts';

/** A refusal for the user: its code travels back to the page, which has the message. */
class Refused extends Error {
  readonly code: SingleSignOnRefusal;
  constructor(code: SingleSignOnRefusal) {
    super(code);
    this.code = code;
  }
}

/** The error for a callback without a code, by the provider's error code (OAuth 2.0, 4.1.2.1). */
export function withoutCode(error: string | undefined): Error {
  if (error === 'access_denied') return new Refused('PROVIDER_CANCELLED');
  if (error === 'server_error' || error === 'temporarily_unavailable') {
    return new ProviderFailure('PROVIDER_NOT_AVAILABLE', `The provider sent the user back with ${error}`);
  }
  return new Refused('PROVIDER_REFUSED');
}

/** What a confirmed answer of a provider does: sign in or link; and what its failures mean. */
export function externalAccounts(
  { authDb, transaction, about, log }: PartDeps,
  sendLinked: (user: { email: string }, provider: string) => Promise<unknown>,
) {
  /**
   * Tells a server error of the provider apart from an answer that was refused: the operator of the shop acts
   * on it.
   */
  function noteFailure(error: ProviderFailure, provider: string): void {
    const { code, status } = error;
    const what =
      code === 'PROVIDER_REFUSED' ? 'the answer of the provider was refused' : 'the provider failed';
    log.warn({ err: error, provider, code, status }, `single sign-on: ${what}`);
  }

  /** The user of this external account; creates an account the first time. Throws Refused. */
  async function userFor(ctx: GenericEndpointContext, provider: string, providerUser: ProviderUser) {
    const { internalAdapter } = ctx.context;
    const { subject, email, emailConfirmed, firstName, lastName } = providerUser;
    const findOwner = async () => {
      const owner = await findExternalAccountOwner(authDb, provider, subject);
      return owner && internalAdapter.findUserById(owner);
    };
    const user = await findOwner();
    if (user) {
      await updateExternalAccountEmail(authDb, provider, subject, email);
      return user;
    }
    if (!email) throw new Refused('ADDRESS_MISSING');
    if (!emailConfirmed) throw new Refused('ADDRESS_UNCONFIRMED');
    // Nobody has confirmed this email, and the provider states that it belongs to this user.
    await deleteUnconfirmed(authDb, email);
    const name = `${firstName} ${lastName}`.trim();
    const profile = { email, emailVerified: true, name, firstName, lastName };
    try {
      const identity = { providerId: provider, accountId: subject, email };
      const made = await internalAdapter.createOAuthUser(profile, identity);
      return made.user;
    } catch (error) {
      if (violatedConstraint(error) === undefined) throw error;
      // The email belongs to an account, or a concurrent request created it.
      const concurrentOwner = await findOwner();
      if (concurrentOwner) return concurrentOwner;
      const owner = await internalAdapter.findUserByEmail(email);
      if (owner) about(owner.user.id);
      throw new Refused('ACCOUNT_EXISTS');
    }
  }

  async function signIn(ctx: GenericEndpointContext, provider: string, providerUser: ProviderUser) {
    const user = await userFor(ctx, provider, providerUser);
    about(user.id);
    const session = await ctx.context.internalAdapter.createSession(user.id);
    await setSessionCookie(ctx, { session, user });
  }

  /** Throws Refused. */
  async function link(
    ctx: GenericEndpointContext,
    provider: string,
    providerUser: ProviderUser,
    by: { sessionId: string; userId: string },
  ) {
    const session = await getSessionFromCtx(ctx);
    if (session?.session.id !== by.sessionId || session.user.id !== by.userId)
      throw new Refused('OTHER_SESSION');
    const { subject, email } = providerUser;
    const isNew = await transaction(async (tx) => {
      const inserted = await insertExternalAccount(tx, {
        userId: by.userId,
        provider,
        subject,
        email,
      });
      if (inserted) await sendLinked(session.user, provider);
      return inserted;
    });
    if (!isNew && (await findExternalAccountOwner(authDb, provider, subject)) !== by.userId)
      throw new Refused('ACCOUNT_ALREADY_LINKED');
  }

  /** The error code for a failure; an unexpected error is a server error and is logged as one. */
  function codeOf(error: unknown, provider: string): SingleSignOnRefusal {
    if (error instanceof Refused) return error.code;
    if (error instanceof ProviderFailure) {
      noteFailure(error, provider);
      return error.code;
    }
    const code = error instanceof APIError ? error.body?.code : undefined;
    if (isSingleSignOnRefusal(code)) return code;
    // The account was deleted meanwhile.
    if (code === 'USER_NOT_FOUND') return 'SIGN_IN_FAILED';
    log.error({ err: error, provider }, 'single sign-on failed unexpectedly');
    return 'SIGN_IN_FAILED';
  }

  return { signIn, link, codeOf, noteFailure };
}
