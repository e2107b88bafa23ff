import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type { Database } from '#db/client.ts';
import type { FeedItem, FeedShop } from '#domains/catalog/feeds/feed-item.ts';
import { googleFeed } from '#domains/catalog/feeds/google-feed.ts';
import { feedItems } from '#domains/catalog/feeds/server/feed.service.ts';
import { metaFeed } from '#domains/catalog/feeds/server/meta-feed.ts';
import { cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock.ts';
import type { Limits } from '#platform/limits/limits.ts';
import { encodingFor } from '#platform/response-cache/page.ts';
import { tagsOf, tagsOfChange } from '../reads.ts';
import { refusalOf, streamOf } from './file-response.ts';
import type { RequestVariables } from './request-variables.ts';

interface FeedsDeps {
  database: Database;
  changes: Pick<Changes, 'subscribe' | 'isListening' | 'waitForInvalidation'>;
  clock: Pick<Clock, 'today'>;
  limits: Pick<Limits, 'take'>;
  shop: FeedShop;
}

/** Complete feeds for each network and hour. Providers read one an hour at most, and ask by ETag before. */
const PER_HOUR = 60;
const HOUR = 60 * 60;

type Pieces = AsyncGenerator<string | Uint8Array>;
const FEEDS: Record<
  string,
  { contentType: string; write(shop: FeedShop, items: AsyncGenerator<FeedItem[]>): Pieces }
> = {
  'google.xml': { contentType: 'application/xml; charset=utf-8', write: googleFeed },
  'meta.csv': { contentType: 'text/csv; charset=utf-8', write: metaFeed },
};

/**
 * GET and HEAD of /feeds/google.xml and /feeds/meta.csv: every published product, streamed batch by batch. The ETag is
 * the state of what a list of products depends on, as this process has heard of it, so that 304 reads no product
 * (decision 0054).
 */
export function feeds({ database, changes, clock, limits, shop }: FeedsDeps) {
  const cachedCategories = cacheUntilTableChange(changes, ['categories', 'category_slugs'], 1);
  const tags = new Set(tagsOf(['catalog', 'listProducts'], {}));
  const process = randomUUID();
  let version = 0;
  changes.subscribe((change) => {
    if (change.table === '*' || tagsOfChange(change).some((tag) => tags.has(tag))) version++;
  });

  /** Undefined while changes are not received: nothing is known to be unchanged then. */
  async function currentTag(): Promise<string | undefined> {
    await changes.waitForInvalidation();
    // Weak: compressed or not, and whichever batch a change fell into, it is the same feed.
    return changes.isListening() ? `W/"${process}-${version}-${clock.today()}"` : undefined;
  }

  const app = new Hono<{ Variables: RequestVariables }>();
  app.get('/feeds/:file{google\\.xml|meta\\.csv}', async (c) => {
    const { contentType, write } = FEEDS[c.req.param('file')]!;
    const etag = await currentTag();
    const headers = new Headers({
      'cache-control': 'public, max-age=0, must-revalidate',
      vary: 'Accept-Encoding',
    });
    if (etag) headers.set('etag', etag);
    const known = c.req.header('if-none-match')?.split(',') ?? [];
    if (etag && known.some((one) => one.trim() === etag)) return new Response(null, { status: 304, headers });
    headers.set('content-type', contentType);
    if (c.req.method === 'HEAD') return new Response(null, { headers });
    try {
      await limits.take(`feed:${c.get('address')}`, PER_HOUR, HOUR);
    } catch (error) {
      return refusalOf(error);
    }
    const items = feedItems({ database, cachedCategories, clock }, shop);
    // Read before the answer begins: without a database it is an error, not half a feed.
    const first = await items.next();
    const stream = streamOf(write(shop, resumed(first, items)));
    if (encodingFor(c.req.header('accept-encoding') ?? null, ['gzip']) === 'identity') {
      return new Response(stream, { headers });
    }
    headers.set('content-encoding', 'gzip');
    return new Response(stream.pipeThrough(new CompressionStream('gzip')), { headers });
  });
  return app;
}

/** A generator whose first result was read already. */
async function* resumed<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
