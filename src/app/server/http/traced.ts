import type { MiddlewareHandler } from 'hono';
import { isTrustedPeer } from '#platform/http/client-ip.ts';
import { currentSpan } from '#platform/tracing/span.ts';
import { traceParentOf } from '#platform/tracing/trace-parent.ts';
import { inTrace, type Tracing } from '#platform/tracing/tracing.ts';
import type { RequestVariables } from './request-variables.ts';
import { routePattern } from './route-pattern.ts';

/** Called every few seconds and of no interest in traces. */
const UNTRACED: readonly string[] = ['/livez', '/readyz', '/servingz'];

/**
 * Each request is a trace, or a span of the trace that a trusted proxy names. The client's IP address is not
 * recorded.
 */
export function traced(
  tracing: Tracing,
  trustedProxies: readonly string[],
): MiddlewareHandler<{ Variables: RequestVariables; Bindings: { address: string } }> {
  return (c, next) => {
    const { method, path } = c.req;
    if (UNTRACED.includes(path)) return next();
    const route = routePattern(method, path);
    const before = c.req.header('traceparent');
    const isOurs = before !== undefined && isTrustedPeer(c.env.address, trustedProxies);
    return inTrace(
      tracing,
      `${method} ${route}`,
      {
        kind: 'server',
        facts: { 'http.request.method': method, 'http.route': route },
        parent: isOurs ? traceParentOf(before) : undefined,
      },
      async () => {
        await next();
        const { status } = c.res;
        const span = currentSpan();
        span?.note({ 'http.response.status_code': status, 'aso.request_id': c.get('requestId') });
        if (status >= 500) span?.fail(String(status));
      },
    );
  };
}
