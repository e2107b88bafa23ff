import type { GenericEndpointContext } from 'better-auth';
import { getSessionFromCtx } from 'better-auth/api';
import { lockUserForUpdate } from '../auth.repository.ts';
import { type AuthPart, endpoint, ownEndpoint, type PartDeps } from '../auth-part.ts';
import { refuse } from '../refuse.ts';
import { deleteExternalAccount, listExternalAccounts } from './external-account.repository.ts';
import { externalAccounts, withoutCode } from './external-accounts.ts';
import {
  type OpenIdProvider,
  openIdProvider,
  ProviderFailure,
  type ProviderSettings,
} from './openid-provider.ts';
import { beginFlow, takeFlow } from './sign-in-flow.ts';

const SECURITY_PAGE = '/account/security#linked-accounts';
/** The two sign-in pages, with their query for the return path. */
const SIGN_IN_PAGE = /^\/(?:auth|admin\/login)(?:\?[\w\-.~%=&+/]{0,900})?$/;

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
export function singleSignOn(deps: PartDeps, settings: readonly ProviderSettings[]): AuthPart {
  const { authDb, transaction, send, publicUrl, rules } = deps;
  const providers = new Map<string, OpenIdProvider>(
    settings.map((one) => [one.id, openIdProvider(one, `${publicUrl}/api/auth/oauth2/callback/${one.id}`)]),
  );
  const nameOf = (id: string) => providers.get(id)?.name ?? id;

  const { signIn, link, codeOf, noteFailure } = externalAccounts(deps, (user, provider) =>
    send('accountLinked', user, { name: nameOf(provider) }),
  );

  function providerOf(id: string): OpenIdProvider {
    const provider = providers.get(id);
    if (!provider) return refuse('UNKNOWN_PROVIDER');
    return provider;
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

  return {
    signInMethods: { '/oauth2/callback/:id': 'single_sign_on' },
    needsReauthentication: ['/identities/link', '/identities/unlink'],
    options: {
      account: {
        additionalFields: { email: { type: 'string', required: false, input: false, returned: false } },
      },
    },
    endpoints: [
      endpoint<{ provider: string; callbackURL?: string }>('POST /sign-in/single-sign-on', (ctx) => {
        const { provider, callbackURL = '' } = ctx.body;
        const back = SIGN_IN_PAGE.test(callbackURL) ? callbackURL : '/auth';
        return redirectTo(ctx, provider, { callbackURL: back, link: null });
      }),

      endpoint('GET /oauth2/callback/:id', async (ctx) => {
        const provider = providers.get(String(ctx.params?.id));
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

      ownEndpoint('GET /identities', async (_, { user }) => {
        const identities = await listExternalAccounts(authDb, user.id);
        return identities.map((one) => ({ ...one, name: nameOf(one.provider) }));
      }),

      ownEndpoint<{ provider: string }>('POST /identities/link', (ctx, { session, user }) =>
        redirectTo(ctx, ctx.body.provider, {
          callbackURL: SECURITY_PAGE,
          link: { sessionId: session.id, userId: user.id },
        }),
      ),

      ownEndpoint<{ id: string }>('POST /identities/unlink', (ctx, { user }) =>
        transaction(async (tx) => {
          // Of two removals at once the second is checked after the first.
          await lockUserForUpdate(tx, user.id);
          const provider = await deleteExternalAccount(tx, user.id, ctx.body.id);
          if (!provider) return refuse('IDENTITY_NOT_FOUND');
          if ((await rules.countSignInMethods(tx, user.id)) === 0) refuse('LAST_SIGN_IN_METHOD');
          await send('accountUnlinked', user, { name: nameOf(provider) });
        }),
      ),
    ],
  };
}
