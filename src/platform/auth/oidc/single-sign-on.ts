import type { GenericEndpointContext } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx, sensitiveSessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { violatedConstraint } from '#db/violation.ts';
import { isSingleSignOnRefusal, type SingleSignOnRefusal } from '#shared/single-sign-on.ts';
import { deleteUnconfirmed, lockUserForUpdate } from '../auth.repository.ts';
import { type AuthPart, type PartDeps, parsed } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import {
  deleteExternalAccount,
  findExternalAccountOwner,
  insertExternalAccount,
  listExternalAccounts,
  updateExternalAccountEmail,
} from './external-account.repository.ts';
import {
  type OpenIdProvider,
  openIdProvider,
  ProviderFailure,
  type ProviderSettings,
} from './openid-provider.ts';
import type { ProviderUser } from './provider-user.ts';
import { beginFlow, takeFlow } from './sign-in-flow.ts';

const SECURITY_PAGE = '/account/security#linked-accounts';
/** The two sign-in pages, with their query for the return path. */
const SIGN_IN_PAGE = /^\/(?:auth|admin\/login)(?:\?[\w\-.~%=&+/]{0,900})?$/;

/** A refusal for the user: its code travels back to the page, which has the message. */
class Refused extends Error {
  readonly code: SingleSignOnRefusal;
  constructor(code: SingleSignOnRefusal) {
    super(code);
    this.code = code;
  }
}

/** The error for a callback without a code, by the provider's error code (OAuth 2.0, 4.1.2.1). */
function withoutCode(error: string | undefined): Error {
  if (error === 'access_denied') return new Refused('PROVIDER_CANCELLED');
  if (error === 'server_error' || error === 'temporarily_unavailable') {
    return new ProviderFailure('PROVIDER_NOT_AVAILABLE', `The provider sent the user back with ${error}`);
  }
  return new Refused('PROVIDER_REFUSED');
}

const textOf = (value: unknown, most: number) =>
  typeof value === 'string' && value !== '' && value.length <= most ? value : undefined;

/** The path with more parameters in its query. */
function withSearch(path: string, more: Record<string, string>): string {
  const [page = '', hash] = path.split('#');
  const search = new URLSearchParams(more).toString();
  return `${page}${page.includes('?') ? '&' : '?'}${search}${hash ? `#${hash}` : ''}`;
}

/**
 * Single sign-on with OpenID Connect, and the external accounts linked to an account. A user is identified by
 * the provider and its `sub` alone, never by an email: see decision 0019.
 */
export function singleSignOn(
  { authDb, transaction, send, about, publicUrl, rules, log }: PartDeps,
  settings: readonly ProviderSettings[],
): AuthPart {
  const providers = new Map<string, OpenIdProvider>(
    settings.map((one) => [one.id, openIdProvider(one, `${publicUrl}/api/auth/oauth2/callback/${one.id}`)]),
  );
  const nameOf = (id: string) => providers.get(id)?.name ?? id;

  function providerOf(id: string): OpenIdProvider {
    const provider = providers.get(id);
    if (!provider) return refuse('UNKNOWN_PROVIDER');
    return provider;
  }

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

  /** Answers with the provider's URL, where the browser goes next. */
  async function redirectTo(
    ctx: GenericEndpointContext,
    id: string,
    begun: Pick<Parameters<typeof beginFlow>[1], 'callbackURL' | 'link'>,
  ) {
    const provider = providerOf(id);
    try {
      await provider.ready();
      return { url: await provider.authorizationUrlFor(await beginFlow(ctx, { provider: id, ...begun })) };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      noteFailure(error, id);
      return refuse('PROVIDER_NOT_AVAILABLE', { provider: provider.name });
    }
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
      const identity = { providerId: provider, accountId: subject, address: email };
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
        address: email,
      });
      if (inserted) await send('accountLinked', session.user, { name: nameOf(provider) });
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
    log.error({ err: error, provider }, 'single sign-on failed unexpectedly');
    return 'SIGN_IN_FAILED';
  }

  return {
    signInMethods: { '/oauth2/callback/:id': 'single_sign_on' },
    needsReauthentication: ['/identities/link', '/identities/unlink'],
    options: {
      account: {
        additionalFields: { address: { type: 'string', required: false, input: false, returned: false } },
      },
    },
    plugins: [
      {
        id: 'single-sign-on',
        endpoints: {
          signInSingleSignOn: createAuthEndpoint(
            '/sign-in/single-sign-on',
            { method: 'POST', body: parsed<{ provider: string; callbackURL?: string }>() },
            async (ctx) => {
              const { provider, callbackURL = '' } = ctx.body;
              const back = SIGN_IN_PAGE.test(callbackURL) ? callbackURL : '/auth';
              return ctx.json(await redirectTo(ctx, provider, { callbackURL: back, link: null }));
            },
          ),

          singleSignOnCallback: createAuthEndpoint('/oauth2/callback/:id', { method: 'GET' }, async (ctx) => {
            const provider = providers.get(ctx.params.id);
            const query = (ctx.query ?? {}) as Record<string, unknown>;
            const state = textOf(query.state, 200);
            const flow = state ? await takeFlow(ctx, state) : null;
            const goTo = (path: string, more: Record<string, string>) => ctx.redirect(withSearch(path, more));
            if (!provider || flow?.provider !== provider.id) {
              const page = (await getSessionFromCtx(ctx)) ? SECURITY_PAGE : '/auth';
              throw goTo(page, { error: 'SIGN_IN_INTERRUPTED', with: provider?.id ?? '' });
            }
            const { id } = provider;
            try {
              if (!textOf(query.code, 4000)) throw withoutCode(textOf(query.error, 100));
              const { searchParams } = new URL(ctx.request?.url ?? '', publicUrl);
              const providerUser = await provider.userFor(searchParams, flow);
              if (flow.link) await link(ctx, id, providerUser, flow.link);
              else await signIn(ctx, id, providerUser);
            } catch (error) {
              throw goTo(flow.callbackURL, { error: codeOf(error, id), with: id });
            }
            throw goTo(flow.callbackURL, { with: id });
          }),

          listIdentities: createAuthEndpoint(
            '/identities',
            { method: 'GET', use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const identities = await listExternalAccounts(authDb, ctx.context.session.user.id);
              return ctx.json(
                identities.map((one) => ({
                  ...one,
                  name: nameOf(one.provider),
                })),
              );
            },
          ),

          linkIdentity: createAuthEndpoint(
            '/identities/link',
            { method: 'POST', body: parsed<{ provider: string }>(), use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { session, user } = ctx.context.session;
              const by = { sessionId: session.id, userId: user.id };
              return ctx.json(
                await redirectTo(ctx, ctx.body.provider, { callbackURL: SECURITY_PAGE, link: by }),
              );
            },
          ),

          unlinkIdentity: createAuthEndpoint(
            '/identities/unlink',
            { method: 'POST', body: parsed<{ id: string }>(), use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              await transaction(async (tx) => {
                // Of two removals at once the second is checked after the first.
                await lockUserForUpdate(tx, user.id);
                const provider = await deleteExternalAccount(tx, user.id, ctx.body.id);
                if (!provider) return refuse('IDENTITY_NOT_FOUND');
                if ((await rules.countSignInMethods(tx, user.id)) === 0) refuse('LAST_SIGN_IN_METHOD');
                await send('accountUnlinked', user, { name: nameOf(provider) });
              });
              return ctx.json({ status: true });
            },
          ),
        },
      },
    ],
  };
}
