/** How often a scheduled backup is verified by a test restore, as set by BACKUP_VERIFY. */
export const VERIFICATION_SCHEDULES = ['weekly', 'after-each', 'off'] as const;
export type VerificationSchedule = (typeof VERIFICATION_SCHEDULES)[number];
