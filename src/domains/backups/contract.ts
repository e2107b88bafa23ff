import { z } from 'zod';
import { route } from '#shared/route.ts';
import { instant } from '#shared/shapes.ts';

/** How the shop's backups stand. */
export const backupState = z.object({
  /** The shop backs itself up each day. */
  isScheduled: z.boolean(),
  /** How often it proves one of those by itself; 'forbidden' where the database does not let it. */
  verifications: z.enum(['weekly', 'after-each', 'off', 'forbidden']),
  /** The newest that was made; it shows this moment. */
  last: z.object({ madeAt: instant, bytes: z.int(), isSealed: z.boolean() }).nullable(),
  /** The last that was restored and compared, and when. */
  proven: z.object({ madeAt: instant, at: instant }).nullable(),
  /** What went wrong since the newest was made, or since one was last restored for a trial. */
  failure: z.object({ of: z.enum(['backup', 'verification']), at: instant, reason: z.string() }).nullable(),
});
export type BackupState = z.infer<typeof backupState>;

export const backupsContract = {
  state: route('super_admin', 'see backups')
    .route({ method: 'GET', path: '/admin/backups', summary: 'When the shop was last backed up, and proven' })
    .output(backupState),
};
