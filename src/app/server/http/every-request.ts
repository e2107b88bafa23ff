import { randomUUID } from 'node:crypto';
import type { ErrorHandler, MiddlewareHandler } from 'hono';
import { isBusy, isDiskFull } from '#db/busy.ts';
import type { Config } from '#platform/config.ts';
import { POLICY_OF_DATA, securityHeaders } from '#platform/csp/security-headers.ts';
import type { DiskReserve } from '#platform/disk/disk-reserve.ts';
import { BodyCutOff } from '#platform/http/body.ts';
import { clientIpAddress, countedNetwork } from '#platform/http/client-ip.ts';
import { failureAnswer } from '#platform/http/failure-answer.ts';
import { isForeignWrite } from '#platform/http/origin-check.ts';
import { excerpt, type Log } from '#platform/log.ts';
import { tracedLog } from '#platform/tracing/span.ts';
import { ERRORS } from '#shared/errors.ts';
import type { RequestVariables } from './request-variables.ts';
import { routePattern } from './route-pattern.ts';
import { foreignWriteAnswer, isUcpPath } from './ucp-refusal.ts';

type Env = { Variables: RequestVariables; Bindings: { address: string } };

export type RequestObserver = (request: { route: string; status: number; seconds: number }) => void;

/** Before and after every request: client IP, request id, origin check, security headers, log and metrics. */
export function forEveryRequest(deps: {
  config: Pick<Config, 'PUBLIC_URL' | 'TRUSTED_PROXIES'>;
  log: Log;
  observe?: RequestObserver;
}): MiddlewareHandler<Env> {
  const { config, log, observe } = deps;
  const common = Object.entries(securityHeaders(config.PUBLIC_URL));
  return async (c, next) => {
    const requestId = randomUUID();
    const { headers } = c.req.raw;
    const address = countedNetwork(clientIpAddress(c.env.address, headers, config.TRUSTED_PROXIES));
    c.set('requestId', requestId);
    c.set('address', address);
    const started = performance.now();
    if (isForeignWrite(c.req.raw, config.PUBLIC_URL)) {
      c.res = isUcpPath(c.req.path)
        ? foreignWriteAnswer(c.req.path)
        : Response.json({ code: 'NOT_ALLOWED_FROM', message: ERRORS.NOT_ALLOWED_FROM.text }, { status: 403 });
    } else {
      await next();
    }
    for (const [name, value] of common) c.res.headers.set(name, value);
    // A 304 refers to a page whose policy the browser already has.
    if (c.res.status !== 304 && !c.res.headers.has('content-security-policy')) {
      c.res.headers.set('content-security-policy', POLICY_OF_DATA);
    }
    c.res.headers.set('x-request-id', requestId);
    const ms = performance.now() - started;
    observe?.({ route: routePattern(c.req.method, c.req.path), status: c.res.status, seconds: ms / 1000 });
    tracedLog(log).debug(
      {
        requestId,
        method: c.req.method,
        path: excerpt(c.req.path),
        status: c.res.status,
        ms: Math.round(ms),
      },
      'request',
    );
  };
}

/** Logs an error that no route handled, and answers a page or JSON with the request id. */
export function answerErrors({
  log,
  disk,
  shopName,
}: {
  log: Log;
  disk: DiskReserve;
  shopName: string;
}): ErrorHandler<Env> {
  return (error, c) => {
    // The client disconnected; nothing failed here.
    if (error instanceof BodyCutOff) return c.body(null, 400);
    const facts = {
      err: error,
      requestId: c.get('requestId'),
      route: routePattern(c.req.method, c.req.path),
    };
    const busy = isBusy(error);
    if (isDiskFull(error)) disk.noteFull();
    if (busy) tracedLog(log).warn(facts, 'busy');
    else tracedLog(log).error(facts, 'request failed');
    return failureAnswer(busy ? 'BUSY' : 'UNEXPECTED', {
      request: c.req.raw,
      requestId: facts.requestId,
      shopName,
    });
  };
}
