import { load, type Target } from './load.ts';
import { median, quantile } from './numbers.ts';
import type { Pace } from './pace.ts';
import { call, uncachedSearch } from './requests.ts';
import { signInOwner } from './signed-in-user.ts';
import { bigShop, type Server, type Stage } from './stage.ts';
import { note, type Row, row } from './table.ts';

/** In one product of fifty, in one of eighteen, in most, and in none as it is spelled. */
const WORDS = ['gabardine', 'kaftan', 'cotton', 'agbda'];
/** The beginning of a common word, a common part of words, and in no word. */
const SHORT_TEXTS = ['ka', 'co', 'xq'];
/** Compared with no budget, which is about single words. */
const SEVERAL_WORDS = 'wine agbada for groom';
const MOST_TIMES = 3;
const MOST_TIMES_OF_SHORT = 5;
const SUGGESTION_MS = 100;
/** Products of whose names the suggestions are for the beginnings, character by character. */
const NAMES = 60;

interface Place {
  name: string;
  /** Of each text in each round. */
  requests: number;
  searchFor: (text: string) => Target;
}

/** Products of a shop in which a common word has about as many hits as are ranked one by one. */
const SOME = 10_000;

/** Measures searches and suggestions over HTTP, by POST, which no cache answers, one at a time. */
export async function searches(stage: Stage, { rounds, many }: Pace): Promise<Row[]> {
  const some = await stage.shopWith({ products: SOME });
  const rows = await worstWords(some, rounds, SOME);
  await some.stop();
  const big = await stage.shopWith(bigShop(many));
  rows.push(...(await worstWords(big, rounds, many)), await suggestions(big));
  await big.stop();
  return rows;
}

async function worstWords(server: Server, rounds: number, products: number): Promise<Row[]> {
  const cookie = await signInOwner(server);
  const places: Place[] = [
    {
      name: `the shop of ${products.toLocaleString('en')} products`,
      requests: 20,
      searchFor: (search) => call('catalog/listProducts', uncachedSearch({ search })),
    },
    {
      name: `the back office of ${products.toLocaleString('en')}`,
      requests: 5,
      searchFor: (search) => ({ ...call('catalog/listForAdmin', { search }), headers: { cookie } }),
    },
  ];
  const rows: Row[] = [];
  for (const place of places) rows.push(...(await worstWord(server, place, rounds, products)));
  return rows;
}

/** Without a chosen sort, so by relevance. Ratios within a round: other load on the machine slows all words. */
async function worstWord(
  server: Server,
  { name, requests, searchFor }: Place,
  rounds: number,
  products: number,
): Promise<Row[]> {
  // The number of the last product.
  const one = String(products);
  const words = [one, ...WORDS];
  const texts = [...words, ...SHORT_TEXTS, SEVERAL_WORDS];
  const p50 = async (search: string) => {
    const target = () => searchFor(search);
    const { latencies } = await load({ port: server.port, connections: 1, requests, target });
    return quantile(latencies, 0.5);
  };
  const found = new Map<string, number[]>(texts.map((word) => [word, []]));
  for (const text of texts) await p50(text);
  for (let round = 0; round < rounds; round++) {
    for (const text of texts) found.get(text)!.push(await p50(text));
  }
  const rare = found.get(one)!;
  const times = (word: string) => median(found.get(word)!.map((figure, round) => figure / rare[round]!));
  const slowest = (some: readonly string[]) => some.toSorted((a, b) => times(b) - times(a))[0]!;
  const [worst, shortest] = [slowest(words), slowest(SHORT_TEXTS)];
  const ms = (word: string) => `${median(found.get(word)!).toFixed(1)} ms`;
  return [
    row(
      `p50 of the slowest word of ${words.length} in ${name}, by relevance, against one with a single hit`,
      `${times(worst).toFixed(1)} × ('${worst}' ${ms(worst)}, '${one}' ${ms(one)})`,
      `≤ ${MOST_TIMES.toFixed(1)} ×`,
      times(worst) <= MOST_TIMES,
    ),
    row(
      `the same for ${SHORT_TEXTS.length} searches of two letters in ${name}`,
      `${times(shortest).toFixed(1)} × ('${shortest}' ${ms(shortest)})`,
      `≤ ${MOST_TIMES_OF_SHORT.toFixed(1)} ×`,
      times(shortest) <= MOST_TIMES_OF_SHORT,
    ),
    note(`p50 of '${SEVERAL_WORDS}' in ${name}`, ms(SEVERAL_WORDS)),
  ];
}

/** Each text once: the process keeps what it suggested. */
async function suggestions(server: Server): Promise<Row> {
  const { text } = await server.record(call('catalog/listProducts', { sort: 'newest', pageSize: NAMES }));
  const { items } = (JSON.parse(text) as { json: { items: { name: string }[] } }).json;
  const typed = items.flatMap(({ name }) => {
    const lower = name.toLowerCase();
    return Array.from(lower, (_, at) => lower.slice(0, at + 1).trim());
  });
  const beginnings = [...new Set(typed)];
  const target = (index: number) => call('catalog/suggest', { search: beginnings[index]! });
  const { latencies } = await load({
    port: server.port,
    connections: 1,
    requests: beginnings.length,
    target,
  });
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  return row(
    `p95 of suggestions, the ${beginnings.length} beginnings of ${items.length} names, each once`,
    `${p95.toFixed(1)} ms (p50 ${p50.toFixed(1)} ms, slowest ${Math.max(...latencies).toFixed(0)} ms)`,
    `≤ ${SUGGESTION_MS} ms`,
    p95 <= SUGGESTION_MS,
  );
}
