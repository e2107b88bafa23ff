import { createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { phoneNumberOf } from '#shared/phone-number.ts';
import type { TextMessage } from '../../sms/text-message.ts';
import { type AuthPart, ipAddressOf, type PartDeps, parsed } from '../auth-part.ts';
import { saveCode, takeCode } from '../email-code/one-time-code.repository.ts';
import { admitPassword, forgivePassword } from '../limits/attempts.ts';
import { countText, takeWait } from '../limits/limits.ts';
import { refuse } from '../refuse.ts';
import { attemptOf } from '../session/known-device.ts';
import { confirmNumber, findByNumber, findNumber } from './phone.repository.ts';

/**
 * Sign-in by phone and password. A number is a sign-in method only after the code texted to it is confirmed,
 * and then for one account only; a forgotten password is reset by email.
 */
export function phone(
  { authDb, send, secret, rules, proofs }: PartDeps,
  sendText: (message: TextMessage) => Promise<void>,
): AuthPart {
  /** A code is valid for this number of this user: a change of the number invalidates it. */
  const codeFor = (userId: string, number: string) => ({ secret, name: `phone-code-${userId}-${number}` });
  return {
    signInMethods: { '/sign-in/phone': 'phone' },
    plugins: [
      {
        id: 'phone',
        endpoints: {
          signInByPhone: createAuthEndpoint(
            '/sign-in/phone',
            { method: 'POST', body: parsed<{ phone: string; password: string }>() },
            async (ctx) => {
              const number = phoneNumberOf(ctx.body.phone);
              if (!number) refuse('INVALID_PHONE_NUMBER');
              await admitPassword(authDb, proofs, attemptOf(ctx, number));
              const found = await findByNumber(authDb, number);
              const { hash, verify } = ctx.context.password;
              const { password } = ctx.body;
              // A number without an account costs the same work.
              const isRight = found ? await verify({ hash: found.hash, password }) : !(await hash(password));
              if (!found || !isRight) refuse('INVALID_PHONE_NUMBER_OR_PASSWORD');
              await forgivePassword(authDb, attemptOf(ctx, number));
              const session = await ctx.context.internalAdapter.createSession(found.userId);
              const user = await ctx.context.internalAdapter.findUserById(found.userId);
              if (!user) throw new Error('An account went while it signed in');
              await setSessionCookie(ctx, { session, user });
              return ctx.json({ status: true });
            },
          ),
          sendPhoneCode: createAuthEndpoint(
            '/phone/send-code',
            { method: 'POST', use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              const { number, isConfirmed } = (await findNumber(authDb, user.id)) ?? {};
              if (!number) return refuse('NO_NUMBER');
              if (isConfirmed) return ctx.json({ status: true, confirmed: true });
              await takeWait(authDb, 'text', user.id, null);
              await countText(authDb, { number, userId: user.id, ipAddress: ipAddressOf(ctx) });
              const { code, until } = await saveCode(authDb, codeFor(user.id, number));
              await sendText({
                to: number,
                text: rules.codeText(code),
                until: until.toISOString(),
              });
              return ctx.json({ status: true, confirmed: false });
            },
          ),
          confirmPhone: createAuthEndpoint(
            '/phone/confirm',
            { method: 'POST', body: parsed<{ code: string }>(), use: [sensitiveSessionMiddleware] },
            async (ctx) => {
              const { user } = ctx.context.session;
              const { number } = (await findNumber(authDb, user.id)) ?? {};
              if (!number) return refuse('NO_NUMBER');
              const outcome = await takeCode(authDb, codeFor(user.id, number), ctx.body.code);
              if (outcome === 'wrong') refuse('INVALID_OTP');
              if (outcome === 'gone') refuse('OTP_EXPIRED');
              switch (await confirmNumber(authDb, user.id, number)) {
                case 'taken':
                  return refuse('NUMBER_TAKEN');
                case 'changed':
                  return refuse('OTP_EXPIRED');
                case 'confirmed':
                  await send('phoneConfirmed', user, { number });
                  return ctx.json({ status: true });
              }
            },
          ),
        },
      },
    ],
  };
}
