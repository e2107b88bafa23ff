import DataLoader from 'dataloader';
import type { Database } from '#db/client.ts';
import { type Cached, type ChangeFeed, cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import type { Changes } from '#platform/changes/changes.ts';
import type { Clock } from '#platform/clock.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import type { ImageStoreDeps } from '#platform/images/store-image.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Service } from '#platform/rpc/gate.ts';
import type { catalogContract } from '../contract.ts';
import { listProductsByIds, type ProductRow } from '../products/server/product.repository.ts';
import { createLimiter, type Limiter } from './limiter.ts';

export interface CatalogDeps extends ImageStoreDeps {
  database: Pick<Database, 'web' | 'reads' | 'asCaller'>;
  clock: Pick<Clock, 'today'>;
  /** The database's change feed. Without it nothing is cached in the process. */
  changes?: ChangeFeed & Partial<Pick<Changes, 'waitForInvalidation'>>;
  limits?: Pick<Limits, 'allows' | 'take'>;
  disk?: Pick<DiskReserve, 'state'>;
  /** Hosts as `host:port` of private networks that images may be downloaded from. */
  privateHosts?: readonly string[];
  /** Whether the shop is served over HTTPS. */
  secureCookies: boolean;
}

/** The services' dependencies and the process's caches. */
export interface Catalogue extends CatalogDeps {
  cachedCategories: Cached;
  cachedCounts: Cached;
  cachedSynonyms: Cached;
  cachedSuggestions: Cached;
  cachedSearches: Cached;
  /** Reads a product together with those of other requests at the same time. */
  productLoader: DataLoader<string, ProductRow | null>;
  /** Limits searches that no index serves. */
  scans: Limiter;
  /** Limits downloads of images: each holds up to 5 MB, and a slow server for 15 s. */
  downloads: Limiter;
}

/** A service that answers this operation. */
export type Operation<K extends keyof typeof catalogContract> = Service<
  (typeof catalogContract)[K],
  Catalogue
>;

/**
 * How long an answer with close words is cached, ms: they come from the table of words, which follows a change of the
 * products within a minute.
 */
const CLOSE_WORDS_LIFE_MS = 60_000;

/** What looks up the words of a search, also for another domain. */
export type WordSearch = Pick<Catalogue, 'database' | 'cachedCategories' | 'cachedSynonyms' | 'scans'>;

export const openWordSearch = ({
  database,
  changes,
}: Pick<CatalogDeps, 'database' | 'changes'>): WordSearch => ({
  database,
  cachedCategories: cacheUntilTableChange(changes, ['categories', 'category_slugs'], 1),
  cachedSynonyms: cacheUntilTableChange(changes, ['synonyms'], 1),
  scans: createLimiter(2, 20),
});

export function openCatalogue(deps: CatalogDeps): Catalogue {
  return {
    ...deps,
    ...openWordSearch(deps),
    cachedSuggestions: cacheUntilTableChange(
      deps.changes,
      ['products', 'product_images', 'categories', 'synonyms'],
      500,
      CLOSE_WORDS_LIFE_MS,
    ),
    cachedSearches: cacheUntilTableChange(
      deps.changes,
      ['products', 'product_images', 'categories', 'promotions', 'synonyms'],
      300,
      CLOSE_WORDS_LIFE_MS,
    ),
    cachedCounts: cacheUntilTableChange(deps.changes, ['products', 'categories'], 500),
    productLoader: new DataLoader((ids) => listProductsByIds(deps.database.reads, ids), {
      cache: false,
      maxBatchSize: 50,
      // After all requests that have arrived.
      batchScheduleFn: setImmediate,
    }),
    downloads: createLimiter(4, 40),
  };
}
