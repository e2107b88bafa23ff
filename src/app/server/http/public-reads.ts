import { isContractProcedure } from '@orpc/contract';
import { type AnyProcedure, createProcedureClient, ORPCError } from '@orpc/server';
import type { MiddlewareHandler } from 'hono';
import type { RenderedPage } from '#platform/response-cache/page.ts';
import type { ResponseCache } from '#platform/response-cache/response-cache.ts';
import type { RequestContext } from '#platform/rpc/gate.ts';
import { currentSpan } from '#platform/tracing/span.ts';
import type { OperationMeta } from '#shared/route.ts';
import type { AppRouter } from '../app-router.ts';
import { contract } from '../contract.ts';
import { type Dependencies, markUncached, noteRead } from '../reads.ts';
import { errorBodyOf } from './error-body.ts';
import type { RequestVariables } from './request-variables.ts';
import type { NoterOf } from './search-noter.ts';

/** A request for a public operation, understood. */
interface Read {
  path: readonly string[];
  /** As it was sent. */
  given: unknown;
  /** As the operation's handler gets it. */
  input: unknown;
  isRpc: boolean;
  /** The same for every way to write this request; null if its answer is never cached. */
  key: string | null;
}

interface PublicOperation {
  path: readonly string[];
  rest: RegExp;
  /** The validated input; undefined if it is refused. */
  parse(input: unknown): unknown;
}

/** URLs whose meaning is remembered, and their maximum length: those of a shop that is browsed. */
const REMEMBERED = 5_000;
const MAX_URL = 300;

export interface PublicReadsDeps {
  cache: ResponseCache;
  router: AppRouter;
  visitor(requestId: string): RequestContext;
  noterOf: NoterOf;
}

/**
 * GET of the public operations, under /api/rpc and /api/v1, through the cache of the pages (decision 0037). A request
 * that is not understood here goes on to the API, which refuses it.
 */
export function publicReads(deps: PublicReadsDeps): MiddlewareHandler<{ Variables: RequestVariables }> {
  const operations = publicOperations(contract);
  const remembered = new Map<string, Read>();

  function readOf(url: string): Read | null {
    const known = remembered.get(url);
    if (known) return known;
    const read = parseRead(url, operations);
    if (read && url.length <= MAX_URL) {
      if (remembered.size >= REMEMBERED) remembered.clear();
      remembered.set(url, read);
    }
    return read;
  }

  async function answerOf(
    { path, given, input, isRpc }: Read,
    requestId: string,
    onSearch: Dependencies['onSearch'],
  ): Promise<RenderedPage> {
    const context = deps.visitor(requestId);
    const dependencies: Dependencies = { tags: new Set(), uncacheable: false, onSearch };
    const client = createProcedureClient(procedureAt(deps.router, path), { context, path });
    let status = 200;
    let body: unknown;
    try {
      const output = await noteRead(dependencies, { path, input, next: () => client(given) });
      body = isRpc ? { json: output } : output;
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error;
      status = error.status;
      body = isRpc ? { json: error.toJSON() } : errorBodyOf(error);
    }
    const headers = context.responseHeaders;
    headers.set('content-type', 'application/json');
    if (status === 200 && dependencies.uncacheable) markUncached(headers, dependencies);
    return {
      status,
      headers,
      body: JSON.stringify(body),
      tags: [...dependencies.tags],
      lifeMs: dependencies.lifeMs,
      isIncomplete: dependencies.failedWith !== undefined,
    };
  }

  return async (c, next) => {
    const { url } = c.req.raw;
    const read = readOf(url.slice(url.indexOf('/api/')));
    if (!read) return next();
    let from = 'kept';
    const answer = await deps.cache.serve(read.key, c.req.raw, () => {
      from = 'read';
      return answerOf(read, c.get('requestId'), deps.noterOf(c.req.raw));
    });
    currentSpan()?.note({ 'aso.answer': from });
    return answer;
  };
}

/** The public operations of a contract. */
function publicOperations(part: unknown, path: readonly string[] = []): PublicOperation[] {
  if (!isContractProcedure(part)) {
    return Object.entries(part as object).flatMap(([name, below]) =>
      publicOperations(below, [...path, name]),
    );
  }
  const { meta, route, inputSchema } = part['~orpc'];
  if ((meta as unknown as OperationMeta).access !== 'public') return [];
  const names = route.path?.replace(/\{(\w+)\}/g, '(?<$1>[^/?]+)');
  return [
    {
      path,
      rest: new RegExp(`^/api/v1${names}$`),
      parse(input) {
        if (!inputSchema) return {};
        const result = inputSchema['~standard'].validate(input);
        return 'value' in result ? result.value : undefined;
      },
    },
  ];
}

const RPC = '/api/rpc/';

/** Reads `/api/…?…`; null if it is not a public operation with valid input, each parameter at most once. */
function parseRead(url: string, operations: readonly PublicOperation[]): Read | null {
  const { pathname: path, searchParams: parameters } = new URL(url, 'http://shop');
  const names = [...parameters.keys()];
  if (new Set(names).size < names.length || names.some((name) => name.includes('['))) return null;
  const isRpc = path.startsWith(RPC);
  for (const operation of operations) {
    const match = isRpc ? path.slice(RPC.length) === operation.path.join('/') : operation.rest.exec(path);
    if (!match) continue;
    const given = isRpc
      ? dataOf(parameters.get('data'))
      : { ...Object.fromEntries(parameters), ...(match as RegExpExecArray).groups };
    const input = operation.parse(given);
    if (!input) continue;
    const key = `${isRpc ? 'rpc' : 'v1'} ${operation.path.join('.')} ${JSON.stringify(input)}`;
    // Searches have a cache of their own in the service: made-up ones must not push pages out.
    const isStored = !(input as { search?: string }).search;
    return { path: operation.path, given, input, isRpc, key: isStored ? key : null };
  }
  return null;
}

/** The input of an RPC request: plain JSON; undefined with types that JSON does not have. */
function dataOf(text: string | null): unknown {
  try {
    const { json, meta } = JSON.parse(text ?? '{}') as { json?: unknown; meta?: unknown[] };
    return meta?.length ? undefined : json;
  } catch {
    return undefined;
  }
}

function procedureAt(router: object, path: readonly string[]): AnyProcedure {
  return path.reduce(
    (part: unknown, name) => (part as Record<string, unknown>)[name],
    router,
  ) as AnyProcedure;
}
