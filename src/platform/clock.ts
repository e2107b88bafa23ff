import { type Day, dayIn, msToMidnight } from '#shared/dates.ts';

/** What time it is, and which day in the shop. Tests move it. */
export interface Clock {
  now(): Date;
  /** The shop's calendar day. */
  today(): Day;
  /** Until the shop's next midnight. */
  msToMidnight(): number;
}

export function clockIn(timeZone: string, now: () => Date = () => new Date()): Clock {
  return { now, today: () => dayIn(timeZone, now()), msToMidnight: () => msToMidnight(timeZone, now()) };
}
