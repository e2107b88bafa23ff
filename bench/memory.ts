import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Target } from './load.ts';
import { megabytes } from './numbers.ts';
import type { Pace } from './pace.ts';
import { differentPages } from './pages.ts';
import { call, searchWord, stockOf } from './requests.ts';
import type { Stage } from './stage.ts';
import { type Row, row } from './table.ts';

/** Measures the memory of a fresh server under load, and whether it grows when the load is repeated. */
export async function memory(stage: Stage, { memoryRequests }: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const { parents, leaves, productIds } = await stockOf(server);
  const { word } = await searchWord(server);
  const different = differentPages(parents, 100);
  // As many different pages as fit into the cache, and searches, which have a cache of their own.
  const kinds: ((index: number) => Target)[] = [
    (index) => call('catalog/listProducts', { category: leaves[index % leaves.length], sort: 'newest' }),
    (index) => call('catalog/getProduct', { id: productIds[index % productIds.length] }),
    (index) => ({ path: different[index % 500]! }),
    (index) => ({ path: `/products?search=${word}&page=${2 + (index % 12)}` }),
    (index) => ({ path: `/products/${productIds[index % productIds.length]}` }),
  ];
  const target = (index: number) => kinds[index % kinds.length]!(Math.floor(index / kinds.length));
  const after: number[] = [];
  let most = 0;
  for (let run = 0; run < 3; run++) {
    await load({ port: server.port, connections: 32, requests: memoryRequests, target });
    await sleep(2_000);
    const counts = await server.counts();
    after.push(counts.memory);
    most = counts.mostMemory;
  }
  await server.stop();
  const [first, second, third] = after as [number, number, number];
  return [
    row('memory at the peak of load', megabytes(most), '≤ 512 MB', most <= 512 * 1024 * 1024),
    row(
      'memory after the third run of a load against that after the second',
      `${megabytes(third)} against ${megabytes(second)}, ${(third / second).toFixed(3)} × (first: ${megabytes(first)})`,
      '≤ 1.05 ×',
      third / second <= 1.05,
    ),
  ];
}
