import type { Target } from './load.ts';
import type { Server } from './stage.ts';

/** A call as our own pages make it. */
export const call = (operation: string, input: object): Target => ({
  path: `/api/rpc/${operation}`,
  body: { json: input },
});

interface Category {
  slug: string;
  id: string;
  parentId: string | null;
}

const resultOf = <T>(text: string): T => (JSON.parse(text) as { json: T }).json;

/** What is there to be asked for. */
export interface Stock {
  total: number;
  /** Slugs of categories with others below them, and of those that stand below. */
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

/** How many pages this list has. */
export async function pagesOf(server: Server, input: object): Promise<number> {
  const { text } = await server.record(call('catalog/listProducts', input));
  return resultOf<{ pageCount: number }>(text).pageCount;
}

/** Words that are the rarer the longer the list; the digits stand in the products' numbers. */
const WORDS = ['cotton', 'gabardine', '777', '0777'];

/** More hits than are counted, in a big shop. */
export const COMMON_WORD = 'gabardine';

/** The word whose hits are nearest to 200, and how many they are. */
export async function searchWord(server: Server): Promise<{ word: string; hits: number }> {
  const found: { word: string; hits: number }[] = [];
  for (const word of WORDS) {
    const { text } = await server.record(call('catalog/listProducts', { search: word }));
    found.push({ word, hits: resultOf<{ total: number }>(text).total });
  }
  const distance = ({ hits }: { hits: number }) => Math.abs(hits - 200);
  return found.reduce((best, one) => (distance(one) < distance(best) ? one : best));
}
