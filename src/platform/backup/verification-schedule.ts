/** How often a scheduled backup is verified by a test restore, as set by BACKUP_VERIFY. */
export const VERIFICATION_SCHEDULES = ['weekly', 'after-each', 'off'] as const;
export type VerificationSchedule = (typeof VERIFICATION_SCHEDULES)[number];

/**
 * Slightly less than a week, in hours: a verification due on the seventh night still runs if that night starts a little
 * earlier.
 */
export const WEEKLY_HOURS = 6.5 * 24;
