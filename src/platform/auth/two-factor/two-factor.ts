import type { GenericEndpointContext } from 'better-auth';
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { type AuthPart, endpoint, type PartDeps } from '../auth-part.ts';
import { countSecondFactor, forgiveSecondFactor } from '../limits/limits.ts';
import { refuse } from '../refuse.ts';
import { sourceOf } from '../session/known-device.ts';
import { stepOfCode } from './app-key.ts';
import { hashOfBackupCode } from './backup-codes.ts';
import { enrolmentEndpoints, NEEDS_REAUTHENTICATION } from './enrolment.ts';
import { isRemembered, rememberDevice } from './remembered-device.ts';
import {
  consumeFirstFactor,
  findFirstFactor,
  findOwed,
  findTwoFactor,
  saveFirstFactor,
  takeBackupCode,
  takeStep,
  updateSecondFactor,
} from './two-factor.repository.ts';

type SecondFactor = { code: string; trustDevice?: boolean };

const firstFactorCookie = (ctx: GenericEndpointContext) =>
  ctx.context.createAuthCookie('first_step', { maxAge: CODE_SECONDS, path: '/api/auth' });

/**
 * Two-factor sign-in: a code of an authenticator app, or a backup code, for every sign-in method but a
 * passkey. Decision 0017 says why the library's own plugin is not used; its cookies, sessions and encryption
 * are.
 */
export function twoFactor(deps: PartDeps): AuthPart {
  const { authDb, transaction, send, about, publicUrl } = deps;

  /** The user who passed the first factor in this browser, and their app; counts the attempt at the second. */
  async function firstFactorOf(ctx: GenericEndpointContext, kind: 'app' | 'backup_code') {
    const identifier = await ctx.getSignedCookie(firstFactorCookie(ctx).name, ctx.context.secret);
    const user = identifier ? await findFirstFactor(authDb, identifier) : null;
    if (!identifier || !user) return refuse('SECOND_STEP_EXPIRED');
    about(user.userId);
    const failures = await countSecondFactor(authDb, kind, user.email, sourceOf(ctx));
    if (failures === 10) await send('secondFactorFailing', user, {});
    const found = await findTwoFactor(authDb, user.userId);
    if (!found?.verified) return refuse('SECOND_STEP_EXPIRED');
    return { user: { ...user, identifier }, found };
  }

  /** Signs in a user who passed both factors. */
  async function completeSignIn(
    ctx: GenericEndpointContext & { body: SecondFactor },
    firstFactor: { userId: string; email: string; signInMethod: string | null },
    kind: 'app' | 'backup_code',
  ) {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(firstFactor.userId);
    if (!user) return refuse('SECOND_STEP_EXPIRED');
    const details = {
      ...(firstFactor.signInMethod ? { signInMethod: firstFactor.signInMethod } : {}),
      secondFactor: kind,
    };
    const session = await internalAdapter.createSession(firstFactor.userId, false, details);
    await setSessionCookie(ctx, { session, user });
    await forgiveSecondFactor(authDb, kind, firstFactor.email, sourceOf(ctx));
    if (ctx.body.trustDevice) await rememberDevice(authDb, ctx, firstFactor.userId);
  }

  return {
    needsReauthentication: NEEDS_REAUTHENTICATION,
    endpoints: [
      ...enrolmentEndpoints(deps),
      endpoint<SecondFactor>('POST /two-factor/verify-totp', async (ctx) => {
        const { user, found } = await firstFactorOf(ctx, 'app');
        const step = await stepOfCode(ctx, found.secret);
        await transaction(async (tx) => {
          if (!(await consumeFirstFactor(tx, user.identifier))) refuse('SECOND_STEP_EXPIRED');
          if (!(await takeStep(tx, user.userId, step))) refuse('CODE_USED');
        });
        await completeSignIn(ctx, user, 'app');
      }),
      endpoint<SecondFactor>('POST /two-factor/verify-backup-code', async (ctx) => {
        const { user, found } = await firstFactorOf(ctx, 'backup_code');
        const salt = found.backupSalt;
        const hash = await hashOfBackupCode(ctx.body.code, salt);
        await transaction(async (tx) => {
          if (!(await consumeFirstFactor(tx, user.identifier))) refuse('SECOND_STEP_EXPIRED');
          const left = await takeBackupCode(tx, user.userId, { hash, salt });
          if (left === null) return refuse('INVALID_CODE');
          await send('backupCodeUsed', user, { left });
        });
        await completeSignIn(ctx, user, 'backup_code');
      }),
    ],
    // Not by path: it covers every new session, also of sign-in methods that this file does not list.
    async after(ctx) {
      const { newSession, responseHeaders, internalAdapter } = ctx.context;
      if (!newSession) return;
      const owed = await findOwed(authDb, newSession.session.id);
      if (!owed) return expireCookie(ctx, firstFactorCookie(ctx));
      if (await isRemembered(authDb, ctx, owed.userId)) {
        return updateSecondFactor(authDb, newSession.session.id, 'remembered');
      }
      deleteSessionCookie(ctx, true);
      await internalAdapter.deleteSession(newSession.session.token);
      ctx.context.setNewSession(null);
      const { name, attributes } = firstFactorCookie(ctx);
      const first = await saveFirstFactor(authDb, owed);
      await ctx.setSignedCookie(name, first, ctx.context.secret, attributes);
      const location = responseHeaders?.get('location');
      if (location) throw ctx.redirect(signInUrlTo(location, publicUrl));
      return ctx.json({ twoFactorRedirect: true });
    },
  };
}

/** The sign-in page that asks for the second factor and then redirects to `location`. */
function signInUrlTo(location: string, publicUrl: string): string {
  const to = new URL(location, publicUrl);
  const isSignInPage = to.pathname === '/auth' || to.pathname === '/admin/login';
  const next = isSignInPage ? to.searchParams.get('next') : to.pathname + to.search + to.hash;
  const path = /^\/admin(\/|$)/.test(to.pathname) ? '/admin/login' : '/auth';
  return `${path}?${new URLSearchParams({ step: 'two-step', ...(next && next !== '/' ? { next } : {}) })}`;
}
