import { freePort } from '#platform/postgres/free-port.ts';
import { type LoadResult, load, type Target } from './load.ts';
import { median, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import type { PlainOptions } from './plain-handler.ts';
import { call, searchWord, stockOf } from './requests.ts';
import { forkServer, type Server, type Stage } from './stage.ts';
import { type Row, row } from './table.ts';

/**
 * Measures the throughput of the API, uncached, against the handler of plain-handler.ts with the same database. Alternates
 * between both, so that other load affects both.
 */
export async function answers(stage: Stage, pace: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const options: PlainOptions = { port: await freePort(), databaseUrl: server.databaseUrl };
  const plain = await forkServer('./plain-handler.ts', options);
  const { leaves, productIds } = await stockOf(server);
  const { word, hits } = await searchWord(server);
  const [category, id] = [leaves[0]!, productIds[50]!];
  const cases: [name: string, target: Target, path: string, least: number][] = [
    ['list', call('catalog/listProducts', { category, sort: 'newest' }), `list/${category}`, 0.65],
    [`search with ${hits} hits`, call('catalog/listProducts', { search: word }), `search/${word}`, 0.65],
    ['detail', call('catalog/getProduct', { id }), `detail/${id}`, 0.6],
  ];
  const rows: Row[] = [];
  for (const [name, target, path, least] of cases) {
    const shop = { port: server.port, target };
    const rival = { port: options.port, target: { path: `/${path}` } };
    // Twice: the first request, which fills caches (counts, categories), has more statements.
    await server.record(target);
    const { statements } = await server.record(target);
    const { rate, rivalRate, ratio } = await compare(shop, rival, pace);
    rows.push(
      row(
        `JSON ${name}, uncached, 32 connections`,
        `${whole(rate)}/s, ${ratio.toFixed(2)} of a plain handler's ${whole(rivalRate)}/s (statements: ${statements.length})`,
        `≥ ${least.toFixed(2)}`,
        ratio >= least,
      ),
    );
  }
  plain.disconnect();
  await server.stop();
  return rows;
}

interface Side {
  port: Server['port'];
  target: Target;
}

/** Requests a second of both, medians, and the median of the ratios of neighbouring runs. */
async function compare(shop: Side, rival: Side, { seconds, rounds }: Pace) {
  const run = ({ port, target }: Side, length: number): Promise<LoadResult> =>
    load({ port, connections: 32, seconds: length, target: () => target });
  await run(shop, 2);
  await run(rival, 2);
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push([(await run(shop, seconds)).perSecond, (await run(rival, seconds)).perSecond]);
  }
  return {
    rate: median(pairs.map(([rate]) => rate)),
    rivalRate: median(pairs.map(([, rate]) => rate)),
    ratio: median(pairs.map(([rate, rivalRate]) => rate / rivalRate)),
  };
}
