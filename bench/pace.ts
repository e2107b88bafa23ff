/** Durations and repetitions of the measurements. */
export interface Pace {
  /** Seconds of one run under load, and number of alternating rounds: short and many, because machine load varies. */
  seconds: number;
  rounds: number;
  /** Rounds of what takes seconds itself: an import of 10,000 rows. */
  longRounds: number;
  /** Products of the big shop. */
  many: number;
  visits: number;
  /** Seconds to watch a visited page after it has loaded, and seconds without interaction. */
  watchSeconds: number;
  stillSeconds: number;
  memoryRequests: number;
}

export const FULL: Pace = {
  seconds: 1,
  rounds: 7,
  longRounds: 5,
  many: 100_000,
  visits: 5,
  watchSeconds: 3,
  stillSeconds: 10,
  memoryRequests: 5_000,
};
export const QUICK: Pace = {
  ...FULL,
  seconds: 0.5,
  rounds: 5,
  longRounds: 3,
  visits: 3,
  watchSeconds: 2,
  stillSeconds: 4,
  memoryRequests: 2_000,
};
