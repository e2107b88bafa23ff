import { type CategoryCache, categoryPaths } from '../../categories/server/category.service.ts';
import type { Catalogue } from '../../server/catalog-deps.ts';
import { type FeedItem, type FeedShop, feedItemsOf, MORE_IMAGES } from '../feed-item.ts';
import { listFeedProducts } from './feed.repository.ts';

/** Products for each query, which bounds the memory: a description has up to 10,000 characters. */
const AT_ONCE = 250;

/** Before every id. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * All published products as they are offered today, by id, in batches. Each batch is a statement of its own, so that a
 * slow reader holds no connection; what is published while the feed is read may be left out.
 */
export async function* feedItems(
  catalogue: CategoryCache & Pick<Catalogue, 'clock'>,
  shop: FeedShop,
): AsyncGenerator<FeedItem[]> {
  const itemOf = feedItemsOf(shop, catalogue.clock.today());
  const pathOf = await categoryPaths(catalogue);
  for (let after: string | undefined = NO_ID; after; ) {
    const rows: Awaited<ReturnType<typeof listFeedProducts>> = await listFeedProducts(
      catalogue.database.web,
      after,
      { limit: AT_ONCE, images: 1 + MORE_IMAGES },
    );
    yield rows.map((row) => itemOf({ ...row, categoryPath: pathOf(row.categoryId) }));
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.id;
  }
}
