import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { RPCHandler } from '@orpc/server/fetch';
import { type Context, Hono, type HonoRequest } from 'hono';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import { bodyOf } from '#platform/http/body.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { createWorkQueue, QueueFull } from '#platform/work-queue.ts';
import { MAX_BODY } from '#shared/body-limits.ts';
import { isAdmin } from '#shared/caller.ts';
import { ERRORS } from '#shared/errors.ts';
import type { AppRouter } from '../app-router.ts';
import { declaredLimit } from './body-limits.ts';
import { movedOperation, movedRequest } from './deprecated-paths.ts';
import { errorBodyOf } from './error-body.ts';
import { type DocumentedShop, openApiDocument } from './openapi.ts';
import type { RequestVariables } from './request-variables.ts';

/** Large bodies in memory at the same time, and how many more may wait. */
const LARGE_AT_ONCE = 6;
const LARGE_WAITING = 60;

export interface ApiDeps {
  router: AppRouter;
  contextOf(request: Request, requestId: string, address: string): RequestContext;
  shop: DocumentedShop;
  /** The disk of the uploads: below its reserve no upload is read. */
  disk?: DiskReserve;
}

/** One context for the whole request: a renewed session cookie belongs to its response. */
type Variables = RequestVariables & { context: RequestContext };

const notFound = () =>
  Response.json(
    { code: 'NOT_FOUND', message: ERRORS.NOT_FOUND.text },
    { status: 404, headers: { 'cache-control': 'no-store' } },
  );

/**
 * Whether a body is within the limit of every operation by its declared length, to which Node.js holds the sender. The
 * operation reads it, without a stream; any other is counted while it is read.
 */
const isSmallJson = (headers: Headers): boolean =>
  headers.get('content-type') === 'application/json' &&
  /^\d{1,9}$/.test(headers.get('content-length') ?? '') &&
  Number(headers.get('content-length')) <= MAX_BODY;

/** The typed API for the shop's own pages (/api/rpc), the documented API (/api/v1) and its OpenAPI document. */
export function api(deps: ApiDeps): Hono<{ Variables: Variables }> {
  const rpc = new RPCHandler(deps.router);
  const rest = new OpenAPIHandler(deps.router, { customErrorResponseBodyEncoder: errorBodyOf });
  const app = new Hono<{ Variables: Variables }>();

  async function bodyLimitOf({ method, path }: HonoRequest, context: RequestContext): Promise<number> {
    const now = movedOperation(method, path) ?? { method, path };
    const declared = declaredLimit(now.method, now.path);
    if (declared === undefined) return MAX_BODY;
    // The operation refuses a key that is not valid.
    const caller = context.hasApiKey
      ? await context.findCaller().catch(() => null)
      : await context.findCaller();
    return caller && isAdmin(caller) ? declared : MAX_BODY;
  }

  const large = createWorkQueue({ atOnce: LARGE_AT_ONCE, maxWaiting: LARGE_WAITING });

  /** Refuses a request before its operation runs, in the error format of the requested API. */
  const refuse = (
    c: Context,
    code: 'TOO_LARGE' | 'BUSY' | 'DISK_FULL',
    headers: Record<string, string> = {},
  ) => {
    const { status, text: message } = ERRORS[code];
    const isRpc = c.req.path.startsWith('/api/rpc/');
    const body = isRpc ? { json: { defined: false, code, status, message } } : { code, message };
    return c.json(body, status, { 'cache-control': 'no-store', ...headers });
  };

  app.use('/api/*', async (c, next) => {
    const { raw } = c.req;
    const context = deps.contextOf(raw, c.get('requestId'), c.get('address'));
    c.set('context', context);
    if (raw.method === 'GET' || raw.method === 'HEAD') return next();
    const limit = await bodyLimitOf(c.req, context);
    if ((limit === MAX_BODY && isSmallJson(raw.headers)) || !raw.body) return next();
    const goOn = async () => {
      const body = await bodyOf(raw, limit);
      if (body === 'too large') return refuse(c, 'TOO_LARGE', { connection: 'close' });
      c.req.raw = new Request(raw, { body });
      await next();
    };
    if (limit === MAX_BODY) return goOn();
    if ((await deps.disk?.state())?.isShort) return refuse(c, 'DISK_FULL');
    try {
      // The body stays with the sender until there is room in memory.
      return await large.add(c.get('requestId'), goOn);
    } catch (error) {
      if (error instanceof QueueFull) return refuse(c, 'BUSY', { 'retry-after': '5' });
      throw error;
    }
  });

  const answer = async (
    c: Context<{ Variables: Variables }>,
    handler: typeof rpc | typeof rest,
    prefix: '/api/rpc' | '/api/v1',
  ) => {
    const context = c.get('context');
    const moved = prefix === '/api/v1' ? movedRequest(c.req.raw) : null;
    const { response } = await handler.handle(moved?.request ?? c.req.raw, { prefix, context });
    if (!response) return notFound();
    // Its body is still text: another response would make a stream of it, and each chunk a write to the socket.
    const { headers } = response;
    for (const [name, value] of Object.entries(moved?.headers ?? {})) headers.set(name, value);
    for (const [name, value] of context.responseHeaders) headers.append(name, value);
    // Responses are per user.
    headers.set('cache-control', 'no-store');
    return response;
  };
  app.all('/api/rpc/*', (c) => answer(c, rpc, '/api/rpc'));
  app.all('/api/v1/*', (c) => answer(c, rest, '/api/v1'));

  // API clients get JSON, not a page.
  app.all('/api/*', () => notFound());

  let document: Promise<object> | undefined;
  app.get('/openapi.json', async (c) => {
    document ??= openApiDocument(deps.shop);
    return c.json(await document, 200, { 'cache-control': 'public, max-age=300' });
  });
  return app;
}
