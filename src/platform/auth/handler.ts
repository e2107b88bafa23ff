import { randomUUID } from 'node:crypto';
import { bodyOf } from '#platform/http/body.ts';
import type { Log } from '#platform/log.ts';
import { ERRORS, type ErrorCode, textOf } from '#shared/errors.ts';
import type { Journal } from './journal.ts';
import { ADDRESS_HEADER } from './part.ts';

/** The largest honest body is a registration with long names. */
const MOST_BYTES = 16 * 1024;

function refusal(code: ErrorCode, params: Record<string, unknown> = {}): Response {
  return Response.json(
    { code, message: textOf(code, params) },
    {
      status: ERRORS[code].status,
      headers: {
        'cache-control': 'no-store',
        ...(params.seconds ? { 'retry-after': String(params.seconds) } : {}),
      },
    },
  );
}

/**
 * What a body of JSON says; undefined when it is no object, or holds U+0000, which PostgreSQL refuses: better-auth
 * would call that a fault of ours. Anything but JSON is an empty object.
 */
function readableOf(headers: Headers, body: Uint8Array): object | undefined {
  if (!headers.get('content-type')?.includes('json')) return {};
  let nul = false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), (_, part: unknown) => {
      nul ||= typeof part === 'string' && part.includes('\0');
      return part;
    });
    return !nul && typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Whether an endpoint is open; one that ends in `/*` opens one segment there. */
function isOpen(open: ReadonlySet<string>, method: string, path: string): boolean {
  return open.has(`${method} ${path}`) || open.has(`${method} ${path.replace(/[^/]+$/, '*')}`);
}

/** A request to /api/auth/*: only open paths, a bounded body, the true client address, nothing cached. */
export async function answer(
  request: Request,
  {
    log,
    open,
    address,
    secondsToWait,
    watch,
    next,
  }: {
    log: Log;
    /** Method and path of everything that answers from outside; what better-auth has besides is shut. */
    open: ReadonlySet<string>;
    address: string;
    /** Until this address may ask at the path again; undefined while it may. */
    secondsToWait: (path: string) => Promise<number | undefined>;
    watch: Journal['watch'];
    next: (request: Request) => Promise<Response>;
  },
): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '');
  if (!isOpen(open, request.method, path)) return refusal('NOT_FOUND');
  let response: Response;
  try {
    const headers = new Headers(request.headers);
    headers.set(ADDRESS_HEADER, address);
    const body = request.method === 'POST' ? await bodyOf(request, MOST_BYTES) : undefined;
    if (body === 'too large') return refusal('TOO_LARGE');
    const said = body && readableOf(headers, body);
    if (body && !said) return refusal('BAD_INPUT');
    const visit = { endpoint: `${request.method} ${path}`, headers, body: said, address };
    response = await watch(visit, async () => {
      const seconds = await secondsToWait(path);
      if (seconds !== undefined) return refusal('TOO_MANY', { seconds });
      return next(new Request(request.url, { method: request.method, headers, body }));
    });
  } catch (error) {
    const incident = randomUUID();
    log.error({ err: error, incident, path }, 'sign-in failed unexpectedly');
    response = refusal('UNEXPECTED', { incident });
  }
  // better-auth answers a fault of its own without a word.
  if (response.status >= 500 && !response.headers.get('content-type')?.includes('json')) {
    response = refusal('UNEXPECTED', { incident: randomUUID() });
  }
  const answered = new Response(response.body, response);
  answered.headers.set('cache-control', 'no-store');
  return answered;
}
