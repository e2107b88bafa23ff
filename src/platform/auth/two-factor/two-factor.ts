import { randomBytes } from 'node:crypto';
import type { GenericEndpointContext } from 'better-auth';
import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { deleteSessionCookie, expireCookie, setSessionCookie } from 'better-auth/cookies';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';
import { deleteOtherSessions } from '../account/own-account.repository.ts';
import { type AuthPart, hooks, type PartDeps, refuse } from '../auth-part.ts';
import {
  backupCodeUsedEmail,
  newBackupCodesEmail,
  secondFactorFailingEmail,
  twoFactorOffEmail,
  twoFactorOnEmail,
} from '../emails/auth-emails.ts';
import { admitPassword, forgivePassword } from '../limits/attempts.ts';
import { countSecondFactor, forgiveSecondFactor } from '../limits/limits.ts';
import { findPasswordHash } from '../reauthentication/reauthentication.repository.ts';
import { attemptOf, sourceOf } from '../session/known-device.ts';
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

/** Seconds for the second factor after the first. */
const TO_FOLLOW = 10 * 60;
const DEVICE = 30 * 24 * 60 * 60;
const PATH = '/api/auth';

const code = z.string().regex(/^\d{6}$/);
const withPassword = z.object({ password: z.string().min(1).max(128).optional() });
const secondFactor = z.object({ trustDevice: z.boolean().optional() });

const wrongCode = (): never => refuse('BAD_REQUEST', 'INVALID_CODE', 'That code is not right.');
const isOff = (): never => refuse('BAD_REQUEST', 'TWO_STEP_OFF', 'Two-step sign-in is not on.');
const expired = (): never =>
  refuse('UNAUTHORIZED', 'SECOND_STEP_EXPIRED', 'That took too long. Please sign in again.');

/** An unguessable part for the identifiers of first factors and devices. */
const random = () => randomBytes(24).toString('base64url');

/**
 * Two-factor sign-in: a code of an authenticator app, or a backup code, for every sign-in method but a
 * passkey. Decision 0017 says why the library's own plugin is not used; its cookies, sessions and encryption
 * are.
 */
export function twoFactor(deps: PartDeps): AuthPart {
  const { authDb, transaction, send, about, publicUrl, shopName, proofs } = deps;
  const link = `${publicUrl}/account/security`;

  /** Requires the password again, where the account has one: reauthentication by email is not enough here. */
  async function checkPassword(ctx: GenericEndpointContext, user: { id: string; email: string }) {
    const hash = await findPasswordHash(authDb, user.id);
    if (!hash) return;
    await admitPassword(authDb, proofs, attemptOf(ctx, user.email));
    const { password = '' } = ctx.body as { password?: string };
    if (!(await ctx.context.password.verify({ hash, password }))) {
      refuse('BAD_REQUEST', 'WRONG_PASSWORD', 'That password is not right.');
    }
    await forgivePassword(authDb, attemptOf(ctx, user.email));
  }

  const firstFactorCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('first_step', { maxAge: TO_FOLLOW, path: PATH });
  const deviceCookie = (ctx: GenericEndpointContext) =>
    ctx.context.createAuthCookie('remembered_device', { maxAge: DEVICE, path: PATH });

  /** The user who passed the first factor in this browser; counts the attempt at the second. */
  async function firstFactorOf(ctx: GenericEndpointContext, kind: 'app' | 'backup_code') {
    const identifier = await ctx.getSignedCookie(firstFactorCookie(ctx).name, ctx.context.secret);
    const user = identifier ? await findFirstFactor(authDb, identifier) : null;
    if (!identifier || !user) return expired();
    about(user.userId);
    const failures = await countSecondFactor(authDb, kind, user.email, sourceOf(ctx));
    if (failures === 10) await send(secondFactorFailingEmail(shopName, user, link));
    return { ...user, identifier };
  }

  /** Signs in a user who passed both factors. */
  async function completeSignIn(
    ctx: GenericEndpointContext,
    firstFactor: { userId: string; email: string; way: string | null },
    kind: 'app' | 'backup_code',
  ) {
    const { internalAdapter } = ctx.context;
    const user = await internalAdapter.findUserById(firstFactor.userId);
    if (!user) return expired();
    const details = { ...(firstFactor.way ? { way: firstFactor.way } : {}), secondFactor: kind };
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
    open: [
      'GET /two-factor/state',
      'POST /two-factor/enable',
      'POST /two-factor/confirm',
      'POST /two-factor/disable',
      'POST /two-factor/generate-backup-codes',
      'POST /two-factor/verify-totp',
      'POST /two-factor/verify-backup-code',
    ],
    needsReauthentication: ['/two-factor/enable', '/two-factor/disable', '/two-factor/generate-backup-codes'],
    plugins: [
      {
        id: 'two-step',
        endpoints: {
          twoFactorState: createAuthEndpoint(
            '/two-factor/state',
            { method: 'GET', use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const found = await findTwoFactor(authDb, ctx.context.session.user.id);
              return ctx.json(
                found?.verified
                  ? { isOn: true, since: found.since, backupCodesLeft: found.backupCodesLeft }
                  : { isOn: false },
              );
            },
          ),
          enableTwoFactor: createAuthEndpoint(
            '/two-factor/enable',
            { method: 'POST', body: withPassword, use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              await checkPassword(ctx, user);
              const secret = randomBytes(20);
              const encrypted = await symmetricEncrypt({
                key: ctx.context.secretConfig,
                data: secret.toString('hex'),
              });
              if (!(await savePending(authDb, user.id, encrypted))) {
                refuse('CONFLICT', 'TWO_STEP_ON', 'Two-step sign-in is on already.');
              }
              return ctx.json({ uri: totpUri(secret, shopName, user.email) });
            },
          ),
          confirmTwoFactor: createAuthEndpoint(
            '/two-factor/confirm',
            { method: 'POST', body: z.object({ code }), use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user, session } = ctx.context.session;
              const pending = await findTwoFactor(authDb, user.id);
              if (!pending || pending.verified) return isOff();
              await countSecondFactor(authDb, 'app', user.email, sourceOf(ctx));
              const step = stepOf(await secretOf(ctx, pending.secret), ctx.body.code);
              if (step === null) return wrongCode();
              const { codes, hashes, salt } = await newBackupCodes();
              await transaction(async (tx) => {
                if (!(await updateOn(tx, user.id, { secret: pending.secret, step, hashes, salt }))) {
                  refuse('CONFLICT', 'ENROLMENT_OVER', 'This key has expired. Please begin again.');
                }
                await updateSecondFactor(tx, session.id, 'app');
                await deleteOtherSessions(tx, user.id, session.id);
                await send(twoFactorOnEmail(shopName, user, link));
              });
              await forgiveSecondFactor(authDb, 'app', user.email, sourceOf(ctx));
              return ctx.json({ backupCodes: codes });
            },
          ),
          disableTwoFactor: createAuthEndpoint(
            '/two-factor/disable',
            { method: 'POST', body: withPassword, use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              await checkPassword(ctx, user);
              await transaction(async (tx) => {
                if (!(await deleteTwoFactor(tx, user.id))) isOff();
                await send(twoFactorOffEmail(shopName, user, link));
              });
              expireCookie(ctx, deviceCookie(ctx));
              return ctx.json({ status: true });
            },
          ),
          generateBackupCodes: createAuthEndpoint(
            '/two-factor/generate-backup-codes',
            { method: 'POST', body: withPassword, use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              await checkPassword(ctx, user);
              const { codes, ...made } = await newBackupCodes();
              await transaction(async (tx) => {
                if (!(await updateBackupCodes(tx, user.id, made))) isOff();
                await send(newBackupCodesEmail(shopName, user, link));
              });
              return ctx.json({ backupCodes: codes });
            },
          ),
          verifyTotp: createAuthEndpoint(
            '/two-factor/verify-totp',
            { method: 'POST', body: secondFactor.extend({ code }) },
            async (ctx) => {
              const user = await firstFactorOf(ctx, 'app');
              const found = await findTwoFactor(authDb, user.userId);
              if (!found?.verified) return expired();
              const step = stepOf(await secretOf(ctx, found.secret), ctx.body.code);
              if (step === null) return wrongCode();
              await transaction(async (tx) => {
                if (!(await consumeFirstFactor(tx, user.identifier))) expired();
                if (await takeStep(tx, user.userId, step)) return;
                refuse(
                  'BAD_REQUEST',
                  'CODE_USED',
                  'That code was used already. Please wait until your app shows the next one.',
                );
              });
              return completeSignIn(ctx, user, 'app');
            },
          ),
          verifyBackupCode: createAuthEndpoint(
            '/two-factor/verify-backup-code',
            { method: 'POST', body: secondFactor.extend({ code: z.string().min(1).max(40) }) },
            async (ctx) => {
              const user = await firstFactorOf(ctx, 'backup_code');
              const found = await findTwoFactor(authDb, user.userId);
              if (!found?.verified) return expired();
              const salt = found.backupSalt;
              const hash = await hashOfBackupCode(ctx.body.code, salt);
              await transaction(async (tx) => {
                if (!(await consumeFirstFactor(tx, user.identifier))) expired();
                const left = await takeBackupCode(tx, user.userId, { hash, salt });
                if (left === null) return wrongCode();
                await send(backupCodeUsedEmail(shopName, user, { left, link }));
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
          const first = await saveFirstFactor(authDb, { ...owed, seconds: TO_FOLLOW, random: random() });
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
