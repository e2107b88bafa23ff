import { sessionStore } from './browser-storage.ts';
import { sizeOf } from './image-rules.ts';
import { formatMoney, kobo } from './money.ts';

const KEY = 'visit-bytes';
const BYTES_PER_MB = 1024 * 1024;

/** Of the pages of this tab before this one. */
const before = Number(sessionStore.read(KEY)) || 0;
let here = 0;
let observer: PerformanceObserver | undefined;
const listeners = new Set<() => void>();

function count(entries: PerformanceEntryList): void {
  for (const entry of entries) here += (entry as PerformanceResourceTiming).transferSize || 0;
  sessionStore.write(KEY, String(before + here));
  for (const listener of listeners) listener();
}

/** The bytes that the network brought to this tab since it was opened, with headers, as far as the browser says. */
export const visitBytes = {
  current: (): number => before + here,
  subscribe(listener: () => void) {
    listeners.add(listener);
    if (!observer) {
      observer = new PerformanceObserver((list) => count(list.getEntries()));
      observer.observe({ type: 'navigation', buffered: true });
      observer.observe({ type: 'resource', buffered: true });
    }
    return () => void listeners.delete(listener);
  },
};

/** 'This visit took 312 kB, about ₦0.40'. `price` of a megabyte; 0 leaves the amount out. */
export function visitText(bytes: number, price: number, currency: string): string {
  const size = `This visit took ${sizeOf(bytes)}`;
  if (price === 0) return size;
  return `${size}, about ${formatMoney(kobo(Math.round((bytes / BYTES_PER_MB) * price * 100)), currency)}`;
}
