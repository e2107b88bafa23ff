import { load, type Target } from './load.ts';
import { median, quantile } from './numbers.ts';
import type { Pace } from './pace.ts';
import { COMMON_WORD, call, type Stock, searchWord, stockOf, uncachedSearch } from './requests.ts';
import { bigShop, type Server, SMALL_SHOP, type Stage } from './stage.ts';
import { note, type Row, row } from './table.ts';

const SORTS = ['featured', 'most-liked', 'newest', 'price-low', 'price-high', 'name-asc', 'name-desc'];

type Kind = (index: number, stock: Stock & { word: string }) => Target;

const KINDS: Record<string, Kind> = {
  list: (index, { leaves }) =>
    call('catalog/listProducts', {
      sort: SORTS[index % SORTS.length],
      page: 1 + (index % 3),
      ...(index % 2 && { category: leaves[index % leaves.length] }),
    }),
  search: (index, { word }) =>
    call('catalog/listProducts', uncachedSearch({ search: word, sort: SORTS[index % SORTS.length] })),
  detail: (index, { productIds }) =>
    call('catalog/getProduct', { id: productIds[index % productIds.length] }),
};
/** Hits are counted to 1,000 in the big shop, and there are twenty in the small one: not the same work. */
const COMMON: Kind = (index) =>
  call('catalog/listProducts', uncachedSearch({ search: COMMON_WORD, sort: SORTS[index % SORTS.length] }));
const MIX: Kind = (index, stock) => Object.values(KINDS)[index % 3]!(Math.floor(index / 3), stock);

/** Measures how much longer responses take in a shop a hundred times as big. */
export async function growth(stage: Stage, { seconds, rounds, many }: Pace): Promise<Row[]> {
  const sizes = [await open(stage, SMALL_SHOP), await open(stage, bigShop(many))] as const;
  const p95 = async ({ server, stock }: Opened, kind: Kind) => {
    const target = (index: number) => kind(index, stock);
    const { latencies } = await load({ port: server.port, connections: 4, seconds, target });
    return quantile(latencies, 0.95);
  };
  const rows: Row[] = [];
  for (const [name, kind] of Object.entries({
    ...KINDS,
    'all three': MIX,
    'a search with over 1,000 hits': COMMON,
  })) {
    const figures: [number[], number[]] = [[], []];
    for (const size of sizes) await p95(size, kind);
    for (let round = 0; round < rounds; round++) {
      for (const at of [0, 1] as const) figures[at].push(await p95(sizes[at], kind));
    }
    const [small, big] = [median(figures[0]), median(figures[1])];
    const times = median(figures[1].map((figure, round) => figure / figures[0][round]!));
    const what = `p95 of ${name}, ${many.toLocaleString('en')} against 1,000 products`;
    const measured = `${big.toFixed(1)} ms against ${small.toFixed(1)} ms, ${times.toFixed(2)} ×`;
    rows.push(kind === COMMON ? note(what, measured) : row(what, measured, '≤ 2.00 ×', times <= 2));
  }
  await Promise.all(sizes.map(({ server }) => server.stop()));
  return rows;
}

interface Opened {
  server: Server;
  stock: Stock & { word: string };
}

async function open(stage: Stage, filling: Parameters<Stage['shopWith']>[0]): Promise<Opened> {
  const server = await stage.shopWith(filling);
  const { word } = await searchWord(server);
  return { server, stock: { ...(await stockOf(server)), word } };
}
