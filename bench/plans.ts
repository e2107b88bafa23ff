import { explain, type Plan } from './explain.ts';
import type { Target } from './load.ts';
import type { Pace } from './pace.ts';
import { call, pagesOf, SEARCH_WORD, stockOf } from './requests.ts';
import { signInSomebody } from './somebody.ts';
import type { Server, Stage } from './stage.ts';
import { type Row, row } from './table.ts';

const SORTS = ['featured', 'most-liked', 'newest', 'price-low', 'price-high', 'name-asc', 'name-desc'];
const MOST_BUFFERS = 500;
const MOST_GROWTH = 10;

interface Case {
  name: string;
  target: Target & { headers?: Record<string, string> };
}

/** The plan of every statement that the shopper's requests run, among 100,000 products. `print` hears each. */
export async function plans(stage: Stage, { many }: Pace, print: (text: string) => void): Promise<Row[]> {
  const server = await stage.shopWith({ products: many, users: 2_000, orders: 20_000 });
  const { parents, leaves, productIds } = await stockOf(server);
  const filters: [string, object][] = [
    ['all', {}],
    ['category', { category: leaves[0] }],
    ['category with others below', { category: parents[0] }],
    ['promotion', { promotion: 'SEED10' }],
    ['category and promotion', { category: leaves[0], promotion: 'SEED10' }],
    [`search ${SEARCH_WORD}`, { search: SEARCH_WORD }],
    ['search with many hits', { search: 'cotton' }],
    ['search in a category', { search: SEARCH_WORD, category: parents[0] }],
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

  const growth: { name: string; times: number }[] = [];
  for (const [filter, input] of filters) {
    for (const sort of SORTS) {
      const name = `${filter}, ${sort}`;
      const list = (page: number) => call('catalog/listProducts', { ...input, sort, page });
      await look({ name, target: list(1) });
      // Read again: by now the counts are kept, as they are for every page but the first that is asked for.
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

interface Found {
  name: string;
  plan: Plan;
}

/** What else a shopper's visit asks for. */
async function others(server: Server, productIds: string[]): Promise<Case[]> {
  const { cookie, orderId } = await signInSomebody(server);
  const own = { headers: { cookie } };
  return [
    { name: 'detail', target: call('catalog/getProduct', { id: productIds[0] }) },
    { name: 'by ids', target: call('catalog/getProducts', { ids: productIds.slice(0, 50) }) },
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

async function plansOf(server: Server, target: Case['target']): Promise<Plan[]> {
  const { statements } = await server.record(target);
  return explain(server.databaseUrl, statements);
}

function verdicts(found: readonly Found[], growth: readonly { name: string; times: number }[]): Row[] {
  const scans = found.filter(({ plan }) => plan.scanned.length > 0);
  const firsts = found.filter(({ name }) => !name.endsWith('last page'));
  const heaviest = [...firsts].sort((a, b) => b.plan.buffers - a.plan.buffers);
  const heavy = heaviest.filter(({ plan }) => plan.buffers > MOST_BUFFERS);
  const grown = [...growth].sort((a, b) => b.times - a.times);
  const tooGrown = grown.filter(({ times }) => times > MOST_GROWTH);
  const named = (items: readonly string[]) => (items.length > 0 ? `: ${[...new Set(items)].join('; ')}` : '');
  return [
    row(
      `plans of ${found.length} statements: Seq Scans on growing tables`,
      `${scans.length}${named(scans.map(({ name, plan }) => `${name} (${plan.scanned.join(', ')})`))}`,
      '0',
      scans.length === 0,
    ),
    row(
      'buffers of a first page, at most',
      `${heaviest[0]!.plan.buffers} (${heaviest[0]!.name})${named(heavy.map(({ name, plan }) => `${name} ${plan.buffers}`))}`,
      `≤ ${MOST_BUFFERS}`,
      heavy.length === 0,
    ),
    row(
      'buffers of the last page against the first, at most',
      `${grown[0]!.times.toFixed(1)} × (${grown[0]!.name})${named(tooGrown.map(({ name, times }) => `${name} ${times.toFixed(1)}`))}`,
      `≤ ${MOST_GROWTH} ×`,
      tooGrown.length === 0,
    ),
  ];
}
