/**
 * The dependencies of pages, as data: each operation that a page may call during rendering, and the tags it adds to
 * the page: a table for its lists, `table:id` for one row.
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
  'catalog.listProducts': () => LISTS,
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

/** Tags of a call. Throws for an operation that is not listed: its page would never be invalidated. */
export function tagsOf(path: readonly string[], input: unknown): string[] {
  const operation = path.join('.');
  const tags = TAGS[operation];
  if (!tags) throw new Error(`${operation} is read by a page but has no tags`);
  return tags(input ?? {});
}

/** Likes change too often to invalidate pages: a page sorted by likes expires after this time, ms. */
const LIKES_LIFE_MS = 60_000;

/** How long, ms, a page with this call's answer may be cached; undefined if its tags are enough. */
export function lifeOf(path: readonly string[], input: unknown): number | undefined {
  const operation = path.join('.');
  const isByLikes =
    operation === 'catalog.mostLikedProducts' ||
    (operation === 'catalog.listProducts' && (input as { sort?: string } | undefined)?.sort === 'most-liked');
  return isByLikes ? LIKES_LIFE_MS : undefined;
}

/**
 * Whether a page with this answer may be cached. Anyone can make up URLs with a missing category or promotion, or
 * with a product under a promotion that is not its own; cached, such pages would evict the real ones. `search` is
 * that of the page's URL.
 */
export function isCacheable(
  path: readonly string[],
  { input, output, search }: { input: unknown; output: unknown; search: URLSearchParams },
): boolean {
  switch (path.join('.')) {
    case 'catalog.listProducts': {
      const filters = (input ?? {}) as { category?: string; promotion?: string };
      const found = output as { category: unknown; promotion: unknown };
      return !(filters.category && !found.category) && !(filters.promotion && !found.promotion);
    }
    case 'catalog.getProduct': {
      const code = search.get('promotion');
      const { promotion } = (output as { product: { promotion: { code: string } | null } }).product;
      return code === null || code.toLowerCase() === promotion?.code.toLowerCase();
    }
    default:
      return true;
  }
}

/**
 * The tags that a change invalidates: always the table's lists, and the rows it names, or all rows if it names none.
 */
export function tagsOfChange({ table, ids }: { table: string; ids?: readonly string[] }): string[] {
  return [table, ...(ids ? ids.map((id) => `${table}:${id}`) : [`${table}:*`])];
}
