import { ORPCError } from '@orpc/server';
import type { Searched } from '#domains/catalog/searches/server/search-counter.ts';
import { OFFLINE_COPY_HEADER } from '#shared/as-of.ts';
import { RELATED_LIMIT, ROW_LIMIT, STORE_PAGE_SIZE } from '#shared/pages.ts';

/**
 * The dependencies of cached responses, as data: each operation that a page may call during rendering or that is
 * public, and the tags it adds to the response: a table for its lists, `table:id` for one row.
 */
const LISTS = ['products', 'product_images', 'categories', 'promotions'];

/** One row, and all rows for changes that do not name ids. */
const rowOf = (table: string, id = '') => [`${table}:${id}`, `${table}:*`];

const TAGS: Record<string, (input: { id?: string }) => string[]> = {
  'shop.info': () => [],
  'promotions.listActive': () => ['promotions'],
  'content.listActiveSlides': () => ['hero_slides', 'hero_slide_images'],
  'content.getSlide': () => ['hero_slides', 'hero_slide_images'],
  'catalog.listCategories': () => ['categories'],
  'catalog.categoryMenu': () => ['categories'],
  'catalog.listProducts': () => LISTS,
  'catalog.suggest': () => [...LISTS, 'synonyms'],
  'catalog.featuredProducts': () => LISTS,
  'catalog.newestProducts': () => LISTS,
  'catalog.mostLikedProducts': () => LISTS,
  'catalog.relatedProducts': () => LISTS,
  'catalog.getProduct': ({ id }) => [
    ...rowOf('products', id),
    ...rowOf('product_images', id),
    'categories',
    'promotions',
  ],
};

/** Tags of a call. Throws for an operation that is not listed: its response would never be invalidated. */
export function tagsOf(path: readonly string[], input: unknown): string[] {
  const operation = path.join('.');
  const tags = TAGS[operation];
  if (!tags) throw new Error(`${operation} is cached but has no tags`);
  return tags(input ?? {});
}

/** Likes change too often to invalidate responses: a list sorted by likes expires after this time, ms. */
const LIKES_LIFE_MS = 60_000;

/** How long, ms, a response with this call's answer may be cached; undefined if its tags are enough. */
export function lifeOf(path: readonly string[], input: unknown): number | undefined {
  const operation = path.join('.');
  const isByLikes =
    operation === 'catalog.mostLikedProducts' ||
    (operation === 'catalog.listProducts' && (input as { sort?: string } | undefined)?.sort === 'most-liked');
  return isByLikes ? LIKES_LIFE_MS : undefined;
}

interface ListInput {
  category?: string;
  promotion?: string;
  search?: string;
  sort?: string;
  not?: string;
  featured?: unknown;
  soldOut?: unknown;
  pageSize?: number;
  page?: number;
  limit?: number;
}

/**
 * Whether a response with this call's answer may be cached. Anyone can make up searches, page sizes, pages past the
 * end, URLs with a missing category or promotion, another spelling of one (case, blanks, an old slug), a product under a
 * promotion that is not its own, numbers of products, or ids; cached, such responses would evict the real ones. `search`
 * is that of the page's URL.
 */
export function isCacheable(
  path: readonly string[],
  { input, output, search }: { input: unknown; output: unknown; search?: URLSearchParams },
): boolean {
  switch (path.join('.')) {
    case 'catalog.listProducts': {
      const filters = (input ?? {}) as ListInput;
      const found = output as {
        category: { slug: string } | null;
        promotion: { code: string } | null;
        pageCount: number;
      };
      const isOrdinary =
        !filters.search &&
        filters.not === undefined &&
        filters.featured === undefined &&
        filters.soldOut === undefined &&
        (filters.pageSize ?? STORE_PAGE_SIZE) === STORE_PAGE_SIZE &&
        Number(filters.page ?? 1) <= Math.max(1, found.pageCount);
      return (
        isOrdinary &&
        (filters.category ?? found.category?.slug) === found.category?.slug &&
        (filters.promotion ?? found.promotion?.code) === found.promotion?.code
      );
    }
    // Cached by the words sought, in the service.
    case 'catalog.suggest':
      return !(input as ListInput | undefined)?.search;
    case 'catalog.getProduct': {
      const code = search?.get('promotion') ?? null;
      const { promotion } = (output as { product: { promotion: { code: string } | null } }).product;
      return code === null || code === promotion?.code;
    }
    case 'catalog.relatedProducts':
      // An id without a product has none.
      return limitOf(input, RELATED_LIMIT) === RELATED_LIMIT && (output as unknown[]).length > 0;
    case 'catalog.featuredProducts':
    case 'catalog.newestProducts':
    case 'catalog.mostLikedProducts':
      return limitOf(input, ROW_LIMIT) === ROW_LIMIT;
    default:
      return true;
  }
}

const limitOf = (input: unknown, byDefault: number) =>
  Number((input as ListInput | undefined)?.limit ?? byDefault);

/** The search that a call's answer is, in any order, without a filter and on its first page; undefined for others. */
export function searchedOf(path: readonly string[], input: unknown, output: unknown): Searched | undefined {
  if (path.join('.') !== 'catalog.listProducts') return undefined;
  const { search, sort, page, pageSize: _, ...filters } = (input ?? {}) as ListInput;
  const isWhole = Object.values(filters).every((value) => value === undefined) && Number(page ?? 1) === 1;
  if (!search?.trim() || !isWhole) return undefined;
  const { total, close } = output as { total: number; close: { items: unknown[] }[] };
  const found = total + close.reduce((sum, { items }) => sum + items.length, 0);
  return { query: search, found, isSorted: sort !== undefined };
}

/** What a response that is being made depends on. */
export interface Dependencies {
  /** Gets the search that the response answers. */
  onSearch?: ((search: Searched) => void) | undefined;
  tags: Set<string>;
  /** The shortest lifetime of the data read, ms. */
  lifeMs?: number;
  /** Part of the data could not be read or may not be cached: the response is answered but not cached. */
  uncacheable: boolean;
  /** Part of the data could not be read. */
  isPartial?: boolean;
  /** The status of a failed read: 503 if the database is unavailable. */
  failedWith?: number;
}

interface Call<T> {
  path: readonly string[];
  input: unknown;
  next(): Promise<T>;
}

/** Makes a call and notes what its answer depends on. `search` is that of the page that calls. */
export async function noteRead<T>(
  dependencies: Dependencies,
  { path, input, next }: Call<T>,
  search?: URLSearchParams,
): Promise<T> {
  // Before the read: a response that fails to find something depends on it as well.
  for (const tag of tagsOf(path, input)) dependencies.tags.add(tag);
  const lifeMs = lifeOf(path, input);
  if (lifeMs !== undefined) dependencies.lifeMs = Math.min(lifeMs, dependencies.lifeMs ?? lifeMs);
  try {
    const output = await next();
    if (!isCacheable(path, { input, output, search })) dependencies.uncacheable = true;
    const searched = dependencies.onSearch && searchedOf(path, input, output);
    if (searched) dependencies.onSearch?.(searched);
    return output;
  } catch (error) {
    dependencies.uncacheable = true;
    dependencies.isPartial = true;
    if (error instanceof ORPCError && error.status >= 500) dependencies.failedWith = error.status;
    throw error;
  }
}

/** The headers of an answer that is not cached: a whole one may still be shown by the browser that asked. */
export function markUncached(headers: Headers, { isPartial }: Dependencies): void {
  headers.set('cache-control', 'no-store');
  if (!isPartial) headers.set(OFFLINE_COPY_HEADER, 'yes');
}

/**
 * The tags that a change invalidates: always the table's lists, and the rows it names, or all rows if it names none.
 */
export function tagsOfChange({ table, ids }: { table: string; ids?: readonly string[] }): string[] {
  return [table, ...(ids ? ids.map((id) => `${table}:${id}`) : [`${table}:*`])];
}
