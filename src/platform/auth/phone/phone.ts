import { setSessionCookie } from 'better-auth/cookies';
import { phoneNumberOf } from '#shared/phone-number.ts';
import type { TextMessage } from '../../sms/text-message.ts';
import { type AuthPart, endpoint, ownEndpoint, type PartDeps } from '../auth-part.ts';
import { saveCode, takeCode } from '../email-code/one-time-code.repository.ts';
import { takeText } from '../limits/limits.ts';
import { refuse } from '../refuse.ts';
import { ipAddressOf } from '../request.ts';
import { confirmNumber, findByNumber, findNumber } from './phone.repository.ts';

/**
 * Sign-in by phone and password. A number is a sign-in method only after the code texted to it is confirmed,
 * and then for one account only; a forgotten password is reset by email.
 */
export function phone(
  { authDb, send, secret, rules, attempts }: PartDeps,
  sendText: (message: TextMessage) => Promise<void>,
): AuthPart {
  /** The user's number, and the code for it: a change of the number invalidates it. */
  async function findOwnNumber(userId: string) {
    const found = await findNumber(authDb, userId);
    const number = found?.number ?? refuse('NO_NUMBER');
    const codeFor = { secret, name: `phone-code-${userId}-${number}` };
    return { number, isConfirmed: found?.isConfirmed, codeFor };
  }
  return {
    signInMethods: { '/sign-in/phone': 'phone' },
    endpoints: [
      endpoint<{ phone: string; password: string }>('POST /sign-in/phone', async (ctx) => {
        const number = phoneNumberOf(ctx.body.phone) ?? refuse('INVALID_PHONE_NUMBER');
        await attempts.admit('password', ctx, number);
        const found = await findByNumber(authDb, number);
        const { hash, verify } = ctx.context.password;
        const { password } = ctx.body;
        // A number without an account costs the same work.
        const isRight = found ? await verify({ hash: found.hash, password }) : !(await hash(password));
        if (!found || !isRight) return refuse('INVALID_PHONE_NUMBER_OR_PASSWORD');
        await attempts.forgive('password', ctx, number);
        const session = await ctx.context.internalAdapter.createSession(found.userId);
        const user = await ctx.context.internalAdapter.findUserById(found.userId);
        if (!user) return refuse('INVALID_PHONE_NUMBER_OR_PASSWORD');
        await setSessionCookie(ctx, { session, user });
      }),
      ownEndpoint('POST /phone/send-code', async (ctx, { user }) => {
        const { number, isConfirmed, codeFor } = await findOwnNumber(user.id);
        if (isConfirmed) return { status: true, confirmed: true };
        await takeText(authDb, { number, userId: user.id, ipAddress: ipAddressOf(ctx) });
        const { code, until } = await saveCode(authDb, codeFor);
        await sendText({ to: number, text: rules.codeText(code), until: until.toISOString() });
        return { status: true, confirmed: false };
      }),
      ownEndpoint<{ code: string }>('POST /phone/confirm', async (ctx, { user }) => {
        const { number, codeFor } = await findOwnNumber(user.id);
        const outcome = await takeCode(authDb, codeFor, ctx.body.code);
        if (outcome === 'wrong') refuse('INVALID_OTP');
        if (outcome === 'expired') refuse('OTP_EXPIRED');
        const confirmed = await confirmNumber(authDb, user.id, number);
        if (confirmed === 'taken') refuse('NUMBER_TAKEN');
        if (confirmed === 'changed') refuse('OTP_EXPIRED');
        await send('phoneConfirmed', user, { number });
      }),
    ],
  };
}
