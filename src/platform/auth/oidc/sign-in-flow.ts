import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { z } from 'zod';

const NAME = 'sign_in_flow';
/** Long enough to sign in there with a code by text message over a slow connection. */
const SECONDS = 15 * 60;

const secret = () => randomBytes(32).toString('base64url');
const identifierOf = (state: string) => `sign-in-flow-${state}`;

const flow = z.object({
  provider: z.string(),
  /** A path of this shop. */
  callbackURL: z.string(),
  codeVerifier: z.string(),
  nonce: z.string(),
  /** The session that links an external account, and its user; null for a sign-in. */
  link: z.object({ sessionId: z.string(), userId: z.string() }).nullable(),
});
type Flow = z.infer<typeof flow>;

/**
 * Stores the flow that this browser started. The state is in the database and, signed, in a cookie of the
 * browser: a state that another browser started is refused.
 */
export async function beginFlow(
  ctx: GenericEndpointContext,
  begun: Pick<Flow, 'provider' | 'callbackURL' | 'link'>,
): Promise<{ state: string; nonce: string; codeVerifier: string }> {
  const [state, nonce, codeVerifier] = [secret(), secret(), secret()];
  await ctx.context.internalAdapter.createVerificationValue({
    identifier: identifierOf(state),
    value: JSON.stringify({ ...begun, nonce, codeVerifier } satisfies Flow),
    expiresAt: new Date(Date.now() + SECONDS * 1000),
  });
  const { name, attributes } = ctx.context.createAuthCookie(NAME, { maxAge: SECONDS, path: '/api/auth' });
  await ctx.setSignedCookie(name, state, ctx.context.secret, attributes);
  return { state, nonce, codeVerifier };
}

/**
 * The flow that this browser started under the state, once; null when it did not, or when the flow has
 * expired.
 */
export async function takeFlow(
  ctx: GenericEndpointContext,
  state: string,
): Promise<(Flow & { state: string }) | null> {
  const { name, attributes } = ctx.context.createAuthCookie(NAME, { path: '/api/auth' });
  const cookieState = Buffer.from(String((await ctx.getSignedCookie(name, ctx.context.secret)) || ''));
  const given = Buffer.from(state);
  if (cookieState.length !== given.length || !timingSafeEqual(cookieState, given)) return null;
  ctx.setCookie(name, '', { ...attributes, maxAge: 0 });
  const found = await ctx.context.internalAdapter.consumeVerificationValue(identifierOf(state));
  return found ? { ...flow.parse(JSON.parse(found.value)), state } : null;
}
