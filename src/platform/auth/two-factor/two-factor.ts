import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { type AuthPart, hooks, type PartDeps, parsed } from '../auth-part.ts';
import { admitPassword, forgivePassword } from '../limits/attempts.ts';
import { countSecondFactor, forgiveSecondFactor } from '../limits/limits.ts';
import { findPasswordHash } from '../reauthentication/reauthentication.repository.ts';
import { refuse } from '../refuse.ts';
import { attemptOf, sourceOf } from '../session/known-device.ts';
import { deleteOtherSessions } from '../session/session.repository.ts';
import { hashOfBackupCode, newBackupCodes } from './backup-codes.ts';
import { stepOf, totpUri } from './totp.ts';
import {
  consumeFirstFactor,
  deleteTwoFactor,
  findFirstFactor,
  findOwed,
  findTwoFactor,
  renewDevice,
  saveDevice,
  saveFirstFactor,
  savePending,
  takeBackupCode,
  takeStep,
  updateBackupCodes,
  updateOn,
  updateSecondFactor,
} from './two-factor.repository.ts';

const DEVICE = 30 * 24 * 60 * 60;
const PATH = '/api/auth';

const signedIn = { use: [sensitiveSessionMiddleware] };
const withPassword = { method: 'POST', body: parsed<{ password?: string }>(), ...signedIn } as const;
const withCode = parsed<{ code: string }>();
const secondFactor = { method: 'POST', body: parsed<{ code: string; trustDevice?: boolean }>() } as const;

/** An unguessable part for the identifiers of first factors and devices. */
const random = () => randomBytes(24).toString('base64url');

/**
 * Two-factor sign-in: a code of an authenticator app, or a backup code, for every sign-in method but a
 * passkey. Decision 0017 says why the library's own plugin is not used; its cookies, sessions and encryption
 * are.
 */
export function twoFactor(deps: PartDeps): AuthPart {
  const { authDb, transaction, send, about, publicUrl, shopName, proofs } = deps;

  /** Requires the password again, where the account has one: reauthentication by email is not enough here. */
  async function checkPassword(ctx: GenericEndpointContext, user: { id: string; email: string }) {
    const hash = await findPasswordHash(authDb, user.id);
    if (!hash) return;
    await admitPassword(authDb, proofs, attemptOf(ctx, user.email));
    const { password = '' } = ctx.body as { password?: string };
    if (!(await ctx.context.password.verify({ hash, password }))) {
      refuse('WRONG_PASSWORD');
    }
    await forgivePassword(authDb, attemptOf(ctx, user.email));
  }

  const firstFactorCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('first_step', { maxAge: CODE_SECONDS, path: PATH });
  const deviceCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('remembered_device', { maxAge: DEVICE, path: PATH });

  /** The user who passed the first factor in this browser; counts the attempt at the second. */
  async function firstFactorOf(ctx: GenericEndpointContext, kind: 'app' | 'backup_code') {
    const identifier = await ctx.getSignedCookie(firstFactorCookie(ctx).name, ctx.context.secret);
    const user = identifier ? await findFirstFactor(authDb, identifier) : null;
    if (!identifier || !user) return refuse('SECOND_STEP_EXPIRED');
    about(user.userId);
    const failures = await countSecondFactor(authDb, kind, user.email, sourceOf(ctx));
    if (failures === 10) await send('secondFactorFailing', user, {});
    return { ...user, identifier };
  }

  /** Signs in a user who passed both factors. */
  async function completeSignIn(
    ctx: GenericEndpointContext,
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
    if ((ctx.body as { trustDevice?: boolean }).trustDevice) {
      const device = { userId: firstFactor.userId, seconds: DEVICE, random: random() };
      const { name, attributes } = deviceCookie(ctx);
      await ctx.setSignedCookie(name, await saveDevice(authDb, device), ctx.context.secret, attributes);
    }
    return ctx.json({ status: true });
  }

  /** Whether this user had this browser remembered; its cookie is valid once. */
  async function isRemembered(ctx: GenericEndpointContext, userId: string): Promise<boolean> {
    const { name, attributes } = deviceCookie(ctx);
    const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
    if (!identifier) return false;
    const next = await renewDevice(authDb, identifier, { userId, seconds: DEVICE, random: random() });
    if (next) await ctx.setSignedCookie(name, next, ctx.context.secret, attributes);
    return next !== null;
  }

  /** The sign-in page that asks for the second factor and then redirects to `location`. */
  function signInUrlTo(location: string): string {
    const to = new URL(location, publicUrl);
    const isSignInPage = to.pathname === '/auth' || to.pathname === '/admin/login';
    const next = isSignInPage ? to.searchParams.get('next') : to.pathname + to.search + to.hash;
    const path = /^\/admin(\/|$)/.test(to.pathname) ? '/admin/login' : '/auth';
    return `${path}?${new URLSearchParams({ step: 'two-step', ...(next && next !== '/' ? { next } : {}) })}`;
  }

  return {
    needsReauthentication: ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'],
    plugins: [
      {
        id: 'two-step',
        endpoints: {
          twoFactorState: createAuthEndpoint(
            '/two-factor/state',
            { method: 'GET', ...signedIn },
            async (ctx) => {
              const found = await findTwoFactor(authDb, ctx.context.session.user.id);
              return ctx.json(
                found?.verified
                  ? { isOn: true, since: found.since, backupCodesLeft: found.backupCodesLeft }
                  : { isOn: false },
              );
            },
          ),
          enableTwoFactor: createAuthEndpoint('/two-factor/enable', withPassword, async (ctx) => {
            const { user } = ctx.context.session;
            await checkPassword(ctx, user);
            const secret = randomBytes(20);
            const encrypted = await symmetricEncrypt({
              key: ctx.context.secretConfig,
              data: secret.toString('hex'),
            });
            if (!(await savePending(authDb, user.id, encrypted))) {
              refuse('TWO_STEP_ON');
            }
            return ctx.json({ uri: totpUri(secret, shopName, user.email) });
          }),
          confirmTwoFactor: createAuthEndpoint(
            '/two-factor/confirm',
            { method: 'POST', body: withCode, ...signedIn },
            async (ctx) => {
              const { user, session } = ctx.context.session;
              const pending = await findTwoFactor(authDb, user.id);
              if (!pending || pending.verified) return refuse('TWO_STEP_OFF');
              await countSecondFactor(authDb, 'app', user.email, sourceOf(ctx));
              const step = stepOf(await secretOf(ctx, pending.secret), ctx.body.code);
              if (step === null) return refuse('INVALID_CODE');
              const { codes, hashes, salt } = await newBackupCodes();
              await transaction(async (tx) => {
                if (!(await updateOn(tx, user.id, { secret: pending.secret, step, hashes, salt }))) {
                  refuse('ENROLMENT_OVER');
                }
                await updateSecondFactor(tx, session.id, 'app');
                await deleteOtherSessions(tx, user.id, session.id);
                await send('twoFactorOn', user, {});
              });
              await forgiveSecondFactor(authDb, 'app', user.email, sourceOf(ctx));
              return ctx.json({ backupCodes: codes });
            },
          ),
          disableTwoFactor: createAuthEndpoint('/two-factor/disable', withPassword, async (ctx) => {
            const { user } = ctx.context.session;
            await checkPassword(ctx, user);
            await transaction(async (tx) => {
              if (!(await deleteTwoFactor(tx, user.id))) refuse('TWO_STEP_OFF');
              await send('twoFactorOff', user, {});
            });
            expireCookie(ctx, deviceCookie(ctx));
            return ctx.json({ status: true });
          }),
          generateBackupCodes: createAuthEndpoint(
            '/two-factor/generate-backup-codes',
            withPassword,
            async (ctx) => {
              const { user } = ctx.context.session;
              await checkPassword(ctx, user);
              const { codes, ...made } = await newBackupCodes();
              await transaction(async (tx) => {
                if (!(await updateBackupCodes(tx, user.id, made))) refuse('TWO_STEP_OFF');
                await send('newBackupCodes', user, {});
              });
              return ctx.json({ backupCodes: codes });
            },
          ),
          verifyTotp: createAuthEndpoint('/two-factor/verify-totp', secondFactor, async (ctx) => {
            const user = await firstFactorOf(ctx, 'app');
            const found = await findTwoFactor(authDb, user.userId);
            if (!found?.verified) return refuse('SECOND_STEP_EXPIRED');
            const step = stepOf(await secretOf(ctx, found.secret), ctx.body.code);
            if (step === null) return refuse('INVALID_CODE');
            await transaction(async (tx) => {
              if (!(await consumeFirstFactor(tx, user.identifier))) refuse('SECOND_STEP_EXPIRED');
              if (!(await takeStep(tx, user.userId, step))) refuse('CODE_USED');
            });
            return completeSignIn(ctx, user, 'app');
          }),
          verifyBackupCode: createAuthEndpoint(
            '/two-factor/verify-backup-code',
            secondFactor,
            async (ctx) => {
              const user = await firstFactorOf(ctx, 'backup_code');
              const found = await findTwoFactor(authDb, user.userId);
              if (!found?.verified) return refuse('SECOND_STEP_EXPIRED');
              const salt = found.backupSalt;
              const hash = await hashOfBackupCode(ctx.body.code, salt);
              await transaction(async (tx) => {
                if (!(await consumeFirstFactor(tx, user.identifier))) refuse('SECOND_STEP_EXPIRED');
                const left = await takeBackupCode(tx, user.userId, { hash, salt });
                if (left === null) return refuse('INVALID_CODE');
                await send('backupCodeUsed', user, { left });
              });
              return completeSignIn(ctx, user, 'backup_code');
            },
          ),
        },
      },
      // Not by path: it covers every new session, also of sign-in methods that this file does not list.
      hooks('second-step-owed', {
        async after(ctx) {
          const { newSession, responseHeaders, internalAdapter } = ctx.context;
          if (!newSession) return;
          const owed = await findOwed(authDb, newSession.session.id);
          if (!owed) return expireCookie(ctx, firstFactorCookie(ctx));
          if (await isRemembered(ctx, owed.userId)) {
            return updateSecondFactor(authDb, newSession.session.id, 'remembered');
          }
          deleteSessionCookie(ctx, true);
          await internalAdapter.deleteSession(newSession.session.token);
          ctx.context.setNewSession(null);
          const { name, attributes } = firstFactorCookie(ctx);
          const first = await saveFirstFactor(authDb, { ...owed, seconds: CODE_SECONDS, random: random() });
          await ctx.setSignedCookie(name, first, ctx.context.secret, attributes);
          const location = responseHeaders?.get('location');
          if (location) throw ctx.redirect(signInUrlTo(location));
          return ctx.json({ twoFactorRedirect: true });
        },
      }),
    ],
  };
}

const secretOf = async (ctx: GenericEndpointContext, encrypted: string) =>
  Buffer.from(await symmetricDecrypt({ key: ctx.context.secretConfig, data: encrypted }), 'hex');
