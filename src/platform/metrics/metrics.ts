import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { QueueState } from '#platform/jobs/queue-state.ts';
import type { ResponseCache } from '#platform/response-cache/response-cache.ts';
import { withTimeout } from '../with-timeout.ts';

/** The labels of a request. `route` comes from a closed list, never from client input. */
export interface Answered {
  route: string;
  status: number;
  /** Time to the start of the response. */
  seconds: number;
}

interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** The sources of the metrics, read on each scrape. */
export interface MetricSources {
  pools: Readonly<Record<string, PoolState>>;
  pages: ResponseCache['counts'];
  /** Rejects while the database is unavailable. */
  queues(): Promise<readonly QueueState[]>;
  /** Open event streams. */
  streams(): number;
  /** Bytes of the data folder's disk. */
  disk(): Promise<{ free: number | null; reserve: number; isShort: boolean; isFull: boolean }>;
  /** Time since the last proof that changes are received, ms. */
  silentFor(): number;
}

export interface Metrics {
  observe(answered: Answered): void;
  /** All metrics in the text format of Prometheus. */
  text(): Promise<{ contentType: string; body: string }>;
}

/** A cached page takes a millisecond, an upload may take seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A database that does not respond within this time, ms, counts as down: a scrape times out after ten seconds. */
const DATABASE_MS = 2_000;

/** Metrics of this process. Names start with `aso_`; those of the Node process are prom-client's own. */
export function createMetrics(sources: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });

  const requests = new Counter({
    name: 'aso_http_requests_total',
    help: 'Requests answered, by route and status.',
    labelNames: ['route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'aso_http_request_duration_seconds',
    help: 'Until the answer began, by route.',
    labelNames: ['route'] as const,
    buckets: SECONDS,
    registers,
  });

  const labelled = <Label extends string = never>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  const counter = (name: string, help: string, read: () => number) => {
    let before = 0;
    return new Counter({
      name,
      help,
      registers,
      collect() {
        const now = read();
        this.inc(now - before);
        before = now;
      },
    });
  };

  const { pages, pools } = sources;
  counter('aso_page_cache_hits_total', 'Pages answered from memory.', () => pages.hits);
  counter('aso_page_cache_renders_total', 'Pages rendered.', () => pages.renders);
  counter(
    'aso_page_cache_unchecked_total',
    'Cached pages served with the notice while the database was unavailable.',
    () => pages.unchecked,
  );
  gauge('aso_page_cache_entries', 'Pages kept.', () => pages.entries);
  gauge('aso_page_cache_bytes', 'What the kept pages take.', () => pages.bytes);
  gauge('aso_event_streams', 'Streams of live events that are open.', sources.streams);
  gauge('aso_changes_silent_seconds', 'Since changes were last known to be heard.', () =>
    // Infinite before the first connection, which graphs cannot show.
    Math.min(sources.silentFor() / 1000, 1e9),
  );

  const connections = labelled(
    'aso_database_connections',
    'Connections of the pools: total, idle, and requests that wait for one.',
    'pool',
    'state',
  );
  const jobs = labelled(
    'aso_jobs',
    'Jobs by queue: waiting, active, and failed for good in the last 30 days.',
    'queue',
    'state',
  );
  const oldest = labelled(
    'aso_jobs_oldest_seconds',
    'How long the first of the waiting jobs has waited.',
    'queue',
  );
  const databaseUp = labelled('aso_database_up', '1 while the database answers.');
  const reserve = labelled(
    'aso_disk_reserve_bytes',
    'Free space below which uploads are refused (DISK_RESERVE).',
  );
  const isShort = labelled('aso_disk_short', '1 while uploads are refused for want of space.');
  const isFull = labelled('aso_disk_full', '1 while nothing can be saved for lack of room.');
  const free = labelled('aso_disk_free_bytes', 'Free space of the data folder.');

  function readPools(): void {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(pools)) {
      connections.set({ pool, state: 'total' }, totalCount);
      connections.set({ pool, state: 'idle' }, idleCount);
      connections.set({ pool, state: 'waiting' }, waitingCount);
    }
  }

  async function readQueues(): Promise<void> {
    // Unknown values are removed, not repeated.
    jobs.reset();
    oldest.reset();
    databaseUp.set(0);
    const queues = await withTimeout(DATABASE_MS, sources.queues());
    if (!queues) return;
    for (const { name, waiting, active, failed, oldestSeconds } of queues) {
      jobs.set({ queue: name, state: 'waiting' }, waiting);
      jobs.set({ queue: name, state: 'active' }, active);
      jobs.set({ queue: name, state: 'failed' }, failed);
      oldest.set({ queue: name }, oldestSeconds);
    }
    databaseUp.set(1);
  }

  async function readDisk(): Promise<void> {
    const disk = await sources.disk();
    free.set(disk.free ?? Number.NaN);
    reserve.set(disk.reserve);
    isShort.set(Number(disk.isShort));
    isFull.set(Number(disk.isFull));
  }

  return {
    observe({ route, status, seconds }) {
      requests.inc({ route, status });
      durations.observe({ route }, seconds);
    },
    async text() {
      readPools();
      // All other metrics are served even if these cannot be read.
      await Promise.allSettled([readQueues(), readDisk()]);
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
}
