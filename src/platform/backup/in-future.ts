/** Clocks of several machines may differ by this, ms. */
const TOLERANCE_MS = 60 * 60_000;

/** Whether a time was written while a clock was ahead. */
export const isInFuture = (moment: Date, now = new Date()): boolean =>
  moment.getTime() - now.getTime() > TOLERANCE_MS;
