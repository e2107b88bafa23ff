/** How long and how often. */
export interface Pace {
  /** Of one run under load, and how many of each are taken by turns: short and many, because a machine has moods. */
  seconds: number;
  rounds: number;
  /** Products of the big shop. */
  many: number;
  visits: number;
  /** How long a visited page is watched after it has loaded, and how long nobody touches it. */
  invalidationTimeoutSeconds: number;
  stillSeconds: number;
  memoryRequests: number;
}

export const FULL: Pace = {
  seconds: 1,
  rounds: 11,
  many: 100_000,
  visits: 5,
  invalidationTimeoutSeconds: 3,
  stillSeconds: 10,
  memoryRequests: 12_000,
};
export const QUICK: Pace = {
  ...FULL,
  seconds: 0.5,
  rounds: 7,
  visits: 3,
  invalidationTimeoutSeconds: 2,
  stillSeconds: 4,
  memoryRequests: 4_000,
};
