import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { listen } from '#platform/http/listen.ts';
import { createLog } from '#platform/log.ts';
import { freePort } from '#platform/postgres/free-port.ts';
import { createTestDatabase } from '#platform/postgres/test-database.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { boot } from './server.ts';

const atEnd: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of atEnd.splice(0).reverse()) await end();
});

/** The whole shop on a port, as app/cli/start.ts starts it, without the built client. */
async function open(env: Record<string, string>) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'aso-metrics-'));
  const config = readConfig({ ...LIVE_FACTS, SHOP_MODE: 'live', BACKGROUND_WORK: 'false', ...env });
  const secret = 'a-secret-of-more-than-thirty-two-letters';
  const shop = await boot(
    { config, dataDir, databaseUrl: database.url, ...database, secret },
    createLog('silent'),
  );
  const listener = await listen({ fetch: shop.fetch, host: '127.0.0.1', port: 0, clientDir: dataDir });
  atEnd.push(
    () => rm(dataDir, { recursive: true, force: true }),
    () => database.drop(),
    () => shop.close(),
    () => listener.close(),
  );
  return `http://127.0.0.1:${listener.port}`;
}

const routesIn = (text: string) =>
  [
    ...new Set([...text.matchAll(/^aso_http_requests_total\{route="([^"]*)"/gm)].map(([, route]) => route)),
  ].sort();

test('metrics are served only on their own port, and unknown paths create no new labels', async () => {
  const port = await freePort();
  const url = await open({ METRICS_PORT: String(port) });
  const numbers = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect((await fetch(`${url}/api/v1/shop`)).status).toBe(200);
  for (const path of ['/metrics', '/api/metrics', '/api/v1/metrics']) {
    expect(await (await fetch(url + path)).text()).not.toContain('aso_');
  }
  const before = await numbers();
  expect(routesIn(before)).toEqual(['/api/v1/shop', '/readyz', 'other']);
  for (let n = 0; n < 300; n++) {
    await Promise.all(
      [`/api/rpc/x${n}/y`, `/api/v1/${n}`, `/uploads/${n}.jpg`].map(async (path) =>
        (await fetch(url + path)).arrayBuffer(),
      ),
    );
  }
  const after = await numbers();
  expect(routesIn(after)).toEqual(['/api/v1/shop', '/readyz', '/uploads/*', 'other']);
  expect(after).toMatch(/aso_http_requests_total\{route="other",status="404"\} 60\d/);
});

test('without METRICS_PORT nothing listens and nothing is counted', async () => {
  const url = await open({});
  expect((await fetch(`${url}/livez`)).status).toBe(200);
  expect((await fetch(`${url}/metrics`)).headers.get('content-type')).not.toContain('version=0.0.4');
});
