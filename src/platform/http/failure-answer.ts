import { BUSY_RETRY_SECONDS } from '#db/busy.ts';
import { cspFor } from '#platform/csp/content-security-policy.ts';
import { ERRORS, textOf } from '#shared/errors.ts';
import { failurePage } from './failure-page.ts';

/**
 * What is answered when the shop itself failed: BUSY (503, with Retry-After: nothing was done, and soon it may be) or
 * UNEXPECTED (500). A person's browser that asked for a page gets one; everybody else JSON. Both say the request's id,
 * which the line in the log must have too.
 */
export function failureAnswer(
  code: 'BUSY' | 'UNEXPECTED',
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
