import { setTimeout as sleep } from 'node:timers/promises';
import { isBusy } from '#db/busy.ts';
import { BodyCutOff, bodyOf } from '#platform/http/body.ts';
import { failureAnswer } from '#platform/http/failure-answer.ts';
import type { Log } from '#platform/log.ts';
import { ERRORS, type ErrorCode, textOf } from '#shared/errors.ts';
import type { AuditLog } from './audit/audit-log.ts';
import { IP_ADDRESS_HEADER } from './auth-part.ts';

/** Bytes. The largest legitimate body is a registration with long names. */
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
 * Parses a body; undefined when it is not a JSON object, contains U+0000, which PostgreSQL refuses, or a key
 * that reaches the prototype. Only JSON: a form on another site cannot send it without a CORS preflight. An
 * empty body is an empty object.
 */
function readableOf(headers: Headers, body: Uint8Array): object | undefined {
  if (body.length === 0) return {};
  if (!/^application\/json\s*(;|$)/i.test(headers.get('content-type') ?? '')) return undefined;
  let isBad = false;
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body), (key, part: unknown) => {
      isBad ||= key === '__proto__' || (typeof part === 'string' && part.includes('\0'));
      return part;
    });
    return !isBad && typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The open endpoint of a request; one that ends in `/*` matches any last segment. */
function endpointOf(open: ReadonlySet<string>, method: string, path: string): string | undefined {
  return [`${method} ${path}`, `${method} ${path.replace(/[^/]+$/, '*')}`].find((one) => open.has(one));
}

/**
 * Minimum duration of an answer, ms, where the work would reveal whether there is an account: its email is
 * queued, or it is not.
 */
const AT_LEAST: Readonly<Record<string, number>> = {
  'POST /sign-up/email': 400,
  'POST /send-verification-email': 400,
  'POST /request-password-reset': 400,
  'POST /sign-in/send-code': 400,
  'POST /email-otp/verify-email': 100,
  'POST /email-otp/reset-password': 100,
  'POST /sign-in/code': 100,
};

/** A request to /api/auth/*: only open paths, a bounded body, the real IP address, no caching. */
export async function answer(
  request: Request,
  {
    log,
    shopName,
    requestId,
    open,
    ipAddress,
    secondsToWait,
    watch,
    next,
  }: {
    log: Log;
    shopName: string;
    requestId: string;
    /** Method and path of every public endpoint; the other endpoints of better-auth are closed. */
    open: ReadonlySet<string>;
    ipAddress: string;
    /** Seconds until this IP address may request the path again; undefined while it may. */
    secondsToWait: (path: string) => Promise<number | undefined>;
    watch: AuditLog['watch'];
    next: (request: Request) => Promise<Response>;
  },
): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '');
  const endpoint = endpointOf(open, request.method, path);
  if (!endpoint) return refusal('NOT_FOUND');
  const least = sleep(AT_LEAST[endpoint] ?? 0);
  let response: Response;
  try {
    const headers = new Headers(request.headers);
    headers.set(IP_ADDRESS_HEADER, ipAddress);
    const body = request.method === 'POST' ? await bodyOf(request, MOST_BYTES) : undefined;
    if (body === 'too large') return refusal('TOO_LARGE');
    const json = body && readableOf(headers, body);
    if (body && !json) return refusal('BAD_INPUT');
    const visit = { endpoint: `${request.method} ${path}`, headers, body: json, ipAddress };
    response = await watch(visit, async () => {
      const seconds = await secondsToWait(endpoint.replace(/^\S+ /, ''));
      if (seconds !== undefined) return refusal('RATE_LIMITED', { seconds });
      return next(new Request(request.url, { method: request.method, headers, body }));
    });
  } catch (error) {
    // The client is disconnected, and nothing failed on the server.
    if (error instanceof BodyCutOff) throw error;
    if (isBusy(error)) log.warn({ err: error, requestId, endpoint }, 'busy');
    else log.error({ err: error, requestId, endpoint }, 'sign-in failed unexpectedly');
    response = failureAnswer(isBusy(error) ? 'BUSY' : 'UNEXPECTED', { request, requestId, shopName });
  }
  // better-auth answers its own server errors with an empty body.
  if (response.status >= 500 && !/json|html/.test(response.headers.get('content-type') ?? '')) {
    log.error({ status: response.status, requestId, endpoint }, 'sign-in failed without a word');
    response = failureAnswer('UNEXPECTED', { request, requestId, shopName });
  }
  await least;
  const answered = new Response(response.body, response);
  answered.headers.set('cache-control', 'no-store');
  return answered;
}
