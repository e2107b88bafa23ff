import { type LoadResult, load, type Target } from './load.ts';
import { median, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call, searchWord, stockOf } from './requests.ts';
import type { Server, Stage } from './stage.ts';
import { type Row, row } from './table.ts';

/**
 * Measures the throughput of the API against a handler of the same server that only runs the same statements through
 * the same pool and writes their rows as JSON. Alternates between both, so that other load affects both.
 */
export async function answers(stage: Stage, pace: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const { leaves, productIds } = await stockOf(server);
  const { word, hits } = await searchWord(server);
  const rows = [
    await compare(
      server,
      pace,
      'list',
      call('catalog/listProducts', { category: leaves[0], sort: 'newest' }),
    ),
    await compare(server, pace, `search with ${hits} hits`, call('catalog/listProducts', { search: word })),
    await compare(server, pace, 'detail', call('catalog/getProduct', { id: productIds[50] })),
  ];
  await server.stop();
  return rows;
}

async function compare(
  server: Server,
  { seconds, rounds }: Pace,
  name: string,
  target: Target,
): Promise<Row> {
  // Twice: the statements of the first request, which fills caches (counts, categories), belong to neither side.
  await server.record(target);
  const key = name.replaceAll(' ', '-');
  const { statements } = await server.record({ ...target, name: key });
  const bare: Target = { path: `/__bare/${key}` };
  const run = (what: Target, length: number): Promise<LoadResult> =>
    load({ port: server.port, connections: 32, seconds: length, target: () => what });
  await run(target, 2);
  await run(bare, 2);
  const apiRates: number[] = [];
  const bareRates: number[] = [];
  for (let round = 0; round < rounds; round++) {
    apiRates.push((await run(target, seconds)).perSecond);
    bareRates.push((await run(bare, seconds)).perSecond);
  }
  // Ratios of neighbouring runs: other load on the machine slowed both.
  const ratio = median(apiRates.map((figure, round) => figure / bareRates[round]!));
  return row(
    `JSON ${name}, 32 connections`,
    `${whole(median(apiRates))}/s, ${ratio.toFixed(2)} of a bare handler's ${whole(median(bareRates))}/s (statements: ${statements.length})`,
    '≥ 0.50',
    ratio >= 0.5,
  );
}
