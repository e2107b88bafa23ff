import { sessionStore } from './browser-storage.ts';
import { sizeOf } from './image-rules.ts';
import { formatMoney, kobo } from './money.ts';
import { WORKER_BYTES } from './worker-bytes.ts';

const KEY = 'visit-bytes';
const BYTES_PER_MB = 1024 * 1024;

/** Of the pages of this tab before this one. */
const before = Number(sessionStore.read(KEY)) || 0;
let here = 0;
let observer: PerformanceObserver | undefined;
const listeners = new Set<() => void>();

function add(bytes: number): void {
  here += bytes;
  sessionStore.write(KEY, String(before + here));
  for (const listener of listeners) listener();
}

/** In a page with a service worker, the browser takes its document for an unpacked one: the worker counts that. */
const isCounted = (entry: PerformanceResourceTiming) =>
  entry.entryType !== 'navigation' || !entry.workerStart;

function count(entries: PerformanceEntryList): void {
  const timings = (entries as PerformanceResourceTiming[]).filter(isCounted);
  add(timings.reduce((sum, { transferSize }) => sum + (transferSize || 0), 0));
  askWorker();
}

/** What the service worker has loaded, for its store and for this page, which sees no bytes of it. */
const askWorker = () => navigator.serviceWorker?.controller?.postMessage(WORKER_BYTES);

/**
 * The bytes that the network brought to this tab since it was opened, with headers, as far as the browser says. What the
 * service worker loaded belongs to the tab that asks first.
 */
export const visitBytes = {
  current: (): number => before + here,
  subscribe(listener: () => void) {
    listeners.add(listener);
    if (!observer) {
      observer = new PerformanceObserver((list) => count(list.getEntries()));
      observer.observe({ type: 'navigation', buffered: true });
      observer.observe({ type: 'resource', buffered: true });
      navigator.serviceWorker?.addEventListener('message', ({ data }) => add(data?.[WORKER_BYTES] || 0));
      navigator.serviceWorker?.addEventListener('controllerchange', askWorker);
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
