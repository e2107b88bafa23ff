import { z } from 'zod';
import { VERIFICATION_SCHEDULES } from '../backup/verification-schedule.ts';
import { wholeNumber } from './formats.ts';

/** A time of day: an hour, or an hour and minutes. */
const timeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3])(:[0-5]\d)?$/, 'an hour such as 3, or a time such as 03:30')
  .transform((text) => {
    const [hour, minute = 0] = text.split(':').map(Number) as [number, number?];
    return { hour, minute };
  });

/** Scheduled backups. */
export const backupsSettings = {
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .describe('The folder of backups, preferably on another disk. Default: DATA_DIR/backups.'),
  BACKUP_AT: timeOfDay
    .optional()
    .describe(
      'The time of the daily backup in the shop’s time zone, such as 03:00. Default: no scheduled backups.',
    ),
  BACKUP_VERIFY: z
    .enum(VERIFICATION_SCHEDULES, `one of ${VERIFICATION_SCHEDULES.join(', ')}`)
    .default('weekly')
    .describe(
      'How often a scheduled backup is verified by restoring it into a temporary database: weekly, after-each or off.',
    ),
  BACKUP_KEEP: wholeNumber(1, 1000).default(7).describe('The number of backups to keep.'),
  BACKUP_KEY: z
    .string()
    .min(20, 'at least 20 characters')
    .optional()
    .describe(
      'Encrypts backups, which then include AUTH_SECRET. Store the key elsewhere: without it backups cannot be restored.',
    ),
};
