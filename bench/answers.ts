import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { freePort } from '#platform/postgres/free-port.ts';
import { type LoadResult, load, type Target } from './load.ts';
import { median, whole } from './numbers.ts';
import type { Pace } from './pace.ts';
import type { PlainOptions } from './plain-handler.ts';
import { read, searchWord, stockOf, uncachedSearch } from './requests.ts';
import { forkServer, type Server, type Stage, withClient } from './stage.ts';
import { type Row, row } from './table.ts';

const SORTS = ['newest', 'price-low', 'price-high', 'name-asc', 'name-desc', 'most-liked', 'featured'];
const LIST_PAGES = 30;
/** A prime: each request of a run is for a list that is unlike the one before it. */
const STRIDE = 997;

/** A request as the shop and the rival know it; `n` counts the requests of a run. */
interface Case {
  name: string;
  ofShop(n: number): Target;
  ofRival(n: number): Target;
  /** How many requests there are before one repeats, which a cache would answer. */
  distinct?: number;
  least: number;
}

/**
 * Measures the throughput of public reads that no cache answers, as a browser sends them, against the handler of
 * plain-handler.ts with the same database. Each request of a run is for something else, a run of the shop ends before one
 * repeats, and before its next run the shop drops all answers; only the word of a search repeats. Alternates between
 * both, so that other load affects both.
 */
export async function answers(stage: Stage, pace: Pace): Promise<Row[]> {
  const server = await stage.shopWith({ products: 10_000 });
  const options: PlainOptions = { port: await freePort(), databaseUrl: server.databaseUrl };
  const plain = await forkServer('./plain-handler.ts', options);
  const rows = await withClient(server.databaseUrl, async (owner) => {
    const found: Row[] = [];
    for (const one of await casesOf(server, owner)) {
      found.push(await measure(one, { server, rivalPort: options.port, owner, pace }));
    }
    return found;
  });
  plain.disconnect();
  await server.stop();
  return rows;
}

async function casesOf(server: Server, owner: pg.Client): Promise<Case[]> {
  const { leaves } = await stockOf(server);
  const { word, hits } = await searchWord(server);
  const products = await owner.query<{ id: string }>(`SELECT id FROM products WHERE status = 'published'`);
  const ids = products.rows.map(({ id }) => id);
  const lists = leaves.flatMap((category) =>
    SORTS.flatMap((sort) =>
      Array.from({ length: LIST_PAGES }, (_, page) => ({ category, sort, page: page + 1 })),
    ),
  );
  const listOf = (n: number) => lists[(n * STRIDE) % lists.length]!;
  const idOf = (n: number) => ids[n % ids.length]!;
  return [
    {
      name: 'list',
      ofShop: (n) => read('catalog/listProducts', listOf(n)),
      ofRival(n) {
        const { category, sort, page } = listOf(n);
        return { path: `/${sort}/${category}/${page}` };
      },
      distinct: lists.length,
      least: 0.65,
    },
    {
      name: `search with ${hits} hits`,
      ofShop: () => read('catalog/listProducts', uncachedSearch({ search: word })),
      ofRival: () => ({ path: `/search/${word}/1` }),
      least: 0.65,
    },
    {
      name: 'detail',
      ofShop: (n) => read('catalog/getProduct', { id: idOf(n) }),
      ofRival: (n) => ({ path: `/detail/${idOf(n)}` }),
      distinct: ids.length,
      least: 0.6,
    },
  ];
}

interface Measured {
  server: Server;
  rivalPort: number;
  owner: pg.Client;
  pace: Pace;
}

async function measure({ name, ofShop, ofRival, distinct, least }: Case, measured: Measured): Promise<Row> {
  const { server, rivalPort, owner, pace } = measured;
  // A miss of each kind, after those that fill the caches of counts and categories.
  await server.record(ofShop(0));
  await owner.query(DROP_ANSWERS);
  await server.record(ofShop(1));
  const { statements } = await server.record(ofShop(2));
  const { rate, rivalRate, ratio } = await compare(
    async (seconds) => {
      await owner.query(DROP_ANSWERS);
      await sleep(NOTIFIED_MS);
      return load({
        port: server.port,
        connections: CONNECTIONS,
        seconds,
        requests: distinct,
        target: ofShop,
      });
    },
    (seconds) => load({ port: rivalPort, connections: CONNECTIONS, seconds, target: ofRival }),
    pace,
  );
  return row(
    `JSON ${name}, uncached, ${CONNECTIONS} connections`,
    `${whole(rate)}/s, ${ratio.toFixed(2)} of a plain handler's ${whole(rivalRate)}/s (statements: ${statements.length})`,
    `≥ ${least.toFixed(2)}`,
    ratio >= least,
  );
}

const CONNECTIONS = 32;
/** Every list and product shows its category, so a change of one drops all answers of the shop. */
const DROP_ANSWERS = 'UPDATE categories SET name = name';
const NOTIFIED_MS = 200;

type Run = (seconds: number) => Promise<LoadResult>;

/** Requests a second of both, medians, and the median of the ratios of neighbouring runs. */
async function compare(shop: Run, rival: Run, { seconds, rounds }: Pace) {
  await shop(2);
  await rival(2);
  const pairs: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    pairs.push([(await shop(seconds)).perSecond, (await rival(seconds)).perSecond]);
  }
  return {
    rate: median(pairs.map(([rate]) => rate)),
    rivalRate: median(pairs.map(([, rate]) => rate)),
    ratio: median(pairs.map(([rate, rivalRate]) => rate / rivalRate)),
  };
}
