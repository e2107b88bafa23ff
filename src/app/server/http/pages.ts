import { randomUUID } from 'node:crypto';
import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server';
import type { MiddlewareHandler } from 'hono';
import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { cspFor, tileSource } from '#platform/csp/content-security-policy.ts';
import { takeMarkedScripts } from '#platform/csp/marked-scripts.ts';
import type { HtmlCache } from '#platform/html-cache/html-cache.ts';
import type { RenderedPage } from '#platform/html-cache/page.ts';
import { pageKey } from '#platform/html-cache/page-key.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { currentSpan, inSpan } from '#platform/tracing/span.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';
import { type Rendering, withRendering } from '../page-api.server.ts';
import { PAGES } from './page-table.ts';
import type { RequestVariables } from './request-variables.ts';

const render = createStartHandler(defaultRenderHandler);

/** In place of a path that is not even text: the page says that there is nothing, as for any other. */
const UNREADABLE = '/-';

/** Where the framework answers calls of server functions. The shop has none. */
const SERVER_FUNCTIONS = /^\/+_serverFn(\/|$)/;

/** The path as text; null when it is none. */
function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

export interface PagesDeps {
  cache: HtmlCache;
  router: AppRouter;
  shop: ShopInfo;
  /** A visitor's context: pages are the same bytes for everybody. */
  visitor(requestId: string): RequestContext;
}

/** Every page of the shop, through the cache. */
export function pages(deps: PagesDeps): MiddlewareHandler<{ Variables: RequestVariables }> {
  const { captcha: asked } = deps.shop.signIn;
  const sources = {
    images: [tileSource(deps.shop.tilesUrl)],
    ...(asked && asked.kind !== 'altcha' && { captcha: asked.kind }),
  };

  async function renderPage(address: string, requestId: string): Promise<RenderedPage> {
    const tags = new Set<string>();
    // The host is ours, whatever the request said; no cookie reaches a page that everybody gets.
    // Joined, not resolved: '//evil.example/' resolved would be another host's address.
    const request = new Request(deps.shop.publicUrl + address, { headers: { accept: 'text/html' } });
    const rendering: Rendering = {
      router: deps.router,
      context: deps.visitor(requestId),
      search: new URL(request.url).searchParams,
      tags,
      scriptMark: randomUUID(),
      uncacheable: false,
    };
    const response = await withRendering(rendering, async () => render(request));
    const { html, scripts } = takeMarkedScripts(await response.text(), rendering.scriptMark);
    const headers = new Headers(response.headers);
    headers.set('content-security-policy', cspFor(scripts, sources));
    // A page without its promotions is still a page, but for this once.
    if (rendering.uncacheable) headers.set('cache-control', 'no-store');
    const isUnavailable = response.status === 500 && rendering.failedWith === 503;
    if (isUnavailable) headers.set('retry-after', String(BUSY_RETRY_SECONDS));
    return {
      status: isUnavailable ? 503 : response.status,
      headers,
      body: html,
      tags: [...tags],
      lifeMs: rendering.lifeMs,
      isIncomplete: rendering.failedWith !== undefined,
    };
  }

  return async (c) => {
    const url = new URL(c.req.url);
    const path = decoded(url.pathname);
    if (path !== null && SERVER_FUNCTIONS.test(path)) return c.notFound();
    const key = pageKey(url, PAGES);
    const address = key ?? (path ? url.pathname + url.search : UNREADABLE);
    let page = 'kept';
    const answer = await deps.cache.serve(key, c.req.raw, () => {
      page = 'rendered';
      return inSpan('render', {}, () => renderPage(address, c.get('requestId')));
    });
    currentSpan()?.note({ 'aso.page': page });
    return answer;
  };
}
