import { queueStates } from '#platform/jobs/queue-state.ts';
import type { Log } from '#platform/log.ts';
import { listenMetrics } from '#platform/metrics/listen-metrics.ts';
import { createMetrics } from '#platform/metrics/metrics.ts';
import type { Infrastructure } from './infrastructure.ts';
import type { Installation } from './installation.ts';

/** Collects metrics and answers them on METRICS_PORT; undefined without that setting. */
export async function openMetrics(
  { config }: Installation,
  { database, cache, realtime, disk, changes }: Infrastructure,
  log: Log,
) {
  if (config.METRICS_PORT === undefined) return undefined;
  const metrics = createMetrics({
    pools: { web: database.webPool, reads: database.readPool, auth: database.authPool },
    pages: cache.counts,
    queues: () => queueStates(database.authPool),
    streams: () => realtime.streams,
    disk: disk.state,
    silentFor: changes.silentFor,
  });
  const { close } = await listenMetrics({
    metrics,
    host: config.METRICS_HOST,
    port: config.METRICS_PORT,
    log,
  });
  return { observe: metrics.observe, close };
}
