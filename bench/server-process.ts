// Runs the shop in a separate process, as app/cli/start.ts serves it, with its statements recorded and a few extra URLs.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Boot } from '#app/server/server.ts';
import { readConfig } from '#platform/config.ts';
import { listen } from '#platform/http/listen.ts';
import { createLog } from '#platform/log.ts';
import { answer, type Page, pageOf } from '#platform/response-cache/page.ts';
import type { Target } from './load.ts';
import { startProfile, stopProfile } from './profiler.ts';
import { recording, statementCount, watchStatements } from './statements.ts';
import { strip, WITHOUT_SCRIPTS } from './strip.ts';

export interface ServerOptions {
  buildDir: string;
  /** Whose files are dictionaries for those of this build. */
  earlierBuildDir?: string;
  dataDir: string;
  databaseUrl: string;
  webUrl: string;
  authUrl: string;
  port: number;
}

/** Counters of the shop since its start. */
export interface Counts {
  statements: number;
  renders: number;
  hits: number;
  /** Current memory in bytes, and the peak. */
  memory: number;
  mostMemory: number;
}

const { buildDir, earlierBuildDir, port, ...place } = JSON.parse(process.argv[2]!) as ServerOptions;
const origin = `http://localhost:${port}`;

watchStatements();
const { boot } = (await import(pathToFileURL(join(buildDir, 'server', 'server.js')).href)) as { boot: Boot };
const config = readConfig({
  PORT: String(port),
  SHOP_MODE: 'demo',
  BACKGROUND_WORK: 'false',
  LOG_LEVEL: 'error',
});
const serviceWorker = await readFile(join(buildDir, 'service-worker.js'), 'utf8');
const shop = await boot(
  { config, serviceWorker, ...place, secret: 'measured-measured-measured-measured' },
  createLog(config.LOG_LEVEL),
);

const plain = new Map<string, Promise<Page>>();

const requestOf = ({ path, body, headers = {} }: Target): Request =>
  new Request(new URL(path, origin), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, origin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
  });

/** Sends a request to the shop and returns its statements. */
async function record(request: Request): Promise<Response> {
  const target = (await request.json()) as Target;
  const { result, calls } = await recording(async () => {
    const response = await shop.fetch(requestOf(target), '127.0.0.1');
    return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() };
  });
  return Response.json({ ...result, statements: calls });
}

async function countsNow(): Promise<Counts> {
  // Collect garbage before measuring; pending promises must settle first.
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let round = 0; round < 3; round++) {
    gc();
    await sleep(100);
  }
  return {
    statements: statementCount(),
    renders: shop.counts.renders,
    hits: shop.counts.hits,
    memory: process.memoryUsage.rss(),
    mostMemory: process.resourceUsage().maxRSS * 1024,
  };
}

async function withoutScripts(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const address = pathname + search;
  let page = plain.get(address);
  if (!page) {
    page = (async () => {
      const whole = await shop.fetch(new Request(new URL(address, origin)), '127.0.0.1');
      const body = strip(await whole.text());
      const headers = new Headers(whole.headers);
      headers.delete('link');
      return pageOf({ status: whole.status, headers, body, tags: [] });
    })();
    plain.set(address, page);
  }
  return answer(await page, request);
}

const listener = await listen({
  host: '127.0.0.1',
  port,
  clientDir: join(buildDir, 'client'),
  earlierClientDirs: earlierBuildDir ? [join(earlierBuildDir, 'client')] : [],
  fetch: async (request, address) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/__record') return record(request);
    if (pathname === '/__profile/start') return Response.json(await startProfile().then(() => true));
    if (pathname === '/__profile/stop') return Response.json(await stopProfile());
    if (pathname === '/__counts') return Response.json(await countsNow());
    if (request.headers.has(WITHOUT_SCRIPTS) && request.headers.get('accept')?.includes('text/html')) {
      return withoutScripts(request);
    }
    return shop.fetch(request, address);
  },
});
async function stop(): Promise<void> {
  await listener.close();
  await shop.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
// Exits when the parent process is gone.
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
