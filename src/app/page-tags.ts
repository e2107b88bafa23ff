/**
 * What the pages depend on, as data: each operation that a page may call while it is rendered, and the
 * tags it makes the page carry. `row` is a table's one row, so that a change to it drops only the pages
 * that showed it.
 */
const LISTS = ['products', 'product_images', 'categories', 'promotions'];

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
  'catalog.getProduct': ({ id }) => [`products:${id}`, `product_images:${id}`, 'categories', 'promotions'],
};

/** Tags of a call. An operation that is not listed may not be read by a page: it would be cached for ever. */
export function tagsOf(path: readonly string[], input: unknown): string[] {
  const operation = path.join('.');
  const tags = TAGS[operation];
  if (!tags) throw new Error(`${operation} is read by a page but has no tags`);
  return tags((input ?? {}) as { id?: string });
}

/** The tags a change drops: the table's lists always, its rows by id, or all rows when ids are not told. */
export function tagsOfChange(change: { table: string; ids?: readonly string[] }): (tag: string) => boolean {
  const rows = change.ids && new Set(change.ids.map((id) => `${change.table}:${id}`));
  return (tag) =>
    change.table === '*' ||
    tag === change.table ||
    (rows ? rows.has(tag) : tag.startsWith(`${change.table}:`));
}
