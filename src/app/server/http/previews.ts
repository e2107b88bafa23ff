import { RPCHandler } from '@orpc/server/fetch';
import { Hono } from 'hono';
import { bodyOf } from '#platform/http/body.ts';
import { failureAnswer } from '#platform/http/failure-answer.ts';
import type { PreviewLinks } from '#platform/preview-links.ts';
import type { ResponseCache } from '#platform/response-cache/response-cache.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { OFFLINE_COPY_HEADER } from '#shared/as-of.ts';
import { MAX_BODY } from '#shared/body-limits.ts';
import { ERRORS } from '#shared/errors.ts';
import { isInPreview, type Preview, pathWithin } from '#shared/preview.ts';
import type { previewRouter } from '../preview-router.ts';
import { decoded, type RenderPage } from './pages.ts';
import type { RequestVariables } from './request-variables.ts';

export interface PreviewsDeps {
  cache: Pick<ResponseCache, 'serve'>;
  previewLinks: PreviewLinks;
  previewRouter(preview: Preview): ReturnType<typeof previewRouter>;
  renderPage: RenderPage;
  visitor(requestId: string): RequestContext;
  shopName: string;
}

/** No answer below /preview/ is kept by anyone, or found by a search engine. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' };

function refused(code: 'PREVIEW_ONLY' | 'TOO_LARGE'): Response {
  const { status, text: message } = ERRORS[code];
  return Response.json({ json: { defined: true, code, status, message } }, { status });
}

/**
 * /preview/<link>/…: the storefront as it will be on the day of a signed link (decision 0049), its pages and the API that
 * they read. An invalid link is answered with 403, one that has ended with 410, each as a page or as JSON.
 */
export function previews(deps: PreviewsDeps): Hono<{ Variables: RequestVariables }> {
  const app = new Hono<{ Variables: RequestVariables }>();

  async function callOf(request: Request, preview: Preview, requestId: string): Promise<Response> {
    const body = request.body && (await bodyOf(request, MAX_BODY));
    if (body === 'too large') return refused('TOO_LARGE');
    const whole = body ? new Request(request, { body }) : request;
    const { response } = await new RPCHandler(deps.previewRouter(preview)).handle(whole, {
      prefix: `${preview.path as `/${string}`}/api/rpc`,
      context: deps.visitor(requestId),
    });
    return response ?? refused('PREVIEW_ONLY');
  }

  function pageOf(request: Request, preview: Preview, requestId: string): Response | Promise<Response> {
    const { pathname, search } = new URL(request.url);
    // One slash at its beginning: more would name another host.
    const within = pathWithin(preview, pathname).replace(/^\/+/, '/');
    const redirected = (location: string) => new Response(null, { status: 303, headers: { location } });
    if (pathname === preview.path) return redirected(`${preview.path}/${search}`);
    if (!isInPreview(within) || decoded(pathname) === null) return redirected(within + search);
    return deps.cache.serve(null, request, () =>
      deps.renderPage(pathname + search, requestId, { preview, router: deps.previewRouter(preview) }),
    );
  }

  app.all('/preview/*', async (c) => {
    const { raw } = c.req;
    const requestId = c.get('requestId');
    const { pathname } = new URL(raw.url);
    const preview = deps.previewLinks.check(pathname);
    const found =
      typeof preview === 'string'
        ? failureAnswer(preview, { request: raw, requestId, shopName: deps.shopName })
        : pathWithin(preview, pathname).startsWith('/api/')
          ? await callOf(raw, preview, requestId)
          : await pageOf(raw, preview, requestId);
    const answer = new Response(found.body, found);
    for (const name of ['etag', OFFLINE_COPY_HEADER]) answer.headers.delete(name);
    for (const [name, value] of Object.entries(PRIVATE)) answer.headers.set(name, value);
    return answer;
  });
  return app;
}
