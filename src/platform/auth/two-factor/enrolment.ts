import { randomBytes } from 'node:crypto';
import { ownEndpoint, type PartDeps } from '../auth-part.ts';
import { countSecondFactor, forgiveSecondFactor } from '../limits/limits.ts';
import { findPasswordHash } from '../reauthentication/reauthentication.repository.ts';
import { checkPassword } from '../reauthentication/reauthentication.ts';
import { refuse } from '../refuse.ts';
import { sourceOf } from '../session/known-device.ts';
import { deleteOtherSessions } from '../session/session.repository.ts';
import { encryptKey, stepOfCode } from './app-key.ts';
import { newBackupCodes } from './backup-codes.ts';
import { forgetDevice } from './remembered-device.ts';
import { totpUri } from './totp.ts';
import {
  deleteTwoFactor,
  findTwoFactor,
  savePending,
  updateBackupCodes,
  updateOn,
  updateSecondFactor,
} from './two-factor.repository.ts';

/** The changes that could let a thief keep an account. */
export const NEEDS_REAUTHENTICATION = [
  '/two-factor/enable',
  '/two-factor/disable',
  '/two-factor/generate-backup-codes',
];

/** What users do with their own second factor: its state, turning it on and off, and its backup codes. */
export function enrolmentEndpoints({ authDb, transaction, send, shopName, attempts }: PartDeps) {
  /** An endpoint that requires the password, where the account has one: an emailed code is not enough here. */
  const withPassword = (name: `POST /${string}`, work: Parameters<typeof ownEndpoint>[1]) =>
    ownEndpoint<{ password?: string }>(name, async (ctx, own) => {
      const hash = await findPasswordHash(authDb, own.user.id);
      const { password = '' } = ctx.body;
      if (hash) await checkPassword(attempts, ctx, { email: own.user.email, hash, password });
      return work(ctx as never, own);
    });

  return [
    ownEndpoint('GET /two-factor/state', async (_, { user }) => {
      const found = await findTwoFactor(authDb, user.id);
      return found?.verified
        ? { isOn: true, since: found.since, backupCodesLeft: found.backupCodesLeft }
        : { isOn: false };
    }),
    withPassword('POST /two-factor/enable', async (ctx, { user }) => {
      const secret = randomBytes(20);
      if (!(await savePending(authDb, user.id, await encryptKey(ctx, secret)))) refuse('TWO_STEP_ON');
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
      forgetDevice(ctx);
    }),
    withPassword('POST /two-factor/generate-backup-codes', async (_, { user }) => {
      const { codes, ...made } = await newBackupCodes();
      await transaction(async (tx) => {
        if (!(await updateBackupCodes(tx, user.id, made))) refuse('TWO_STEP_OFF');
        await send('newBackupCodes', user, {});
      });
      return { backupCodes: codes };
    }),
  ];
}
