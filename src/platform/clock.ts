import { type Day, dayIn, msToMidnight } from '#shared/dates.ts';

/** The current time, and the current day of the shop. Tests can set it. */
export interface Clock {
  now(): Date;
  /** The shop's calendar day. */
  today(): Day;
  /** Time until the shop's next midnight. */
  msToMidnight(): number;
}

export function clockIn(timeZone: string, now: () => Date = () => new Date()): Clock {
  return { now, today: () => dayIn(timeZone, now()), msToMidnight: () => msToMidnight(timeZone, now()) };
}
