/**
 * What the pages depend on, as data: each operation that a page may call while it is rendered, and the
 * tags it makes the page carry: a table for its lists, `table:id` for one row of it.
 */
const LISTS = ['products', 'product_images', 'categories', 'promotions'];

/** One row, and every row for changes that name none. */
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

/** Tags of a call. An operation that is not listed may not be read by a page: it would be cached for ever. */
export function tagsOf(path: readonly string[], input: unknown): string[] {
  const operation = path.join('.');
  const tags = TAGS[operation];
  if (!tags) throw new Error(`${operation} is read by a page but has no tags`);
  return tags((input ?? {}) as { id?: string });
}

/** Likes change too often to end pages: a page in their order is rendered anew after this long, ms. */
const LIKES_LIFE_MS = 60_000;

/** Milliseconds that a page with this call's answer may be cached; undefined where its tags are enough. */
export function lifeOf(path: readonly string[], input: unknown): number | undefined {
  const operation = path.join('.');
  const isByLikes =
    operation === 'catalog.mostLikedProducts' ||
    (operation === 'catalog.listProducts' && (input as { sort?: string } | undefined)?.sort === 'most-liked');
  return isByLikes ? LIKES_LIFE_MS : undefined;
}

/**
 * Whether a page made of this answer may be kept. A list of a category or promotion that does not exist, or a product
 * under a promotion that is not its own, has an address anybody can make up: kept, such pages would push the real
 * ones out. `search` is that of the page's address.
 */
export function isCacheable(
  path: readonly string[],
  { input, output, search }: { input: unknown; output: unknown; search: URLSearchParams },
): boolean {
  switch (path.join('.')) {
    case 'catalog.listProducts': {
      const asked = (input ?? {}) as { category?: string; promotion?: string };
      const found = output as { category: unknown; promotion: unknown };
      return !(asked.category && !found.category) && !(asked.promotion && !found.promotion);
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

/** The tags a change drops: the table's lists always, and the rows it names, or all rows when it names none. */
export function tagsOfChange({ table, ids }: { table: string; ids?: readonly string[] }): string[] {
  return [table, ...(ids ? ids.map((id) => `${table}:${id}`) : [`${table}:*`])];
}
