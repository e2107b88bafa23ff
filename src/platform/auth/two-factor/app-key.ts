import type { GenericEndpointContext } from 'better-auth';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { refuse } from '../refuse.ts';
import { stepOf } from './totp.ts';

/** The key of an authenticator app, as it is stored. */
export const encryptKey = (ctx: GenericEndpointContext, secret: Buffer): Promise<string> =>
  symmetricEncrypt({ key: ctx.context.secretConfig, data: secret.toString('hex') });

/** The 30-second step of the code in the request. */
export async function stepOfCode(
  ctx: GenericEndpointContext & { body: { code: string } },
  encrypted: string,
): Promise<number> {
  const secret = await symmetricDecrypt({ key: ctx.context.secretConfig, data: encrypted });
  return stepOf(Buffer.from(secret, 'hex'), ctx.body.code) ?? refuse('INVALID_CODE');
}
