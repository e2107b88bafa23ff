import { authorizationCodeRequest, createAuthorizationURL, validateToken } from 'better-auth/oauth2';
import { z } from 'zod';
import { type ProviderPerson, personOf } from './provider-person.ts';

/** An OpenID Connect house of the configuration. */
export interface ProviderSettings {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The provider could not be asked ('PROVIDER_NOT_AVAILABLE'), or what it answered is not believed. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly code: 'PROVIDER_NOT_AVAILABLE' | 'PROVIDER_REFUSED';

  constructor(code: ProviderFailure['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

const PATIENCE_MS = 8_000;
const MOST_BYTES = 256 * 1024;
const HOUR_MS = 60 * 60 * 1000;

/** What we need of OpenID Connect Discovery 1.0, section 3. */
const discovery = z.object({
  issuer: z.string().max(500),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
  authorization_response_iss_parameter_supported: z.boolean().optional(),
});
type Discovery = z.infer<typeof discovery>;

/** What an id token must hold beside what its signature, issuer, audience and time already say. */
const idClaims = z.looseObject({
  sub: z.string().min(1).max(255),
  exp: z.number(),
  nonce: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  azp: z.string().optional(),
});

const notAvailable = (message: string, cause?: unknown) =>
  new ProviderFailure('PROVIDER_NOT_AVAILABLE', message, { cause });
const refused = (message: string, cause?: unknown) =>
  new ProviderFailure('PROVIDER_REFUSED', message, { cause });

/** JSON from the provider: in time, of a bounded length, and never from where it sends us on to. */
async function ask(url: string, init: RequestInit = {}): Promise<unknown> {
  let response: Response;
  let text = '';
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) });
    const decoder = new TextDecoder();
    for await (const part of response.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.length > MOST_BYTES) throw new Error('The answer is too long');
    }
  } catch (error) {
    throw notAvailable(`${new URL(url).host} did not answer`, error);
  }
  if (response.status >= 500) throw notAvailable(`${new URL(url).host} answered ${response.status}`);
  if (response.status !== 200) throw refused(`${url} answered ${response.status}: ${text.slice(0, 200)}`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`${url} answered something else than JSON`, error);
  }
}

/**
 * An OpenID Connect provider (OpenID Connect Core 1.0, authorization code flow with PKCE). It is asked what it is
 * when it is first needed, not at the start: one that is down then is no reason for the shop not to open, and
 * works once it is back.
 */
export function openIdProvider(settings: ProviderSettings, redirectURI: string) {
  const { id, issuer, clientId, clientSecret } = settings;
  const home = issuer.replace(/\/$/, '');
  let known: { what: Discovery; at: number } | null = null;
  let asking: Promise<Discovery> | null = null;

  async function discover(): Promise<Discovery> {
    const parsed = discovery.safeParse(await ask(`${home}/.well-known/openid-configuration`));
    if (!parsed.success) throw notAvailable(`${home} does not say what it is`, parsed.error);
    const what = parsed.data;
    // Section 4.3: who answers is who was asked. People leave the last slash out, or put one in.
    if (what.issuer.replace(/\/$/, '') !== home) throw notAvailable(`${home} says it is ${what.issuer}`);
    const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint } = what;
    const addresses = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint ?? jwks_uri];
    if (home.startsWith('https:') && !addresses.every((url) => url.startsWith('https:'))) {
      throw notAvailable(`${home} names an address without https`);
    }
    known = { what, at: Date.now() };
    return what;
  }

  /** What is known for less than an hour, else asked anew; what was known before serves while it is away. */
  async function described(): Promise<Discovery> {
    if (known && Date.now() - known.at < HOUR_MS) return known.what;
    asking ??= discover().finally(() => {
      asking = null;
    });
    try {
      return await asking;
    } catch (error) {
      if (known) return known.what;
      throw error;
    }
  }

  async function claimsOf(idToken: string, nonce: string): Promise<z.infer<typeof idClaims>> {
    const { issuer: exact, jwks_uri } = await described();
    let payload: unknown;
    try {
      // Signature by a key that the provider shows now, issuer, audience and times.
      ({ payload } = await validateToken(idToken, jwks_uri, { issuer: exact, audience: clientId }));
    } catch (error) {
      const { code, name } = error as { code?: string; name?: string };
      const unreachable =
        error instanceof TypeError || code === 'ERR_JWKS_TIMEOUT' || name === 'TimeoutError';
      throw unreachable
        ? notAvailable('The keys did not come', error)
        : refused('The id token is not believed', error);
    }
    const parsed = idClaims.safeParse(payload);
    if (!parsed.success) throw refused('The id token lacks claims', parsed.error);
    const { nonce: said, aud, azp } = parsed.data;
    if (said !== nonce) throw refused('The id token answers another request');
    if ((Array.isArray(aud) && aud.length > 1) || azp !== undefined) {
      if (azp !== clientId) throw refused('The id token was made for somebody else');
    }
    return parsed.data;
  }

  return {
    ...settings,

    /** The provider is there, as far as is known. Throws ProviderFailure. */
    async ready(): Promise<void> {
      await described();
    },

    /** Where the person goes to sign in. Throws ProviderFailure. */
    async addressFor(request: { state: string; nonce: string; codeVerifier: string }): Promise<string> {
      const { authorization_endpoint } = await described();
      const url = await createAuthorizationURL({
        id,
        options: { clientId, clientSecret },
        authorizationEndpoint: authorization_endpoint,
        redirectURI,
        scopes: ['openid', 'email', 'profile'],
        ...request,
      });
      return url.href;
    },

    /**
     * Who came back with this code. Nothing of what the provider gave is kept: no token is needed again. `iss` is
     * the parameter of RFC 9207. Throws ProviderFailure.
     */
    async personFor(
      code: string,
      { codeVerifier, nonce, iss }: { codeVerifier: string; nonce: string; iss: string | undefined },
    ): Promise<ProviderPerson> {
      const what = await described();
      if (iss === undefined ? what.authorization_response_iss_parameter_supported : iss !== what.issuer) {
        throw refused(`Somebody else than ${home} answered`);
      }
      const methods = what.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
      const { body, headers } = await authorizationCodeRequest({
        code,
        codeVerifier,
        redirectURI,
        options: { clientId, clientSecret },
        authentication: methods.includes('client_secret_basic') ? 'basic' : 'post',
        tokenEndpoint: what.token_endpoint,
      });
      const tokens = z
        .object({ id_token: z.string(), access_token: z.string().optional() })
        .safeParse(await ask(what.token_endpoint, { method: 'POST', headers, body }));
      if (!tokens.success) throw refused('No id token came', tokens.error);
      const { id_token, access_token } = tokens.data;
      const claims = await claimsOf(id_token, nonce);
      if (claims.email !== undefined || !what.userinfo_endpoint || !access_token) {
        return personOf(claims.sub, claims);
      }
      const more = z
        .looseObject({ sub: z.string() })
        .safeParse(
          await ask(what.userinfo_endpoint, { headers: { authorization: `Bearer ${access_token}` } }),
        );
      // Section 5.3.2: another subject's claims are never used.
      if (more.data?.sub !== claims.sub) throw refused('The claims are about somebody else', more.error);
      return personOf(claims.sub, { ...claims, ...more.data });
    },
  };
}

export type OpenIdProvider = ReturnType<typeof openIdProvider>;
