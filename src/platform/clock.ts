import { type Day, dayIn, dayPlus, startOfDay } from '#shared/dates.ts';

/** The current time, and the current day of the shop. Tests can set it. */
export interface Clock {
  now(): Date;
  /** The shop's calendar day. */
  today(): Day;
  /** Time until the shop's next midnight. */
  msToMidnight(): number;
}

export function clockIn(timeZone: string, now: () => Date = () => new Date()): Clock {
  // Every read asks for the day: Intl is asked once a day, not each time.
  let known = { day: '', from: 0, to: 0 };
  const dayAt = (time: number) => {
    if (time < known.from || time >= known.to) {
      const day = dayIn(timeZone, new Date(time));
      const startOf = (some: Day) => startOfDay(timeZone, some).getTime();
      known = { day, from: startOf(day), to: startOf(dayPlus(day, 1)) };
    }
    return known;
  };
  return {
    now,
    today: () => dayAt(now().getTime()).day,
    msToMidnight() {
      const time = now().getTime();
      return dayAt(time).to - time;
    },
  };
}
