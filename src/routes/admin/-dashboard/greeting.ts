/** 'Good morning' until noon in the shop's time zone, 'Good afternoon' until five, then 'Good evening'. */
export function greetingAt(instant: Date, timeZone: string): string {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone }).format(instant),
  );
  if (hour < 4 || hour >= 17) return 'Good evening';
  return hour < 12 ? 'Good morning' : 'Good afternoon';
}

/** 'Saturday 21 November' in the shop's time zone. */
export const weekdayAt = (instant: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', timeZone }).format(
    instant,
  );
