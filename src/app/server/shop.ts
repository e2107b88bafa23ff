import { keepPreviewKey, keepTimeZone, noteSeller, seedSpecialDays } from '#db/installation.ts';
import { createSearchCounter } from '#domains/catalog/searches/server/search-counter.ts';
import type { Log } from '#platform/log.ts';
import { previewKey } from '#platform/preview-links.ts';
import type { ResponseCache } from '#platform/response-cache/response-cache.ts';
import { createBackgroundWork } from './background-work.ts';
import { createApp } from './http/app.ts';
import type { Render } from './http/pages.ts';
import { openInfrastructure } from './infrastructure.ts';
import type { Installation } from './installation.ts';
import { createOperations, type Operations } from './operations.ts';
import { openMetrics } from './shop-metrics.ts';
import { shopInfoOf } from './shop-router.ts';

/** The running shop, as used by the listener. */
export interface Shop {
  /** `peerIpAddress` is the IP address of the peer, before any proxy header is applied. */
  fetch(request: Request, peerIpAddress: string): Response | Promise<Response>;
  /** Starts the work that can wait until the shop is open: jobs, image warm-up. */
  started(): Promise<void>;
  /** From now on /servingz fails, so that a load balancer sends no new requests. */
  drain(): void;
  close(): Promise<void>;
  /** Drops every cached page: the code that renders them changed. */
  dropPages(): void;
  /** Counters of the page cache. */
  readonly counts: ResponseCache['counts'];
}

/** Assembles the shop on a migrated database; `render` makes its pages. */
export async function createShop(installation: Installation, log: Log, render: Render): Promise<Shop> {
  await noteSeller(installation.databaseUrl, shopInfoOf(installation.config).whatsapp);
  await keepTimeZone(installation.databaseUrl, installation.config.TIME_ZONE);
  await keepPreviewKey(installation.databaseUrl, previewKey(installation.secret));
  await seedSpecialDays(installation.databaseUrl);
  const infrastructure = await openInfrastructure(installation, log);
  const work = await createBackgroundWork(installation, infrastructure, log, () => operations.router);
  const operations: Operations = createOperations(installation, { infrastructure, work, log });
  const metrics = await openMetrics(installation, infrastructure, log);
  const searches = createSearchCounter({ database: infrastructure.database, log });
  let draining = false;
  const app = createApp(installation, {
    ...{ infrastructure, work, operations, render, searches, log },
    observe: metrics?.observe,
    isDraining: () => draining,
  });
  const { cache, realtime } = infrastructure;
  return {
    counts: cache.counts,
    fetch: (request, address) => app.fetch(request, { address }),
    started: work.start,
    dropPages: cache.dropAll,
    drain() {
      draining = true;
      realtime.close();
    },
    async close() {
      await metrics?.close();
      infrastructure.stop();
      await searches.stop();
      await work.stop();
      await infrastructure.disconnect();
    },
  };
}
