import { AS_OF_HEADER, noteAsOf } from '#shared/as-of.ts';
import type { CallContext } from '#shared/call-context.ts';
import { CHANGE_SETS_HEADER, noteChangeSets } from '#shared/change-sets.ts';
import { isEncoded } from '#shared/encoded-input.ts';

/** The options of a call: `api.catalog.getProduct(input, { signal })`. */
export interface CallOptions {
  signal?: AbortSignal;
  context?: CallContext;
}

/** Sends the request of a call; `path` is that of the operation: ['catalog', 'getProduct']. */
export type Send = (
  request: Request,
  call: { path: readonly string[]; context: CallContext },
) => Promise<Response>;

/** A response with an error: its code, status and data as the contract declares them. */
class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly data: unknown;
  /** `body` may be of a proxy. */
  constructor(response: Response, body: { [Name in keyof ApiError]?: unknown } | null) {
    const { code, status, message, data } = body ?? {};
    super(typeof message === 'string' ? message : undefined);
    this.code = typeof code === 'string' ? code : response.status === 403 ? 'NO_PERMISSION' : 'NO_CODE';
    this.status = typeof status === 'number' ? status : response.status;
    this.data = data;
  }
}

/** Above this length of the URL, input is sent by POST. */
const MAX_URL = 2083;

/**
 * A client of the API at `/api/rpc`, below the path `base`, of oRPC's protocol as far as our contracts use it: JSON and files in, JSON out.
 * The library's own client, which knows dates, maps and event streams as well, is 5 kB more for each first visit.
 * A call throws ApiError for a response with an error, and what `send` throws.
 */
export function createRpcClient<Api>(
  { isGet, send, base = '' }: { isGet(operation: string): boolean; send: Send; base?: string },
  path: readonly string[] = [],
): Api {
  const call = async (input?: unknown, { signal, context = {} }: CallOptions = {}): Promise<unknown> => {
    const url = `${window.location.origin}${base}/api/rpc/${path.join('/')}`;
    const response = await send(requestOf(url, input, isGet(path.join('.')), signal), { path, context });
    if (!response.ok) {
      // A proxy may refuse without JSON.
      const refusal = await response.json().catch((error) => {
        if (error instanceof SyntaxError) return null;
        // Cancelled, or cut off.
        throw error;
      });
      // Refused before the API, as by a server that is busy: the error is the body itself.
      throw new ApiError(response, refusal?.json ?? refusal);
    }
    const body = (await response.json()) as { json?: unknown; meta?: unknown[] };
    if (body.meta) throw new Error(`${path.join('.')} answered with a type that JSON does not have`);
    const asOf = response.headers.get(AS_OF_HEADER);
    if (asOf) noteAsOf(asOf);
    noteChangeSets(body.json, response.headers.get(CHANGE_SETS_HEADER)?.split(',') ?? []);
    return body.json;
  };
  return new Proxy(call, {
    get: (_, name) =>
      // A promise that resolves to a part of the client must not call it.
      typeof name === 'string' && name !== 'then'
        ? createRpcClient({ isGet, send, base }, [...path, name])
        : undefined,
  }) as Api;
}

function requestOf(url: string, input: unknown, isGet: boolean, signal?: AbortSignal): Request {
  if (isEncoded(input)) return new Request(url, { method: 'POST', body: input, signal });
  const files: File[] = [];
  const maps: string[][] = [];
  const at: string[] = [];
  const find = (value: unknown) => {
    if (value instanceof File) maps[files.push(value) - 1] = [...at];
    else if (typeof value === 'object' && value !== null) {
      // Not Object.entries: an import has 10,000 rows.
      for (const name in value) {
        at.push(name);
        find((value as Record<string, unknown>)[name]);
        at.pop();
      }
    }
  };
  find(input);
  if (files.length > 0) {
    const body = new FormData();
    body.set('data', JSON.stringify({ json: input, maps }));
    files.forEach((file, index) => {
      body.set(String(index), file);
    });
    return new Request(url, { method: 'POST', body, signal });
  }
  const data = JSON.stringify({ json: input });
  if (isGet) {
    const getUrl = `${url}?${new URLSearchParams({ data })}`;
    if (getUrl.length <= MAX_URL) return new Request(getUrl, { signal });
  }
  return new Request(url, {
    method: 'POST',
    body: data,
    headers: { 'content-type': 'application/json' },
    signal,
  });
}
