import { createRouterClient } from '@orpc/server';
import { type Context, Hono } from 'hono';
import { BUSY_RETRY_SECONDS, isBusy } from '#db/busy.ts';
import type { Database } from '#db/client.ts';
import { UcpRefusal } from '#domains/agents/server/agents-deps.ts';
import { runUcpOperation } from '#domains/agents/server/ucp.service.ts';
import { UCP_OPERATIONS, type UcpOperation, type UcpOperationName } from '#domains/agents/ucp.contract.ts';
import { ucpProfile } from '#domains/agents/ucp-answer.ts';
import { findCategory } from '#domains/catalog/categories/server/category.service.ts';
import { type ChangeFeed, cacheUntilTableChange } from '#platform/changes/cache-until-change.ts';
import { BodyCutOff, bodyOf } from '#platform/http/body.ts';
import type { Limits } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { type RequestContext, raised } from '#platform/rpc/gate.ts';
import { ERRORS, textOf } from '#shared/errors.ts';
import type { ShopInfo } from '#shared/shop.ts';
import type { AppRouter } from '../app-router.ts';
import type { RequestVariables } from './request-variables.ts';
import { idOf, mcpAnswer, mcpParseError, type Outcome, type RunOperation } from './ucp-mcp.ts';
import { MCP_PATH, refusalAnswer, refused, restAnswer } from './ucp-refusal.ts';

interface UcpDeps {
  router: Pick<AppRouter, 'catalog'>;
  visitor(requestId: string): RequestContext;
  database: Pick<Database, 'web' | 'reads' | 'asCaller'>;
  /** Without it nothing is cached. */
  changes?: ChangeFeed;
  limits: Pick<Limits, 'take'>;
  shop: ShopInfo;
  log: Log;
}

/** The largest body: 50 lines of a cart with all that the protocol allows beside them. */
const MAX_UCP_BODY = 64 * 1024;
/** Requests of a network in a minute, and carts and checkouts it creates in an hour. */
const PER_MINUTE = 240;
const CREATED_PER_HOUR = 600;

/**
 * The Universal Commerce Protocol (decision 0058): its profile, and the REST and MCP bindings of the same operations.
 * All are public, and answer what a visitor may read. Nothing that an agent names is requested.
 */
export function ucp({ router, visitor, database, changes, limits, shop, log }: UcpDeps) {
  type Env = { Variables: RequestVariables };
  const app = new Hono<Env>();
  const cachedCategories = cacheUntilTableChange(changes, ['categories', 'category_slugs'], 1);
  const categoryIdsOf = async (text: string) =>
    (await findCategory({ database, cachedCategories }, text))?.ids ?? [];

  const runner =
    (c: Context<Env>): RunOperation =>
    async (name, request) => {
      const operation: UcpOperation = UCP_OPERATIONS[name];
      const { catalog } = createRouterClient(router, { context: visitor(c.get('requestId')) });
      try {
        if (operation.creates) await limits.take(`agent-creates:${c.get('address')}`, CREATED_PER_HOUR, 3600);
        const deps = { catalog, categoryIdsOf, database, shop };
        return { status: 200, body: await runUcpOperation(deps, name, request) };
      } catch (error) {
        return outcomeOf(error, c);
      }
    };

  /** A refusal in the protocol's form; a fault reveals only the id of its log line. */
  function outcomeOf(error: unknown, c: Context<Env>): Outcome {
    if (error instanceof UcpRefusal) return refused(error.status, error.code, error.message);
    const requestId = c.get('requestId');
    const known = raised(error) ?? {
      code: isBusy(error) ? 'BUSY' : 'UNEXPECTED',
      data: { reference: requestId },
    };
    if (known.code === 'UNEXPECTED') log.error({ err: error, requestId }, 'an agent’s request failed');
    const wait = known.code === 'BUSY' ? BUSY_RETRY_SECONDS : Number(known.data.seconds) || undefined;
    return refused(ERRORS[known.code].status, known.code, textOf(known.code, known.data), wait);
  }

  app.get('/.well-known/ucp', (c) =>
    c.json(ucpProfile(shop.publicUrl), 200, {
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    }),
  );

  app.use('/ucp/*', async (c, next) => {
    try {
      await limits.take(`agent:${c.get('address')}`, PER_MINUTE, 60);
    } catch (error) {
      const read = c.req.path === MCP_PATH ? await jsonOf(c.req.raw) : {};
      return refusalAnswer(c.req.path, outcomeOf(error, c), 'json' in read ? idOf(read.json) : null);
    }
    return next();
  });

  /** The JSON of a request; an answer if it has none. */
  async function jsonOf(request: Request): Promise<{ json: unknown } | { refusal: Outcome }> {
    const bytes = await bodyOf(request, MAX_UCP_BODY);
    if (bytes === 'too large') return { refusal: refused(413, 'too_large', textOf('TOO_LARGE')) };
    const text = new TextDecoder().decode(bytes);
    try {
      return { json: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return { refusal: refused(400, 'invalid_request', 'The body is not JSON.') };
    }
  }

  for (const [name, { method, path, status }] of Object.entries(UCP_OPERATIONS) as [
    UcpOperationName,
    UcpOperation,
  ][]) {
    app.on(method, `/ucp/v1${path}`, async (c) => {
      const read = method === 'GET' ? { json: undefined } : await jsonOf(c.req.raw);
      if ('refusal' in read) return restAnswer(read.refusal);
      const outcome = await runner(c)(name, {
        id: c.req.param('id'),
        body: read.json,
        idempotencyKey: method === 'GET' ? undefined : c.req.header('idempotency-key'),
        agent: c.req.header('ucp-agent'),
      });
      const isMade = outcome.status === 200 && outcome.body.ucp.status === 'success';
      return restAnswer(isMade && status ? { ...outcome, status } : outcome);
    });
  }

  app.post(MCP_PATH, async (c) => {
    const read = await jsonOf(c.req.raw);
    if ('refusal' in read) {
      return read.refusal.status === 400 ? mcpParseError() : refusalAnswer(MCP_PATH, read.refusal);
    }
    const version = c.req.header('mcp-protocol-version');
    return mcpAnswer(read.json, { run: runner(c), shopName: shop.name, version });
  });
  app.all(MCP_PATH, () => new Response(null, { status: 405, headers: { allow: 'POST' } }));
  app.all('/ucp/*', () => restAnswer(refused(404, 'not_found', 'There is no such operation.')));
  app.onError((error, c) => {
    if (error instanceof BodyCutOff) throw error;
    return refusalAnswer(c.req.path, outcomeOf(error, c));
  });
  return app;
}
