import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { cspFor, tileSource } from '#platform/csp/content-security-policy.ts';
import { unmarkScripts } from '#platform/csp/marked-scripts.ts';
import type { RenderedPage } from '#platform/response-cache/page.ts';
import { pageKey } from '#platform/response-cache/page-key.ts';
import type { ResponseCache } from '#platform/response-cache/response-cache.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { currentSpan, inSpan } from '#platform/tracing/span.ts';
import { asksToSaveData } from '#shared/data-saver.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';
import { type Rendering, withRendering } from '../page-api.server.ts';
import { markUncached } from '../reads.ts';
import { PAGES } from './page-table.ts';
import type { RequestVariables } from './request-variables.ts';
import type { NoterOf } from './search-noter.ts';

/** Renders a page of the router: its status and headers, and the document beside it (`Rendering.document`). */
export type Render = (request: Request) => Response | Promise<Response>;

/** Replaces a path that cannot be decoded; the page answers 404 as for any unknown path. */
const UNREADABLE = '/-';
/** The browser's router could not decode the path either, and would render another page than the document's. */
const LEAVE_UNREADABLE = `history.replaceState(null, '', '${UNREADABLE}')`;

/** The framework's path for server functions. The shop has none. */
const SERVER_FUNCTIONS = /^\/+_serverFn(\/|$)/;

/** Decodes the path; null if it is malformed. */
export function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

interface RendererDeps {
  router: AppRouter;
  shop: ShopInfo;
  /** The context of a visitor: pages are the same bytes for everyone with the same data saver. */
  visitor(requestId: string): RequestContext;
  render: Render;
}

/** Renders the page of a URL of the shop, for everyone; `over` has what a preview reads through. */
export function pageRenderer(deps: RendererDeps) {
  const { captcha: provider } = deps.shop.signIn;
  const sources = {
    images: [tileSource(deps.shop.tilesUrl)],
    ...(provider && provider.kind !== 'altcha' && { captcha: provider.kind }),
  };

  return async (
    pathname: string,
    requestId: string,
    over: Partial<Pick<Rendering, 'router' | 'preview' | 'onSearch' | 'dataSaver'>> = {},
  ): Promise<RenderedPage> => {
    const tags = new Set<string>();
    // The host is always the shop's own, and no cookie reaches a shared page. The URL is concatenated, not resolved:
    // '//evil.example/' would resolve to another host.
    const request = new Request(deps.shop.publicUrl + pathname, { headers: { accept: 'text/html' } });
    const rendering: Rendering = {
      router: deps.router,
      context: deps.visitor(requestId),
      search: new URL(request.url).searchParams,
      tags,
      scriptMark: randomUUID(),
      uncacheable: false,
      dataSaver: false,
      ...over,
    };
    const response = await withRendering(rendering, async () => deps.render(request));
    let marked = rendering.document ?? Buffer.from(await response.arrayBuffer());
    if (pathname === UNREADABLE) {
      const script = `<script nonce="${rendering.scriptMark}">${LEAVE_UNREADABLE}</script>`;
      marked = Buffer.from(marked.toString().replace('<head>', `<head>${script}`));
    }
    const { html, scripts } = unmarkScripts(marked, rendering.scriptMark);
    const headers = new Headers(response.headers);
    headers.set('content-security-policy', cspFor(scripts, sources));
    // A page without its promotions is valid, but is not stored.
    if (rendering.uncacheable) markUncached(headers, rendering);
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
  };
}
export type RenderPage = ReturnType<typeof pageRenderer>;

/** Every page of the shop, through the cache. */
export function pages({
  cache,
  renderPage,
  noterOf,
}: {
  cache: ResponseCache;
  renderPage: RenderPage;
  noterOf: NoterOf;
}): MiddlewareHandler<{ Variables: RequestVariables }> {
  return async (c) => {
    const url = new URL(c.req.url);
    const path = decoded(url.pathname);
    if (path !== null && SERVER_FUNCTIONS.test(path)) return c.notFound();
    const key = pageKey(url, PAGES);
    // Another page with an ETag of its own. Caches in front ask each time, so they need no Vary.
    const dataSaver = asksToSaveData(c.req.raw.headers);
    const address = key ?? (path ? url.pathname + url.search : UNREADABLE);
    let page = 'kept';
    const answer = await cache.serve(key && dataSaver ? `${key} with data saver` : key, c.req.raw, () => {
      page = 'rendered';
      return inSpan('render', {}, () =>
        renderPage(address, c.get('requestId'), { dataSaver, onSearch: noterOf(c.req.raw) }),
      );
    });
    currentSpan()?.note({ 'aso.page': page });
    return answer;
  };
}
