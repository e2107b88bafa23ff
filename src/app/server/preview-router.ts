import { isContractProcedure } from '@orpc/contract';
import type { Database } from '#db/client.ts';
import { catalogRouter } from '#domains/catalog/server/router.ts';
import { contentRouter } from '#domains/content/server/router.ts';
import { promotionsRouter } from '#domains/promotions/server/router.ts';
import type { Preview } from '#shared/preview.ts';
import type { OperationMeta } from '#shared/route.ts';
import type { AppRouter, RouterDeps } from './app-router.ts';
import { contract } from './contract.ts';
import { shopRouter } from './shop-router.ts';

/** The operations of a preview: the public reads, and the prices of a cart. */
const isShown = (path: readonly string[], { access }: OperationMeta): boolean =>
  access === 'public' || path.join('.') === 'catalog.getProducts';

/** The part of a router that previews have: of every other operation there is none. */
function shownIn<T extends object>(router: T, declared: object, path: readonly string[] = []): T {
  const parts = Object.entries(router).flatMap(([name, part]) => {
    const below = declared[name as keyof typeof declared] as object;
    const inner = [...path, name];
    if (!isContractProcedure(below)) return [[name, shownIn(part as object, below, inner)]];
    return isShown(inner, below['~orpc'].meta) ? [[name, part]] : [];
  });
  return Object.fromEntries(parts) as T;
}

export type PreviewDeps = Pick<RouterDeps, 'disk' | 'setupTasks' | 'shop' | 'storage' | 'log'> & {
  database: RouterDeps['database'] & Pick<Database, 'preview'>;
  clock: RouterDeps['clock'];
  secureCookies: boolean;
};

/**
 * The public reads of the shop as of the day of a preview: the same services, on its database and clock. Nothing they
 * read is kept in the process.
 */
export function previewRouter(
  { database, clock, ...deps }: PreviewDeps,
  { link, day }: Preview,
): Pick<AppRouter, 'catalog' | 'content' | 'promotions' | 'shop'> {
  const asOfDay = {
    ...deps,
    changes: undefined,
    database: database.preview(link) as typeof database,
    clock: { ...clock, today: () => day },
  };
  return shownIn(
    {
      catalog: catalogRouter(asOfDay),
      content: contentRouter(asOfDay),
      promotions: promotionsRouter(asOfDay),
      shop: shopRouter(asOfDay),
    },
    contract,
  );
}
