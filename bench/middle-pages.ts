import { load } from './load.ts';
import { median, quantile } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call, pagesOf, stockOf } from './requests.ts';
import { bigShop, type Stage } from './stage.ts';
import { type Row, row } from './table.ts';

/** One of each index's order; the others are the same ones in reverse. */
const SORTS = ['featured', 'most-liked', 'newest', 'price-low', 'name-asc'];
const MILLION = 1_000_000;
const REQUESTS = 40;

/**
 * Measures the page that is furthest from both ends of a list, by POST, which no cache answers: against page 2 of the same
 * list, and in a shop of a million against the time it may take. One request at a time: PostgreSQL counts up to the page.
 */
export async function middlePages(stage: Stage, { rounds, many }: Pace): Promise<Row[]> {
  const server = await stage.shopWith(bigShop(many));
  const { parents } = await stockOf(server);
  const rows: Row[] = [];
  for (const [name, input] of [
    ['all products', {}],
    ['a category with subcategories', { category: parents[0] }],
  ] as const) {
    const pages = await pagesOf(server, input);
    const middle = Math.ceil(pages / 2);
    const p50 = async (sort: string, page: number) => {
      const target = () => call('catalog/listProducts', { ...input, sort, page });
      const { latencies } = await load({ port: server.port, connections: 1, requests: REQUESTS, target });
      return quantile(latencies, 0.5);
    };
    const found: { sort: string; early: number; late: number; times: number }[] = [];
    for (const sort of SORTS) {
      await p50(sort, middle);
      const pairs: [number, number][] = [];
      for (let round = 0; round < rounds; round++) pairs.push([await p50(sort, 2), await p50(sort, middle)]);
      found.push({
        sort,
        early: median(pairs.map(([early]) => early)),
        late: median(pairs.map(([, late]) => late)),
        times: median(pairs.map(([early, late]) => late / early)),
      });
    }
    const slowest = found.reduce((worst, one) => (one.times > worst.times ? one : worst));
    const { sort, early, late, times } = slowest;
    rows.push(
      row(
        `p50 of page ${middle.toLocaleString('en')} of ${pages.toLocaleString('en')}, ${name}, slowest order`,
        `${late.toFixed(1)} ms by ${sort}, ${times.toFixed(1)} × page 2 (${early.toFixed(1)} ms)`,
        many >= MILLION ? '≤ 100 ms' : '≤ 5.0 ×',
        many >= MILLION ? late <= 100 : times <= 5,
      ),
    );
  }
  await server.stop();
  return rows;
}
