import * as openid from 'openid-client';
import { type ProviderUser, providerUserOf } from './provider-user.ts';

/** A configured OpenID Connect provider. */
export interface ProviderSettings {
  id: string;
  name: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** The provider is unavailable ('PROVIDER_NOT_AVAILABLE'), or its answer is not trusted. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  readonly code: 'PROVIDER_NOT_AVAILABLE' | 'PROVIDER_REFUSED';
  /** The HTTP status of its server error, if there was one. */
  readonly status: number | undefined;

  constructor(code: ProviderFailure['code'], message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

/** Stored when the browser leaves, to verify what it brings back. */
export interface Begun {
  state: string;
  nonce: string;
  codeVerifier: string;
}

const PATIENCE_SECONDS = 8;
const MOST_BYTES = 256 * 1024;
const HOUR_MS = 60 * 60 * 1000;
/** Without these endpoints sign-in is impossible, or its result cannot be verified. */
const NEEDED = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

const notAvailable = (message: string, cause?: unknown) =>
  new ProviderFailure('PROVIDER_NOT_AVAILABLE', message, { cause });

/**
 * Reads answers of bounded length. A missing answer or a server error means that the provider is unavailable.
 */
const boundedFetch: openid.CustomFetch = async (url, init) => {
  const { host } = new URL(url);
  const parts: Uint8Array[] = [];
  let length = 0;
  try {
    const response = await fetch(url, init as RequestInit);
    if (response.status >= 500) {
      throw new ProviderFailure('PROVIDER_NOT_AVAILABLE', `${host} answered ${response.status}`, {
        status: response.status,
      });
    }
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > MOST_BYTES) throw new Error('The answer is too long');
      parts.push(part);
    }
    const { status, headers } = response;
    return new Response(length > 0 ? Buffer.concat(parts) : null, { status, headers });
  } catch (error) {
    throw failureIn(error) ?? notAvailable(`${host} did not answer`, error);
  }
};

/** The library wraps errors: our own failure may be the cause. */
function failureIn(error: unknown): ProviderFailure | undefined {
  for (let one = error; one instanceof Error; one = one.cause) {
    if (one instanceof ProviderFailure) return one;
    if (one.name === 'TimeoutError') return notAvailable('It took too long', error);
  }
}

/**
 * An OpenID Connect provider (OpenID Connect Core 1.0, authorization code flow with PKCE). Its discovery
 * document is fetched at the first use, not at startup: a provider that is down then does not stop the shop,
 * and works once it is back.
 */
export function openIdProvider(settings: ProviderSettings, redirectURI: string) {
  const { issuer, clientId, clientSecret } = settings;
  let cached: { config: openid.Configuration; at: number } | null = null;
  let pending: Promise<openid.Configuration> | null = null;

  /** The library's own checks, and a check of the signature although the token comes over TLS. */
  const measures = [
    openid.enableNonRepudiationChecks,
    // An issuer on this machine, or inside a private network, that the configuration gives without https.
    // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out, and is not going away
    ...(issuer.startsWith('http:') ? [openid.allowInsecureRequests] : []),
  ];

  async function discover(): Promise<openid.Configuration> {
    const found = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      [openid.customFetch]: boundedFetch,
      timeout: PATIENCE_SECONDS,
      execute: measures,
    });
    const about = found.serverMetadata();
    const missing = NEEDED.find((one) => about[one] === undefined);
    if (missing) throw notAvailable(`${issuer} does not name its ${missing}`);
    const methods = about.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    let config = found;
    if (methods.includes('client_secret_basic')) {
      config = new openid.Configuration(
        about,
        clientId,
        clientSecret,
        openid.ClientSecretBasic(clientSecret),
      );
      config[openid.customFetch] = boundedFetch;
      config.timeout = PATIENCE_SECONDS;
      // oxlint-disable-next-line typescript/no-deprecated -- its own comment says why at `measures`
      for (const measure of measures) measure(config);
    }
    cached = { config, at: Date.now() };
    return config;
  }

  /**
   * Fetches the discovery document when it is more than an hour old; uses the old one while the provider is
   * unavailable.
   */
  async function configuration(): Promise<openid.Configuration> {
    if (cached && Date.now() - cached.at < HOUR_MS) return cached.config;
    pending ??= discover().finally(() => {
      pending = null;
    });
    try {
      return await pending;
    } catch (error) {
      if (cached) return cached.config;
      throw failureIn(error) ?? notAvailable(`${issuer} does not say what it is`, error);
    }
  }

  return {
    ...settings,

    /** The provider is available, as far as is known. Throws ProviderFailure. */
    async ready(): Promise<void> {
      await configuration();
    },

    /** The URL where the user signs in. Throws ProviderFailure. */
    async authorizationUrlFor({ state, nonce, codeVerifier }: Begun): Promise<string> {
      const url = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectURI,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      return url.href;
    },

    /**
     * The user who returned, by the query of the callback URL. Checks code, state, `iss` (RFC 9207),
     * signature, issuer, audience, times and nonce; stores no token of the provider. Throws ProviderFailure.
     */
    async userFor(query: URLSearchParams, begun: Begun): Promise<ProviderUser> {
      const config = await configuration();
      try {
        const tokens = await openid.authorizationCodeGrant(config, new URL(`${redirectURI}?${query}`), {
          expectedState: begun.state,
          expectedNonce: begun.nonce,
          pkceCodeVerifier: begun.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims) throw new Error('The provider sent no id token');
        if (claims.email !== undefined || !config.serverMetadata().userinfo_endpoint) {
          return providerUserOf(claims.sub, claims);
        }
        const more = await openid.fetchUserInfo(config, tokens.access_token, claims.sub);
        return providerUserOf(claims.sub, { ...claims, ...more });
      } catch (error) {
        throw (
          failureIn(error) ??
          new ProviderFailure('PROVIDER_REFUSED', `What ${issuer} answered is not believed`, { cause: error })
        );
      }
    },
  };
}

export type OpenIdProvider = ReturnType<typeof openIdProvider>;
