import { Hono } from 'hono';
import { applyPlannedChanges } from '#domains/calendar/server/planned-change.service.ts';
import type { SearchCounter } from '#domains/catalog/searches/server/search-counter.ts';
import { callerOfKey } from '#platform/auth/api-key/api-key.ts';
import { imagesApp } from '#platform/images/images-app.ts';
import type { Log } from '#platform/log.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { uploadsApp } from '#platform/storage/uploads-app.ts';
import { tracedLog } from '#platform/tracing/span.ts';
import type { Caller } from '#shared/caller.ts';
import type { BackgroundWork } from '../background-work.ts';
import type { Infrastructure } from '../infrastructure.ts';
import type { Installation } from '../installation.ts';
import type { Operations } from '../operations.ts';
import { shopInfoOf } from '../shop-router.ts';
import { api } from './api.ts';
import { dayStart } from './day-start.ts';
import { events } from './events.ts';
import { answerErrors, forEveryRequest, type RequestObserver } from './every-request.ts';
import { exports } from './exports.ts';
import { feeds } from './feeds.ts';
import { health } from './health.ts';
import { llms } from './llms.ts';
import { manifest } from './manifest.ts';
import { myData } from './my-data.ts';
import { pageRenderer, pages, type Render } from './pages.ts';
import { previews } from './previews.ts';
import { publicReads } from './public-reads.ts';
import type { RequestVariables } from './request-variables.ts';
import { searchNoter } from './search-noter.ts';
import { serviceWorker } from './service-worker.ts';
import { share } from './share.ts';
import { sitemap } from './sitemap.ts';
import { traced } from './traced.ts';
import { ucp } from './ucp.ts';

export interface AppParts {
  infrastructure: Infrastructure;
  work: BackgroundWork;
  operations: Operations;
  render: Render;
  searches: SearchCounter;
  observe?: RequestObserver;
  isDraining(): boolean;
  log: Log;
}

/** Every URL of the shop. `address` in the bindings is the IP address of the peer, before any proxy header. */
export function createApp({ config, serviceWorker: script }: Installation, parts: AppParts) {
  const { infrastructure, work, log } = parts;
  const { auth, router, previewLinks, previewRouter, noteIpAddress } = parts.operations;
  const { cache, changes, clock, database, disk, images, limits, realtime, shareImages, storage, tracing } =
    infrastructure;
  const shop = shopInfoOf(config);
  const app = new Hono<{ Variables: RequestVariables; Bindings: { address: string } }>();
  if (tracing) app.use(traced(tracing, config.TRUSTED_PROXIES));
  app.use(forEveryRequest({ config, log, observe: parts.observe }));
  app.onError(answerErrors({ log, disk, shopName: shop.name }));

  const contextOf = (request: Request, requestId: string, ipAddress: string): RequestContext => {
    const responseHeaders = new Headers();
    // Keys are for the documented API alone; there a cookie beside one does not count.
    const key = new URL(request.url).pathname.startsWith('/api/v1/') && request.headers.get('authorization');
    let callerByKey: Promise<Caller> | undefined;
    const findByKey = (authorization: string) => {
      callerByKey ??= callerOfKey({ database, limits, log }, authorization, ipAddress);
      return callerByKey;
    };
    return {
      requestId,
      ipAddress,
      headers: request.headers,
      responseHeaders,
      log: tracedLog(log),
      currency: shop.currency,
      hasApiKey: Boolean(key),
      findCaller: () => (key ? findByKey(key) : auth.callerOf(request.headers, responseHeaders)),
      waitForInvalidation: cache.waitForInvalidation,
      noteDiskFull: disk.noteFull,
    };
  };

  const visitor = (requestId: string): RequestContext => ({
    requestId,
    ipAddress: '',
    headers: new Headers(),
    responseHeaders: new Headers(),
    log: tracedLog(log),
    findCaller: async () => null,
  });

  app.route('/', health({ database, isDraining: parts.isDraining }));
  app.route('/', uploadsApp(storage));
  app.route('/', imagesApp(images));
  app.route('/', events({ realtime, findCaller: (request) => auth.callerOf(request.headers) }));
  app.all('/api/auth/*', async (c) => {
    noteIpAddress(c.req.raw, c.get('address'));
    // After sign-out the user's event streams end with the session.
    const signingOut = c.req.path === '/api/auth/sign-out' ? await auth.callerOf(c.req.raw.headers) : null;
    const answer = await auth.handler(c.req.raw, c.get('requestId'));
    if (signingOut && answer.ok) realtime.endFor(signingOut.userId);
    return answer;
  });
  // Nobody sees yesterday's prices on the day of a planned change, also where no job runs.
  const applyPlanned = async () => {
    if ((await applyPlannedChanges({ database, clock })).length > 0) await cache.waitForInvalidation();
  };
  app.use(dayStart({ clock, log, work: applyPlanned }));
  app.route('/', myData({ auth, database, limits, shopName: config.SHOP_NAME }));
  const { publicUrl, timeZone } = shop;
  app.route('/', exports({ auth, database, changes, clock, limits, log, publicUrl, timeZone }));
  const noterOf = searchNoter(parts.searches, (headers) => auth.callerOf(headers));
  app.get('/api/*', publicReads({ cache, router, visitor, noterOf }));
  app.route('/', api({ router, shop, contextOf, disk }));
  app.route('/', manifest(shop.name));
  const isOn = shop.serviceWorker && script !== undefined;
  app.route('/', serviceWorker({ script: isOn ? script : null, shopName: shop.name }));
  if (config.SHOP_MODE === 'demo' && work.mailbox) app.route('/', work.mailbox);
  app.route('/', sitemap({ database, publicUrl }));
  app.route('/', llms({ router, shop, visitor, hasAgents: config.AGENTS }));
  app.route('/', feeds({ database, changes, clock, limits, shop }));
  if (config.AGENTS) app.route('/', ucp({ router, visitor, database, changes, limits, shop, log }));
  app.get('/.well-known/change-password', (c) => c.redirect('/account/security'));
  app.route('/', share({ router, storage, shareImages, limits, shop, visitor }));
  const renderPage = pageRenderer({ router, shop, visitor, render: parts.render });
  app.route(
    '/',
    previews({ ...{ cache, previewLinks, previewRouter, renderPage, visitor }, shopName: shop.name }),
  );
  app.get('*', pages({ cache, renderPage, noterOf }));
  return app;
}
