import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '#db/client.ts';
import { installJobs } from '#platform/jobs/install.ts';
import { enqueue } from '#platform/jobs/jobs.ts';
import { queueStates } from '#platform/jobs/queue-state.ts';
import { createLog } from '#platform/log.ts';
import { createTestDatabase, urlsAt } from '#platform/postgres/test-database.ts';
import { listenMetrics } from './listen-metrics.ts';
import { createMetrics } from './metrics.ts';

const atEnd: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

async function serve(url: string) {
  const database = await openDatabase(urlsAt(url));
  const metrics = createMetrics({
    pools: { web: database.webPool },
    pages: { hits: 7, renders: 3, unchecked: 0, entries: 2, bytes: 5_000 },
    queues: () => queueStates(database.authPool),
    streams: () => 4,
    disk: async () => ({ free: 10, reserve: 20, isShort: true, isFull: true }),
    silentFor: () => 1_500,
  });
  const listener = await listenMetrics({ metrics, host: '127.0.0.1', port: 0, log: createLog('silent') });
  let isOpen = true;
  const close = async () => {
    if (isOpen) await database.close();
    isOpen = false;
  };
  atEnd.push(close, () => listener.close());
  const read = (path = '/metrics') => fetch(`http://127.0.0.1:${listener.port}${path}`);
  return { database, metrics, read, close };
}

test('all metrics are served over HTTP, without those of the database while it is unavailable', async () => {
  const testDatabase = await createTestDatabase();
  atEnd.push(() => testDatabase.drop());
  await installJobs(testDatabase.url);
  const { database, metrics, read, close } = await serve(testDatabase.url);
  await enqueue(database.auth, 'mail', { to: 'ada@shop.test', subject: 'Yours', text: 'Yours' });
  metrics.observe({ route: '/products/:id', status: 200, seconds: 0.004 });

  const answer = await read();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  const lines = (await answer.text()).split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'aso_http_requests_total{route="/products/:id",status="200"} 1',
      'aso_http_request_duration_seconds_bucket{le="0.005",route="/products/:id"} 1',
      'aso_http_request_duration_seconds_bucket{le="0.0025",route="/products/:id"} 0',
      'aso_database_up 1',
      'aso_database_connections{pool="web",state="total"} 1',
      'aso_database_connections{pool="web",state="waiting"} 0',
      'aso_jobs{queue="mail",state="waiting"} 1',
      'aso_jobs{queue="mail",state="failed"} 0',
      'aso_page_cache_hits_total 7',
      'aso_page_cache_renders_total 3',
      'aso_page_cache_entries 2',
      'aso_page_cache_bytes 5000',
      'aso_event_streams 4',
      'aso_changes_silent_seconds 1.5',
      'aso_disk_free_bytes 10',
      'aso_disk_reserve_bytes 20',
      'aso_disk_short 1',
      'aso_disk_full 1',
      expect.stringMatching(/^process_resident_memory_bytes \d/),
      expect.stringMatching(/^nodejs_eventloop_lag_p99_seconds \d/),
    ]),
  );
  expect((await read('/')).status).toBe(404);

  await close();
  const unavailable = await (await read()).text();
  expect(unavailable).toContain('aso_database_up 0');
  expect(unavailable).not.toContain('aso_jobs{');
  expect(unavailable).toContain('aso_page_cache_hits_total 7');
});

test('the port of the metrics is not shared', async () => {
  const metrics = { text: async () => ({ contentType: 'text/plain', body: '' }) };
  const options = { metrics, host: '127.0.0.1', log: createLog('silent') };
  const first = await listenMetrics({ ...options, port: 0 });
  atEnd.push(() => first.close());
  await expect(listenMetrics({ ...options, port: first.port })).rejects.toThrow(/METRICS_PORT.*EADDRINUSE/);
});
