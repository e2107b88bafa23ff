import { setTimeout as sleep } from 'node:timers/promises';
import { load, type Target } from './load.ts';
import { megabytes, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import { differentPages } from './pages.ts';
import { read, searchWord, stockOf } from './requests.ts';
import { type Stage, withClient } from './stage.ts';
import { type Row, row } from './table.ts';

/** Time after the start until nothing is under way. */
const IDLE_MS = 5_000;
const [IDLE_MB, LOADED_MB, PEAK_MB] = [200, 350, 512];

/**
 * Measures the memory of a fresh shop, and after a long load of requests for lists, products and pages that are all
 * different, more than fit into the cache, and for searches, which repeat. Whether it grows, the last two thirds tell.
 */
export async function memory(stage: Stage, { memoryRequests }: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  await sleep(IDLE_MS);
  const { memory: idle } = await server.counts();
  const { parents, leaves } = await stockOf(server);
  const { word } = await searchWord(server);
  const productIds = await withClient(server.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM products WHERE status = 'published' ORDER BY md5(id::text)`,
    );
    return rows.map(({ id }) => id);
  });
  const pages = differentPages([...parents, ...leaves], 30);
  const productOf = (index: number) => productIds[index % productIds.length]!;
  const kinds: ((index: number) => Target)[] = [
    (index) =>
      read('catalog/listProducts', { category: leaves[index % leaves.length], page: 1 + (index % 997) }),
    (index) => read('catalog/getProduct', { id: productOf(index) }),
    (index) => ({ path: pages[index % pages.length]! }),
    (index) => ({ path: `/products?search=${word}&page=${2 + (index % 12)}` }),
    (index) => ({ path: `/products/${productOf(index + productIds.length / 2)}` }),
  ];
  let sent = 0;
  const target = () => {
    const index = sent++;
    return kinds[index % kinds.length]!(Math.floor(index / kinds.length));
  };
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
    limited('memory of an idle shop, after garbage collection', idle, IDLE_MB),
    limited(
      `memory after ${whole(sent)} requests, of which four fifths are different, and garbage collection`,
      third,
      LOADED_MB,
    ),
    limited('memory at the peak of load', most, PEAK_MB),
    row(
      '  of it after the third part of the load against that after the second',
      `${megabytes(third)} against ${megabytes(second)}, ${(third / second).toFixed(3)} × (first: ${megabytes(first)})`,
      '≤ 1.05 ×',
      third / second <= 1.05,
    ),
  ];
}

const limited = (name: string, bytes: number, most: number): Row =>
  row(name, megabytes(bytes), `≤ ${most} MB`, bytes <= most * 1024 * 1024);
