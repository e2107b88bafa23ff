import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { cspFor } from '#platform/csp/content-security-policy.ts';
import { ERRORS, textOf } from '#shared/errors.ts';
import { type FailureCode, failurePage } from './failure-page.ts';

/**
 * The response to an error of the shop itself: BUSY (503 with Retry-After: nothing was done, a retry may succeed) or
 * UNEXPECTED (500); or to a preview link that shows nothing. A browser that requested a page gets a page, all others JSON. Both contain the request ID, which
 * the log line must have too.
 */
export function failureAnswer(
  code: FailureCode,
  { request, requestId, shopName }: { request: Request; requestId: string; shopName: string },
): Response {
  const { status } = ERRORS[code];
  const headers = new Headers({ 'cache-control': 'no-store', vary: 'Accept' });
  if (code === 'BUSY') headers.set('retry-after', String(BUSY_RETRY_SECONDS));
  if (!request.headers.get('accept')?.includes('text/html')) {
    return Response.json({ code, message: textOf(code, { reference: requestId }) }, { status, headers });
  }
  const page = failurePage({ shopName, code, reference: requestId });
  headers.set('content-type', 'text/html; charset=utf-8');
  headers.set('content-security-policy', cspFor([]));
  return new Response(page, { status, headers });
}
