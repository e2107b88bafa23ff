/** How often a backup that the shop took by itself is restored for a trial, as BACKUP_VERIFY says. */
export const VERIFICATION_SCHEDULES = ['weekly', 'after-each', 'off'] as const;
export type VerificationSchedule = (typeof VERIFICATION_SCHEDULES)[number];
