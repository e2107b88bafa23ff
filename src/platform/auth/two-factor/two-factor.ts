import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { CODE_SECONDS } from '#shared/account-limits.ts';
import { type AuthPart, endpoint, ownEndpoint, type PartDeps } from '../auth-part.ts';
import { countSecondFactor, forgiveSecondFactor } from '../limits/limits.ts';
import { findPasswordHash } from '../reauthentication/reauthentication.repository.ts';
import { checkPassword } from '../reauthentication/reauthentication.ts';
import { refuse } from '../refuse.ts';
import { sourceOf } from '../session/known-device.ts';
import { deleteOtherSessions } from '../session/session.repository.ts';
import { hashOfBackupCode, newBackupCodes } from './backup-codes.ts';
import { stepOf, totpUri } from './totp.ts';
import {
  consumeFirstFactor,
  DEVICE_SECONDS,
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

const PATH = '/api/auth';

type SecondFactor = { code: string; trustDevice?: boolean };

/**
 * Two-factor sign-in: a code of an authenticator app, or a backup code, for every sign-in method but a
 * passkey. Decision 0017 says why the library's own plugin is not used; its cookies, sessions and encryption
 * are.
 */
export function twoFactor(deps: PartDeps): AuthPart {
  const { authDb, transaction, send, about, publicUrl, shopName, attempts } = deps;

  /** An endpoint that requires the password, where the account has one: an emailed code is not enough here. */
  const withPassword = (name: `POST /${string}`, work: Parameters<typeof ownEndpoint>[1]) =>
    ownEndpoint<{ password?: string }>(name, async (ctx, own) => {
      const hash = await findPasswordHash(authDb, own.user.id);
      const { password = '' } = ctx.body;
      if (hash) await checkPassword(attempts, ctx, { email: own.user.email, hash, password });
      return work(ctx as never, own);
    });

  const firstFactorCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('first_step', { maxAge: CODE_SECONDS, path: PATH });
  const deviceCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('remembered_device', { maxAge: DEVICE_SECONDS, path: PATH });

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
    if (ctx.body.trustDevice) {
      const device = await saveDevice(authDb, firstFactor.userId);
      const { name, attributes } = deviceCookie(ctx);
      await ctx.setSignedCookie(name, device, ctx.context.secret, attributes);
    }
  }

  /** Whether this user had this browser remembered; its cookie is valid once. */
  async function isRemembered(ctx: GenericEndpointContext, userId: string): Promise<boolean> {
    const { name, attributes } = deviceCookie(ctx);
    const identifier = await ctx.getSignedCookie(name, ctx.context.secret);
    if (!identifier) return false;
    const next = await renewDevice(authDb, identifier, userId);
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
    endpoints: [
      ownEndpoint('GET /two-factor/state', async (_, { user }) => {
        const found = await findTwoFactor(authDb, user.id);
        return found?.verified
          ? { isOn: true, since: found.since, backupCodesLeft: found.backupCodesLeft }
          : { isOn: false };
      }),
      withPassword('POST /two-factor/enable', async (ctx, { user }) => {
        const secret = randomBytes(20);
        const key = ctx.context.secretConfig;
        const encrypted = await symmetricEncrypt({ key, data: secret.toString('hex') });
        if (!(await savePending(authDb, user.id, encrypted))) refuse('TWO_STEP_ON');
        return { uri: totpUri(secret, shopName, user.email) };
      }),
      ownEndpoint<{ code: string }>('POST /two-factor/confirm', async (ctx, { user, session }) => {
        const pending = await findTwoFactor(authDb, user.id);
        if (!pending || pending.verified) return refuse('TWO_STEP_OFF');
        await countSecondFactor(authDb, 'app', user.email, sourceOf(ctx));
        const step = await stepOfCode(ctx, pending.secret);
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
        return { backupCodes: codes };
      }),
      withPassword('POST /two-factor/disable', async (ctx, { user }) => {
        await transaction(async (tx) => {
          if (!(await deleteTwoFactor(tx, user.id))) refuse('TWO_STEP_OFF');
          await send('twoFactorOff', user, {});
        });
        expireCookie(ctx, deviceCookie(ctx));
      }),
      withPassword('POST /two-factor/generate-backup-codes', async (_, { user }) => {
        const { codes, ...made } = await newBackupCodes();
        await transaction(async (tx) => {
          if (!(await updateBackupCodes(tx, user.id, made))) refuse('TWO_STEP_OFF');
          await send('newBackupCodes', user, {});
        });
        return { backupCodes: codes };
      }),
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
      if (await isRemembered(ctx, owed.userId)) {
        return updateSecondFactor(authDb, newSession.session.id, 'remembered');
      }
      deleteSessionCookie(ctx, true);
      await internalAdapter.deleteSession(newSession.session.token);
      ctx.context.setNewSession(null);
      const { name, attributes } = firstFactorCookie(ctx);
      const first = await saveFirstFactor(authDb, owed);
      await ctx.setSignedCookie(name, first, ctx.context.secret, attributes);
      const location = responseHeaders?.get('location');
      if (location) throw ctx.redirect(signInUrlTo(location));
      return ctx.json({ twoFactorRedirect: true });
    },
  };
}

/** The 30-second step of the code in the request. */
async function stepOfCode(ctx: GenericEndpointContext & { body: { code: string } }, encrypted: string) {
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: encrypted });
  return stepOf(Buffer.from(secret, 'hex'), ctx.body.code) ?? refuse('INVALID_CODE');
}
