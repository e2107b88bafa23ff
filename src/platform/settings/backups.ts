import { z } from 'zod';
import { VERIFICATION_SCHEDULES } from '../backup/verification-schedule.ts';
import { flag, origin, region, textOf, url, wholeNumber } from './formats.ts';

/** A time of day: an hour, or an hour and minutes. */
const timeOfDay = z
  .string()
  .regex(/^([01]?\d|2[0-3])(:[0-5]\d)?$/, 'an hour such as 3, or a time such as 03:30')
  .transform((text) => {
    const [hour, minute = 0] = text.split(':').map(Number) as [number, number?];
    return { hour, minute };
  });

/** A folder, or s3://bucket/folder; the name of a bucket as in S3_BUCKET. */
const PLACE = /^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9][A-Za-z0-9._-]*)*\/?|(?!s3:)\S.*)$/;

/** Scheduled backups, and the archive beside them. */
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
  BACKUP_KEEP: wholeNumber(1, 1000)
    .default(7)
    .describe('The number of backups to keep, and of days that the archive reaches back.'),
  BACKUP_COPY: z
    .string()
    .regex(PLACE, 'a folder on another disk, or a bucket as s3://bucket/folder')
    .optional()
    .describe(
      'A second place that each backup is copied to: a folder on another disk, or s3://bucket/folder. Default: no copies.',
    ),
  BACKUP_COPY_KEEP: wholeNumber(1, 1000)
    .default(30)
    .describe('The number of backups to keep in BACKUP_COPY.'),
  BACKUP_S3_ENDPOINT: origin
    .optional()
    .describe(
      'The S3-compatible store of BACKUP_COPY and ARCHIVE_PLACE. Set all four, or none to use the store and the key of the images.',
    ),
  BACKUP_S3_REGION: region.optional().describe('The region of their buckets.'),
  BACKUP_S3_ACCESS_KEY_ID: textOf(1, 200)
    .optional()
    .describe('A key that may read, write, delete and list objects in these buckets.'),
  BACKUP_S3_SECRET_ACCESS_KEY: textOf(1, 500).optional().describe('The secret of BACKUP_S3_ACCESS_KEY_ID.'),
  BACKUP_S3_FORCE_PATH_STYLE: flag(false).describe(
    'true: those buckets are part of the URL path, as MinIO and others require.',
  ),
  BACKUP_KEY: z
    .string()
    .min(20, 'at least 20 characters')
    .optional()
    .describe(
      'Encrypts backups, which then include AUTH_SECRET. Store the key elsewhere: without it backups cannot be restored.',
    ),
  ARCHIVE: z
    .enum(['on', 'off', 'provider'], 'on, off or provider')
    .default('on')
    .describe(
      'on: with BACKUP_DIR or ARCHIVE_PLACE, every change of the database is archived within a minute. provider: the provider of the database in DATABASE_URL does it.',
    ),
  ARCHIVE_PLACE: z
    .string()
    .regex(PLACE, 'a folder on another disk, or a bucket as s3://bucket/folder')
    .optional()
    .describe('The place of the archive: a folder, or s3://bucket/folder. Default: BACKUP_DIR/archive.'),
  ARCHIVE_TIMEOUT: wholeNumber(1, 45)
    .default(40)
    .describe('With the built-in database: the seconds after which a change is archived at the latest.'),
  ARCHIVE_SPOOL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'With DATABASE_URL: the folder that archive_command of a PostgreSQL on this machine writes into.',
    ),
  ARCHIVE_DATABASE_URL: url(/^postgres(ql)?$/, 'a postgres:// address')
    .optional()
    .describe('The server of DATABASE_URL as a role with REPLICATION. Default: DATABASE_URL.'),
};
