import { useSyncExternalStore } from 'react';
import { fullTime } from '#shared/dates.ts';
import { relativeTime } from '#shared/relative-time.ts';
import { useShop } from '#shared/shop-context.tsx';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

// One timer shared by all that shows the time on a page; it stops with the last one.
function subscribe(listener: () => void) {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, MINUTE);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** Rounded, because a store's snapshot must be stable between two reads. */
const currentMinute = () => Math.floor(Date.now() / MINUTE);
const unknown = () => undefined;

/** Renders the component again with each minute, which it returns; undefined on the server and while hydrating. */
export const useMinute = () => useSyncExternalStore<number | undefined>(subscribe, currentMinute, unknown);

/**
 * '3 hours ago', with the exact time on hover. `iso` is an instant. The server, which does not know when the
 * page is read, renders the exact time; the browser replaces it after hydration. (Browsers format the comma
 * of a date differently, hence the suppressed warning.)
 */
export function RelativeTime({ iso, className }: { iso: string; className?: string }) {
  const { timeZone } = useShop();
  const minute = useMinute();
  const instant = new Date(iso);
  const exact = fullTime(instant, timeZone);
  return (
    <time dateTime={iso} title={exact} className={className} suppressHydrationWarning>
      {minute === undefined ? exact : relativeTime(instant, new Date(), timeZone)}
    </time>
  );
}

/** Both times of a row, one below the other. */
export const RowTime = ({ iso }: { iso: string }) => (
  <span className="grid xl:whitespace-nowrap">
    <RelativeTime iso={iso} />
    <span className="text-muted-foreground text-sm">
      <ExactTime iso={iso} />
    </span>
  </span>
);

/** '20 November 2026 at 19:05' in the shop's time zone. */
export function ExactTime({ iso }: { iso: string }) {
  const { timeZone } = useShop();
  return fullTime(new Date(iso), timeZone);
}
