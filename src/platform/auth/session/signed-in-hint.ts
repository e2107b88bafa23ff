import { SIGNED_IN_HINT } from '#shared/signed-in-hint.ts';
import { type AuthPart, hooks } from '../auth-part.ts';

/** Chrome keeps no cookie longer than 400 days; a hint that outlives its session costs one question. */
const SECONDS = 400 * 24 * 60 * 60;

const VALUES = {
  somebody: `1; Path=/; Max-Age=${SECONDS}`,
  nobody: '; Path=/; Max-Age=0',
  // Long enough to be read by the person it happened to.
  closed: 'closed; Path=/; Max-Age=86400',
};

/**
 * The cookie that tells the pages, and nobody else, that it is worth asking who is signed in; or that nobody is any
 * more because the account was closed.
 */
export function hintCookie(who: keyof typeof VALUES, secure: boolean): string {
  return `${SIGNED_IN_HINT}=${VALUES[who]}; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Stands last: it looks at what the others have left of a session. */
export function signedInHint(secure: boolean): AuthPart {
  return {
    open: [],
    plugins: [
      hooks('signed-in-hint', {
        async after(ctx) {
          if (ctx.context.newSession) ctx.setHeader('set-cookie', hintCookie('somebody', secure));
          if (ctx.path === '/sign-out') ctx.setHeader('set-cookie', hintCookie('nobody', secure));
        },
      }),
    ],
  };
}
