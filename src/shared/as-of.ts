import { LOCALE } from '#brand/locale.ts';

/** The header of an answer that the service worker had stored: when it was stored, an ISO instant. */
export const AS_OF_HEADER = 'x-as-of';

/**
 * The header of an answer that no cache may store because anyone can make up its URL, a search say, and that is the same for
 * everyone: the browser that asked may show it again while it is offline.
 */
export const OFFLINE_COPY_HEADER = 'x-offline-copy';

/** The notice of a page with stored data: 'as of 14:03', with the day if that is not today. In the browser's time. */
export function asOfText(asOf: string, now = new Date()): string {
  const at = new Date(asOf);
  const time = at.toLocaleTimeString(LOCALE, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const isToday = at.toDateString() === now.toDateString();
  const day = isToday ? '' : `${at.toLocaleDateString(LOCALE, { day: 'numeric', month: 'short' })}, `;
  return `You see this page as of ${day}${time}. Prices are checked when you order.`;
}

/** Of the data on the screen, the oldest that was stored; null if all of it came from the network. */
let shown: string | null = null;
/** The same of the answers since `beginRound`. */
let round: string | null = null;
const listeners = new Set<() => void>();

const older = (one: string | null, other: string): string => (one !== null && one < other ? one : other);

function show(asOf: string | null) {
  shown = asOf;
  for (const listener of listeners) listener();
}

/** Records that stored data is shown. */
export function noteAsOf(asOf: string): void {
  round = older(round, asOf);
  show(older(shown, asOf));
}

/** Before all data on the screen is read again. */
export function beginRound(): void {
  round = null;
}

/** After that: shows what was stored among its answers. Whether all of them came from the network. */
export function endRound(): boolean {
  show(round);
  return round === null;
}

export const asOfStore = {
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  },
  current: () => shown,
};
