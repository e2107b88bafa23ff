// Files of the write-ahead log. A segment is named by its timeline and number: 8 hexadecimal digits of the timeline, 8
// of the gigabytes (in steps of 4), 8 of the segment in them. A timeline's history file says where it left another.

const SEGMENT = /^[0-9A-F]{24}$/;
const HISTORY = /^[0-9A-F]{8}\.history$/;
const FOUR_GIGABYTES = 2 ** 32;

export interface Segment {
  timeline: number;
  /** The position of its first byte, divided by the size of a segment. */
  number: number;
}

const hex = (n: number) => n.toString(16).toUpperCase().padStart(8, '0');

/** Whether a restore may need this file of the log. PostgreSQL also archives notes about backups, which it does not. */
export const isNeeded = (name: string): boolean => SEGMENT.test(name) || HISTORY.test(name);

/** Null for any other file than a whole segment. `size` is that of each segment, bytes. */
export function segmentOf(name: string, size: number): Segment | null {
  if (!SEGMENT.test(name)) return null;
  const [timeline, high, low] = [0, 8, 16].map((at) => Number.parseInt(name.slice(at, at + 8), 16));
  return { timeline: timeline!, number: high! * (FOUR_GIGABYTES / size) + low! };
}

export function segmentName({ timeline, number }: Segment, size: number): string {
  const each = FOUR_GIGABYTES / size;
  return hex(timeline) + hex(Math.floor(number / each)) + hex(number % each);
}

/** The timeline that a history file begins; null for any other file. */
export const historyOf = (name: string): number | null =>
  HISTORY.test(name) ? Number.parseInt(name, 16) : null;

/** The position in the log, bytes, that PostgreSQL writes as '1/2A000028'. */
export function positionOf(lsn: string): number {
  const [high = '0', low = '0'] = lsn.split('/');
  return Number.parseInt(high, 16) * FOUR_GIGABYTES + Number.parseInt(low, 16);
}

/**
 * The last segment that a restore reaches from `start` without a gap, over the timelines that follow it; undefined if
 * there is not even the first.
 */
export function lastWithoutGap(names: Iterable<string>, start: Segment, size: number): Segment | undefined {
  const timelines = new Map<number, number[]>();
  for (const name of names) {
    const found = segmentOf(name, size);
    if (found && found.number >= start.number && found.timeline >= start.timeline)
      timelines.set(found.number, [...(timelines.get(found.number) ?? []), found.timeline]);
  }
  let last: Segment | undefined;
  for (let next = start; ; ) {
    const timeline = Math.max(...(timelines.get(next.number) ?? []).filter((one) => one >= next.timeline));
    if (timeline < next.timeline) return last;
    last = { timeline, number: next.number };
    next = { timeline, number: next.number + 1 };
  }
}

/** The last segment of the newest timeline; undefined if there is none. */
export function newestOf(names: Iterable<string>, size: number): Segment | undefined {
  let newest: Segment | undefined;
  // An archive of 90 days has more segments than a call takes arguments.
  for (const name of names) {
    const found = segmentOf(name, size);
    if (found && (!newest || isAfter(found, newest))) newest = found;
  }
  return newest;
}

/** Whether a segment is on a newer timeline, or later on the same. */
export const isAfter = (one: Segment, other: Segment): boolean =>
  one.timeline > other.timeline || (one.timeline === other.timeline && one.number > other.number);
