import { load } from './load.ts';
import { median, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call, read, stockOf } from './requests.ts';
import type { Server, Stage } from './stage.ts';
import { type Row, row } from './table.ts';

const SORTS = ['newest', 'most-liked', 'price-low', 'price-high', 'name-asc', 'name-desc'];

/** URLs of different list pages, in a mixed order. */
export function differentPages(parents: readonly string[], each: number): string[] {
  const pages = parents.flatMap((category) =>
    SORTS.flatMap((sort) =>
      Array.from(
        { length: each },
        (_, at) => `/products?category=${category}&sort=${sort}${at ? `&page=${at + 1}` : ''}`,
      ),
    ),
  );
  // A step coprime to the length visits each page once.
  const step = stepFor(pages.length);
  return pages.map((_, index) => pages[(index * step) % pages.length]!);
}

function stepFor(length: number): number {
  const shared = (a: number, b: number): number => (b === 0 ? a : shared(b, a % b));
  let step = Math.floor(length * 0.618);
  while (shared(step, length) !== 1) step++;
  return step;
}

/** Pages rendered before the first is measured. */
const WARM_UP = 600;

/** Measures the list page, rendered for each request (each requests another page), and from the cache. */
export async function pages(stage: Stage, { seconds, rounds }: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const { parents, leaves } = await stockOf(server);
  const different = differentPages(parents, 100);
  let next = 0;
  const input = { category: leaves[0], sort: 'newest' };
  const runs = {
    json: () =>
      load({
        port: server.port,
        connections: 32,
        seconds,
        target: () => call('catalog/listProducts', input),
      }),
    rendered: () =>
      load({
        port: server.port,
        connections: 32,
        seconds,
        // No page twice, also on a machine that renders its part of them sooner.
        requests: Math.floor((different.length - WARM_UP) / rounds),
        target: () => ({ path: different[next++]! }),
      }),
    cached: () =>
      load({ port: server.port, connections: 32, seconds, target: () => ({ path: '/products' }) }),
    cachedJson: () =>
      load({
        port: server.port,
        connections: 32,
        seconds,
        target: () => read('catalog/listProducts', input),
      }),
  };
  const figures = {
    json: [] as number[],
    rendered: [] as number[],
    cached: [] as number[],
    cachedJson: [] as number[],
  };
  await load({
    port: server.port,
    connections: 32,
    requests: WARM_UP,
    target: () => ({ path: different[next++]! }),
  });
  await runs.json();
  await runs.cached();
  await runs.cachedJson();
  let renders = 0;
  let requested = 0;
  let fromCache = { statements: 0, renders: 0, hits: 0 };
  for (let round = 0; round < rounds; round++) {
    figures.json.push((await runs.json()).perSecond);
    const before = await server.counts();
    const rendered = await runs.rendered();
    figures.rendered.push(rendered.perSecond);
    const between = await server.counts();
    renders += between.renders - before.renders;
    requested += rendered.requests;
    figures.cached.push((await runs.cached()).perSecond);
    figures.cachedJson.push((await runs.cachedJson()).perSecond);
    fromCache = sum(fromCache, between, await server.counts());
  }
  await server.stop();
  if (renders < requested) throw new Error(`${requested - renders} of ${requested} pages were not rendered`);
  const [json, rendered, cached] = [median(figures.json), median(figures.rendered), median(figures.cached)];
  // Ratios of neighbouring runs: other load on the machine slowed both.
  const toJson = median(figures.rendered.map((figure, round) => figure / figures.json[round]!));
  const toRendered = median(figures.cached.map((figure, round) => figure / figures.rendered[round]!));
  const toCached = median(figures.cachedJson.map((figure, round) => figure / figures.cached[round]!));
  return [
    row(
      '/products rendered for each request',
      `${whole(rendered)}/s, ${toJson.toFixed(2)} of the JSON list's ${whole(json)}/s`,
      '≥ 0.10',
      toJson >= 0.1,
    ),
    row(
      'the same from the cache',
      `${whole(cached)}/s, ${toRendered.toFixed(0)} × rendered`,
      '≥ 20 ×',
      toRendered >= 20,
    ),
    row(
      'a JSON list from the cache',
      `${whole(median(figures.cachedJson))}/s, ${toCached.toFixed(2)} of the cached page's ${whole(cached)}/s`,
      '≥ 0.90',
      toCached >= 0.9,
    ),
    row(
      'page and list from the cache, their cost',
      `${fromCache.statements} statements, ${fromCache.renders} renders in ${whole(fromCache.hits)} hits`,
      '0 and 0',
      fromCache.statements === 0 && fromCache.renders === 0 && fromCache.hits > 0,
    ),
  ];
}

type Cost = Pick<Awaited<ReturnType<Server['counts']>>, 'statements' | 'renders' | 'hits'>;

const sum = (so: Cost, before: Cost, after: Cost): Cost => ({
  statements: so.statements + after.statements - before.statements,
  renders: so.renders + after.renders - before.renders,
  hits: so.hits + after.hits - before.hits,
});
