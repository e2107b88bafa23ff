import { createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Provider } from 'oidc-provider';

/** The provider's claims about a user; `sub` is its id of the user. */
interface Claims {
  sub: string;
  [claim: string]: unknown;
}

interface IdToken {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  /** Signs with a key that the provider does not publish. */
  byStranger?: boolean;
  /** The answer has no id token. */
  isMissing?: boolean;
}

const key = () => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const read = (piece: string | undefined) => JSON.parse(Buffer.from(piece ?? '', 'base64url').toString());

/**
 * A real OpenID Connect provider on this machine, for tests. Sign-in there takes an email; 'unconfirmed' at
 * its beginning makes it one that the provider has not confirmed. Its answers can be made wrong.
 */
export async function startIdentityProvider({
  id = 'adire',
  name = 'Adire ID',
  shopUrl,
}: {
  id?: string;
  name?: string;
  /** The origin that users are redirected to. */
  shopUrl: string;
}) {
  const [own, stranger] = [key(), key()];
  const users = new Map<string, Claims>();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  const client = { clientId: 'aso-house', clientSecret: randomBytes(24).toString('hex') };
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${shopUrl}/api/auth/oauth2/callback/${id}`],
      },
    ],
    pkce: { required: () => true },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name'],
    },
    jwks: { keys: [{ ...own.export({ format: 'jwk' }), kid: 'own', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: [randomBytes(16).toString('hex')] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ttl: { Session: 600, Interaction: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
    findAccount: (_: unknown, accountId: string) => ({
      accountId,
      claims: () => users.get(accountId) ?? { sub: accountId },
    }),
    /** Signing in there implies consent. */
    async loadExistingGrant({ oidc }: { oidc: { session: { accountId: string } } }) {
      const grant = new provider.Grant({ clientId: client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();

  const identityProvider = {
    id,
    settings: { id, name, issuer, ...client },
    /** No answer while it is true. */
    isDown: false,
    /** The status of every answer, null for normal answers. */
    failsWith: null as number | null,
    /** Changes the discovery document. */
    describe: null as ((document: Record<string, unknown>) => void) | null,
    /** Changes each id token before it is sent. */
    alter: null as ((token: IdToken) => void) | null,
    /** Changes the claims of userinfo. */
    alterClaims: null as ((claims: Record<string, unknown>) => void) | null,
    /** Sets the claims for this email from now on. */
    introduce(email: string, claims: Partial<Claims>) {
      users.set(email, { ...claimsOf(email), ...claims });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };

  const claimsOf = (email: string): Claims => ({
    sub: email,
    email,
    email_verified: !email.startsWith('unconfirmed'),
    given_name: 'Ẹwà',
    family_name: 'Ọṣun',
  });

  function signed({ header, claims, byStranger }: IdToken): string {
    const body = `${part(header)}.${part(claims)}`;
    return `${body}.${createSign('RSA-SHA256')
      .update(body)
      .sign(byStranger ? stranger : own, 'base64url')}`;
  }

  /** Applies `change` to the JSON that the provider answers with. */
  function changing(response: ServerResponse, change: (body: Record<string, unknown>) => void): void {
    const end = response.end.bind(response) as (body: string) => ServerResponse;
    response.end = ((body: string | Buffer) => {
      const value = JSON.parse(String(body));
      change(value);
      const changed = JSON.stringify(value);
      response.setHeader('content-length', Buffer.byteLength(changed));
      return end(changed);
    }) as ServerResponse['end'];
  }

  async function interact(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'POST') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(`<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>${name}</title>
        <link rel="icon" href="data:,"><h1>${name}</h1><form method="post"><label>Address <input name="email" type="email"></label>
        <button>Continue</button> <button name="cancel" value="1">Cancel</button></form></html>`);
      return;
    }
    const form = new URLSearchParams(await text(request));
    const email = form.get('email') ?? '';
    if (form.has('cancel') || !email) {
      return provider.interactionFinished(request, response, {
        error: 'access_denied',
        error_description: '<b>The user cancelled</b>',
      });
    }
    const { sub } = users.get(email) ?? claimsOf(email);
    users.set(sub, users.get(email) ?? claimsOf(email));
    return provider.interactionFinished(request, response, { login: { accountId: sub, remember: true } });
  }

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url ?? '/', issuer);
    if (identityProvider.isDown) return request.socket.destroy();
    if (identityProvider.failsWith) return response.writeHead(identityProvider.failsWith).end('{}');
    if (pathname.startsWith('/interaction/')) return void interact(request, response);
    if (pathname === '/.well-known/openid-configuration') {
      changing(response, (document) => identityProvider.describe?.(document));
    }
    if (pathname === '/me') changing(response, (claims) => identityProvider.alterClaims?.(claims));
    if (pathname === '/token') {
      changing(response, (body) => {
        if (!identityProvider.alter || typeof body.id_token !== 'string') return;
        const [header, claims] = body.id_token.split('.').slice(0, 2).map(read);
        const token: IdToken = { header, claims };
        identityProvider.alter(token);
        if (token.isMissing) delete body.id_token;
        else body.id_token = signed(token);
      });
    }
    answer(request, response);
  });
  return identityProvider;
}

export type IdentityProvider = Awaited<ReturnType<typeof startIdentityProvider>>;
