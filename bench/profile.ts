import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load, type Target } from './load.ts';
import { differentPages } from './pages.ts';
import { withBrowser, withPhone } from './phone.ts';
import type { Frame } from './profiler.ts';
import { call, searchWord, stockOf, uncachedSearch } from './requests.ts';
import { addTo, largestParts, type MappedScript, readMapped } from './source-parts.ts';
import type { Stage } from './stage.ts';
import { note, type Row } from './table.ts';

const CONNECTIONS = 32;
const SECONDS = 6;

/**
 * Where the processor time of a request goes, by package and folder, and which packages the scripts of a page consist
 * of. Figures without budgets, for docs/performance.md.
 */
export async function profile(stage: Stage): Promise<Row[]> {
  return [...(await timeOfRequests(stage)), ...(await scriptsOfPages(stage))];
}

async function timeOfRequests(stage: Stage): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const { leaves, parents, productIds } = await stockOf(server);
  const { word } = await searchWord(server);
  const different = differentPages(parents, 100);
  let next = 0;
  const scripts = new Map<string, Promise<MappedScript>>();
  const targets: Record<string, () => Target> = {
    'a list': () => call('catalog/listProducts', { category: leaves[0], sort: 'newest' }),
    'a search': () => call('catalog/listProducts', uncachedSearch({ search: word })),
    'a product': () => call('catalog/getProduct', { id: productIds[50] }),
    'a page from the cache': () => ({ path: '/products' }),
    'a page, rendered': () => ({ path: different[next++ % different.length]! }),
  };
  const rows: Row[] = [];
  for (const [name, target] of Object.entries(targets)) {
    const run = { port: server.port, connections: CONNECTIONS, target };
    await load({ ...run, seconds: 2 });
    await server.startProfile();
    const { requests } = await load({ ...run, seconds: SECONDS });
    const parts = new Map<string, number>();
    for (const frame of await server.stopProfile()) {
      if (frame.name !== '(idle)') addTo(parts, await partOfFrame(frame, scripts), frame.micros);
    }
    const total = [...parts.values()].reduce((sum, micros) => sum + micros, 0);
    rows.push(note(`${name}, processor time of the shop`, `${(total / requests).toFixed(0)} µs a request`));
    for (const [part, micros] of largestParts(parts, 0.02)) {
      const share = `${((micros / total) * 100).toFixed(0)} %`;
      rows.push(note(`  ${part}`, `${(micros / requests).toFixed(0).padStart(6)} µs ${share.padStart(5)}`));
    }
  }
  await server.stop();
  return rows;
}

/** The part of a frame: of the bundle by its source map. */
async function partOfFrame(frame: Frame, scripts: Map<string, Promise<MappedScript>>): Promise<string> {
  if (frame.name === '(garbage collector)') return 'garbage collection';
  if (frame.name.startsWith('(')) return 'native code';
  if (!/^file:.*\/server\/(?:server|assets\/[^/]+)\.js$/.test(frame.url)) {
    const inPackage = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(frame.url)?.[1];
    return inPackage ?? (frame.url === '' ? 'native code' : 'Node.js');
  }
  const file = fileURLToPath(frame.url);
  let script = scripts.get(file);
  if (!script) {
    script = readMapped(file);
    scripts.set(file, script);
  }
  return (await script).partAt(frame.line, frame.column);
}

/** The scripts of a first visit, without compression, by the package of each character. */
async function scriptsOfPages(stage: Stage): Promise<Row[]> {
  const server = await stage.demoStore();
  const rows: Row[] = [];
  await withBrowser(async (browser) => {
    for (const path of ['/products', '/']) {
      const files = await withPhone(browser, async ({ page }) => {
        const found = new Set<string>();
        page.on('response', (response) => {
          const { pathname } = new URL(response.url());
          if (/^\/assets\/.+\.js$/.test(pathname)) found.add(pathname);
        });
        await page.goto(`http://localhost:${server.port}${path}`);
        await page.waitForTimeout(5_000);
        return [...found];
      });
      const parts = new Map<string, number>();
      for (const file of files) {
        const { text, partAt } = await readMapped(join(stage.buildDir, 'client', file));
        for (const [line, code] of text.split('\n').entries())
          for (let column = 0; column < code.length; column++) addTo(parts, partAt(line, column), 1);
      }
      const total = [...parts.values()].reduce((sum, size) => sum + size, 0);
      rows.push(note(`${path}, its scripts before compression`, `${(total / 1000).toFixed(0)} kB`));
      for (const [part, size] of largestParts(parts)) {
        const share = `${((size / total) * 100).toFixed(0)} %`;
        rows.push(note(`  ${part}`, `${(size / 1000).toFixed(1).padStart(6)} kB ${share.padStart(5)}`));
      }
    }
  });
  await server.stop();
  return rows;
}
