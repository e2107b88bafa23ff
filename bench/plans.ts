import { type Plan, plansOf } from './explain.ts';
import type { Target } from './load.ts';
import type { Pace } from './pace.ts';
import { COMMON_WORD, call, pagesOf, searchWord, stockOf, uncachedSearch } from './requests.ts';
import { signInUser } from './signed-in-user.ts';
import { bigShop, type Server, type Stage } from './stage.ts';
import { note, type Row, row } from './table.ts';

const SORTS = ['featured', 'most-liked', 'newest', 'price-low', 'price-high', 'name-asc', 'name-desc'];
const MOST_BUFFERS = 500;
const MOST_GROWTH = 10;
/** To detect more than 1,000 hits, PostgreSQL must read 1,001 rows: reported without a budget. */
const COUNTED_OUT = 'search with over 1,000 hits';

interface Case {
  name: string;
  target: Target;
}

/** Explains every statement of the shopper's requests with 100,000 products. `print` receives each plan. */
export async function plans(stage: Stage, { many }: Pace, print: (text: string) => void): Promise<Row[]> {
  const server = await stage.shopWith(bigShop(many));
  const { parents, leaves, productIds } = await stockOf(server);
  const { word, hits } = await searchWord(server);
  const filters: [string, object][] = [
    ['all', {}],
    ['category', { category: leaves[0] }],
    ['category with subcategories', { category: parents[0] }],
    ['promotion', { promotion: 'SEED10' }],
    ['category and promotion', { category: leaves[0], promotion: 'SEED10' }],
    [`search with ${hits} hits`, { search: word }],
    ['that search, in a category', { search: word, category: parents[0] }],
    [COUNTED_OUT, { search: COMMON_WORD }],
    [`${COUNTED_OUT}, in a category`, { search: COMMON_WORD, category: parents[0] }],
    [`${COUNTED_OUT}, very many`, { search: 'cotton' }],
  ];
  const found: Found[] = [];
  const look = async ({ name, target }: Case): Promise<number> => {
    const read = await plansOf(server, target);
    for (const plan of read) {
      found.push({ name, plan });
      print(`\n── ${name}: ${plan.buffers} buffers\n${plan.statement}\n${plan.text}`);
    }
    return read.reduce((sum, plan) => sum + plan.buffers, 0);
  };

  const growth: Growth[] = [];
  for (const [filter, input] of filters) {
    for (const sort of SORTS) {
      const name = `${filter}, ${sort}`;
      const listed = (page: number) => ({ ...input, sort, page });
      const list = (page: number) =>
        call('catalog/listProducts', 'search' in input ? uncachedSearch(listed(page)) : listed(page));
      await look({ name, target: list(1) });
      // Read again: now the counts are cached, as they are for every page but the first.
      const first = await look({ name: `${name}, again`, target: list(1) });
      const last = await look({
        name: `${name}, last page`,
        target: list(await pagesOf(server, { ...input, sort })),
      });
      growth.push({ name, times: last / first });
    }
  }
  for (const other of await others(server, productIds)) await look(other);
  await server.stop();
  return verdicts(found, growth);
}

/** The last page's buffers as a multiple of the first's. */
interface Growth {
  name: string;
  times: number;
}

interface Found {
  name: string;
  plan: Plan;
}

/** The other requests of a shopper's visit. */
async function others(server: Server, productIds: string[]): Promise<Case[]> {
  const { cookie, orderId } = await signInUser(server);
  const own = { headers: { cookie } };
  return [
    { name: 'detail', target: call('catalog/getProduct', { id: productIds[0] }) },
    { name: 'by ids', target: call('catalog/getProducts', { ids: productIds.slice(0, 12) }) },
    { name: 'related', target: call('catalog/relatedProducts', { id: productIds[0] }) },
    { name: 'featured', target: call('catalog/featuredProducts', {}) },
    { name: 'newest', target: call('catalog/newestProducts', {}) },
    { name: 'most liked', target: call('catalog/mostLikedProducts', {}) },
    { name: 'categories', target: call('catalog/listCategories', {}) },
    { name: 'promotions', target: call('promotions/listActive', {}) },
    { name: 'slides', target: call('content/listActiveSlides', {}) },
    { name: 'front page', target: { path: '/' } },
    { name: 'own orders', target: { ...call('orders/listMine', {}), ...own } },
    { name: 'one order', target: { ...call('orders/get', { id: orderId }), ...own } },
  ];
}

function verdicts(found: readonly Found[], growth: readonly Growth[]): Row[] {
  const scans = found.filter(({ plan }) => plan.scanned.length > 0);
  const firsts = found
    .filter(({ name }) => !name.endsWith('last page'))
    .sort((a, b) => b.plan.buffers - a.plan.buffers);
  const grown = [...growth].sort((a, b) => b.times - a.times);
  const isLimited = ({ name }: { name: string }) => !name.startsWith(COUNTED_OUT);
  const heaviest = firsts.filter(isLimited);
  const most = grown.filter(isLimited);
  const buffersOf = ({ name, plan }: Found) => `${plan.buffers} (${name})`;
  const timesOf = ({ name, times }: Growth) => `${times.toFixed(1)} × (${name})`;
  return [
    row(
      `plans of ${found.length} statements, Seq Scans on growing tables`,
      String(scans.length),
      '0',
      scans.length === 0,
      scans.map(({ name, plan }) => `${name}: ${plan.scanned.join(', ')}`),
    ),
    row(
      'buffers of a first page, at most',
      buffersOf(heaviest[0]!),
      `≤ ${MOST_BUFFERS}`,
      heaviest[0]!.plan.buffers <= MOST_BUFFERS,
      heaviest.filter(({ plan }) => plan.buffers > MOST_BUFFERS).map(buffersOf),
    ),
    row(
      'buffers of the last page against the first, at most',
      timesOf(most[0]!),
      `≤ ${MOST_GROWTH} ×`,
      most[0]!.times <= MOST_GROWTH,
      most.filter(({ times }) => times > MOST_GROWTH).map(timesOf),
    ),
    note('buffers where hits are counted to 1,000', buffersOf(firsts.filter((one) => !isLimited(one))[0]!)),
    note(
      'last page against the first, with hits counted to 1,000',
      timesOf(grown.filter((one) => !isLimited(one))[0]!),
    ),
  ];
}
