import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import type { AuthPart } from '../auth-part.ts';

/** Chrome stores no cookie longer than 400 days; a hint that outlives its session costs one request. */
const SECONDS = 400 * 24 * 60 * 60;

const VALUES = {
  signedIn: `1; Path=/; Max-Age=${SECONDS}`,
  signedOut: '; Path=/; Max-Age=0',
  // Seconds; long enough for the user to read the notice.
  closed: 'closed; Path=/; Max-Age=86400',
};

/**
 * The cookie that tells the pages whether to request the session; or that the account was closed and nobody
 * is signed in.
 */
export function hintCookie(value: keyof typeof VALUES, secure: boolean): string {
  return `${SIGNED_IN_HINT}=${VALUES[value]}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Runs last: it reads the session that the other parts have left. */
export const signedInHint = (secure: boolean): AuthPart => ({
  async after(ctx) {
    if (ctx.context.newSession) ctx.setHeader('set-cookie', hintCookie('signedIn', secure));
    if (ctx.path === '/sign-out') ctx.setHeader('set-cookie', hintCookie('signedOut', secure));
  },
});
