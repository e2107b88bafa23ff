import { WORKER_BYTES } from '#shared/worker-bytes.ts';
import type { WorkerScope } from './worker-scope.ts';

/** Tells a tab that asks what this worker has loaded since it was last asked: `visit-bytes.ts`. */
export function countBytes(scope: WorkerScope): void {
  let bytes = 0;
  const count = (entries: PerformanceEntryList) => {
    for (const entry of entries) bytes += (entry as PerformanceResourceTiming).transferSize || 0;
  };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'resource', buffered: true });
  scope.addEventListener('message', ({ data, source }) => {
    if (data !== WORKER_BYTES) return;
    count(observer.takeRecords());
    source.postMessage({ [WORKER_BYTES]: bytes });
    bytes = 0;
  });
}
