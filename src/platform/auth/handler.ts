import { isBusy } from '#db/busy.ts';
import { BodyCutOff, bodyOf } from '#platform/http/body.ts';
import { failureAnswer } from '#platform/http/failure-answer.ts';
import { MAX_AUTH_BODY } from '#shared/body-limits.ts';
import { ERRORS, type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';
import type { AccountRules, AuthOperation } from './account-rules.ts';
import type { AuditLog } from './audit/audit-log.ts';
import type { AuthSettings } from './auth-part.ts';
import { IP_ADDRESS_HEADER } from './request.ts';

function refusal(code: ErrorCode, params: ErrorParams = {}, message = textOf(code, params)): Response {
  return Response.json(
    { code, message },
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

/** The endpoint of a request; one that ends in `/*` matches any last segment. Undefined when it is closed. */
function endpointOf({ operations }: AccountRules, method: string, path: string): string | undefined {
  return [`${method} ${path}`, `${method} ${path.replace(/[^/]+$/, '*')}`].find((one) => operations.has(one));
}

/** Codes of the library, and those of the closed table: the first that the operation declares. */
const CODES: Readonly<Record<string, readonly ErrorCode[]>> = {
  UNAUTHORIZED: ['SIGN_IN_REQUIRED'],
  SESSION_REQUIRED: ['SIGN_IN_REQUIRED'],
  INVALID_ORIGIN: ['NOT_ALLOWED_FROM'],
  MISSING_OR_NULL_ORIGIN: ['NOT_ALLOWED_FROM'],
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: ['NOT_ALLOWED_FROM'],
  INVALID_CALLBACK_URL: ['NOT_ALLOWED_FROM'],
  // The account was deleted after its code or link was sent, or while its password or passkey was checked.
  USER_NOT_FOUND: [
    'INVALID_EMAIL_OR_PASSWORD',
    'INVALID_PHONE_NUMBER_OR_PASSWORD',
    'INVALID_OTP',
    'INVALID_TOKEN',
    'PASSKEY_REFUSED',
    'SECOND_STEP_EXPIRED',
  ],
  PASSKEY_NOT_FOUND: ['PASSKEY_REFUSED'],
  AUTHENTICATION_FAILED: ['PASSKEY_REFUSED'],
  CHALLENGE_NOT_FOUND: ['PASSKEY_REFUSED', 'PASSKEY_NOT_ADDED'],
  FAILED_TO_VERIFY_REGISTRATION: ['PASSKEY_NOT_ADDED'],
  YOU_ARE_NOT_ALLOWED_TO_REGISTER_THIS_PASSKEY: ['PASSKEY_NOT_ADDED'],
};
/** Codes of the handler itself, which any operation may answer with. */
const ALWAYS: readonly string[] = ['NOT_ALLOWED_FROM', 'RATE_LIMITED', 'BUSY'];

/** A refusal in the form of the closed table; a code that the operation does not declare becomes BAD_INPUT. */
async function declared(response: Response, { codes }: AuthOperation): Promise<Response> {
  if (response.status < 400) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  const { code: given, message, ...more } = (body ?? {}) as Record<string, unknown>;
  // The library answers some refusals as server errors.
  if (response.status >= 500 && !(String(given) in CODES)) return response;
  if (response.status === 404 && given === undefined) return refusal('NOT_FOUND');
  const names: readonly string[] = CODES[String(given)] ?? [String(given)];
  const code = [...codes, ...ALWAYS].find((one) => names.includes(one)) as ErrorCode | undefined;
  const { status, text } = ERRORS[code ?? 'BAD_INPUT'];
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  // Only our own refusals fill in what a text leaves open.
  const known = text.includes('{') ? message : text;
  return Response.json({ code: code ?? 'BAD_INPUT', message: known, ...more }, { status, headers });
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

/** A request to /api/auth/*: only open paths, a bounded and parsed body, the real IP address, no caching. */
export async function answer(
  request: Request,
  {
    log,
    shopName,
    requestId,
    rules,
    ipAddress,
    secondsToWait,
    watch,
    minimumDuration,
    next,
  }: Pick<AuthSettings, 'log' | 'shopName' | 'rules'> & {
    requestId: string;
    ipAddress: string;
    /** Seconds until this IP address may request the path again; undefined while it may. */
    secondsToWait: (path: string) => Promise<number | undefined>;
    watch: AuditLog['watch'];
    minimumDuration: (ms: number) => Promise<void>;
    next: (request: Request) => Promise<Response>;
  },
): Promise<Response> {
  const path = new URL(request.url).pathname.replace(/^\/api\/auth/, '');
  const endpoint = endpointOf(rules, request.method, path);
  const operation = endpoint && rules.operations.get(endpoint);
  if (!operation) return refusal('NOT_FOUND');
  const least = minimumDuration(AT_LEAST[endpoint] ?? 0);
  let response: Response;
  try {
    const headers = new Headers(request.headers);
    headers.set(IP_ADDRESS_HEADER, ipAddress);
    // From fetch of Node.js, alone; the library would take the client for a browser that hides its origin.
    if (!headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode');
    const body = request.method === 'POST' ? await bodyOf(request, MAX_AUTH_BODY) : undefined;
    if (body === 'too large') return refusal('TOO_LARGE');
    const json = body && readableOf(headers, body);
    if (body && !json) return refusal('BAD_INPUT');
    const visit = { endpoint: `${request.method} ${path}`, headers, body: json, ipAddress };
    response = await watch(visit, async () => {
      const seconds = await secondsToWait(endpoint.replace(/^\S+ /, ''));
      if (seconds !== undefined) return refusal('RATE_LIMITED', { seconds });
      const { data, error } = operation.input.safeParse(json);
      if (error) return refusal('BAD_INPUT', {}, error.issues[0]?.message);
      headers.delete('content-length');
      if (data) headers.set('content-type', 'application/json');
      const init = { method: request.method, headers, body: data && JSON.stringify(data) };
      return declared(await next(new Request(request.url, init)), operation);
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
