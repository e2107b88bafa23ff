import { z } from 'zod';
import { routes } from '#shared/route.ts';
import { instant } from '#shared/shapes.ts';

/** The state of the shop's backups. */
export const backupState = z.object({
  /** Whether the shop makes a backup each day. */
  isScheduled: z.boolean(),
  /** How often a backup is verified automatically; 'forbidden' if the database does not permit it. */
  verifications: z.enum(['weekly', 'after-each', 'off', 'forbidden']),
  /** The newest backup, identified by the moment of its snapshot. */
  last: z.object({ madeAt: instant, bytes: z.int(), isSealed: z.boolean() }).nullable(),
  /** The last verified backup, and the time of the verification. */
  verified: z.object({ madeAt: instant, at: instant }).nullable(),
  /** The failure since the newest backup, or of its verification. */
  failure: z.object({ of: z.enum(['backup', 'verification']), at: instant, reason: z.string() }).nullable(),
  /** The second place of the backups; null if none is set. */
  copy: z
    .object({
      /** A folder, or s3://bucket/folder. */
      to: z.string(),
      /** The newest backup that was copied there, and the time of the copy. */
      last: z.object({ madeAt: instant, at: instant }).nullable(),
      /** Why a newer backup could not be copied; `at` is when that backup was made. */
      failure: z.object({ at: instant, reason: z.string() }).nullable(),
    })
    .nullable(),
});
export type BackupState = z.infer<typeof backupState>;

const see = routes('super_admin', 'see backups');

export const backupsContract = {
  state: see('GET /admin/backups', 'When the shop was last backed up, and verified').output(backupState),
};
