import { STORE_PAGE_SIZE } from '#shared/pages.ts';
import type { Target } from './load.ts';
import type { Server } from './stage.ts';

/** An RPC request as the shop's own pages send it. */
export const call = (operation: string, input: object): Target => ({
  path: `/api/rpc/${operation}`,
  body: { json: input },
});

/** The request as a browser sends a public read: by GET, so that it may be cached. */
export const read = (operation: string, input: object): Target => ({
  path: `/api/rpc/${operation}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`,
});

/** The input of a search that is not answered from memory: with a product more on its page than the shop's have. */
export const uncachedSearch = (input: object): object => ({ ...input, pageSize: STORE_PAGE_SIZE + 1 });

interface Category {
  slug: string;
  id: string;
  parentId: string | null;
}

const resultOf = <T>(text: string): T => (JSON.parse(text) as { json: T }).json;

/** Data for building requests. */
export interface Stock {
  total: number;
  /** Slugs of categories with subcategories, and of the subcategories. */
  parents: string[];
  leaves: string[];
  productIds: string[];
}

export async function stockOf(server: Server): Promise<Stock> {
  const { text } = await server.record(call('catalog/listCategories', {}));
  const categories = resultOf<Category[]>(text);
  const listed = await server.record(call('catalog/listProducts', { sort: 'name-asc', pageSize: 100 }));
  const { items, total } = resultOf<{ items: { id: string }[]; total: number }>(listed.text);
  return {
    total,
    parents: categories.filter(({ parentId }) => !parentId).map(({ slug }) => slug),
    leaves: categories.filter(({ parentId }) => parentId).map(({ slug }) => slug),
    productIds: items.map(({ id }) => id),
  };
}

/** The number of pages of a list. */
export async function pagesOf(server: Server, input: object): Promise<number> {
  const { text } = await server.record(call('catalog/listProducts', input));
  return resultOf<{ pageCount: number }>(text).pageCount;
}

/** Words that get rarer along the list; the digits are part of the products' numbers. */
const WORDS = ['cotton', 'gabardine', '777', '0777'];

/** More hits than are counted, in a big shop. */
export const COMMON_WORD = 'gabardine';

/** The word with the number of hits nearest to 200, and that number. */
export async function searchWord(server: Server): Promise<{ word: string; hits: number }> {
  const found: { word: string; hits: number }[] = [];
  for (const word of WORDS) {
    const { text } = await server.record(call('catalog/listProducts', uncachedSearch({ search: word })));
    found.push({ word, hits: resultOf<{ total: number }>(text).total });
  }
  const distance = ({ hits }: { hits: number }) => Math.abs(hits - 200);
  return found.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
