import { dayIn, instantAt } from '#shared/dates.ts';
import { BackupError } from '../backup/backup-error.ts';
import type { Target } from './choose-base.ts';

const WITH_ZONE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/;
const LOCAL = /^(?:(\d{4}-\d\d-\d\d)[T ])?([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/;

/**
 * Reads a moment: '2026-11-23 14:05' and '14:05' (of today) in the time zone of the shop, '2026-11-23T13:05:00Z' in
 * that which it names, or 'latest'. Throws BackupError.
 */
export function parseTarget(text: string, timeZone: string, now: Date): Target {
  const given = text.trim();
  if (given === 'latest') return 'latest';
  if (WITH_ZONE.test(given)) {
    const instant = new Date(given.replace(' ', 'T'));
    if (!Number.isNaN(instant.getTime())) return instant;
  }
  const [, day = dayIn(timeZone, now), hour, minute, second = '00'] = LOCAL.exec(given) ?? [];
  const isDay = new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day;
  if (hour && isDay) return instantAt(timeZone, `${day}T${hour}:${minute}:${second}`);
  throw new BackupError(
    `'${text}' is not a moment. Write it as '2026-11-23 14:05' in the time of the shop (${timeZone}), as 14:05 of today, or as latest.`,
  );
}
