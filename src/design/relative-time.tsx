import { useSyncExternalStore } from 'react';
import { fullTime, relativeTime } from '#shared/dates.ts';

const MINUTE = 60_000;
const listeners = new Set<() => void>();
let ticking: ReturnType<typeof setInterval> | undefined;

// One timer shared by all times of a page; it stops with the last one.
function subscribe(listener: () => void) {
  listeners.add(listener);
  ticking ??= setInterval(() => {
    for (const tell of listeners) tell();
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

/**
 * '3 hours ago', with the exact time on hover. `iso` is an instant. The server, which does not know when the
 * page is read, renders the exact time; the browser replaces it after hydration. (Browsers format the comma
 * of a date differently, hence the suppressed warning.)
 */
export function RelativeTime({
  iso,
  timeZone,
  className,
}: {
  iso: string;
  timeZone: string;
  className?: string;
}) {
  const minute = useSyncExternalStore<number | undefined>(subscribe, currentMinute, unknown);
  const instant = new Date(iso);
  const exact = fullTime(instant, timeZone);
  return (
    <time dateTime={iso} title={exact} className={className} suppressHydrationWarning>
      {minute === undefined ? exact : relativeTime(instant, new Date())}
    </time>
  );
}
