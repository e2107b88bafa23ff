import type { AnyContractRouter } from '@orpc/contract';
import { type ImplementerInternalWithMiddlewares, implement, ORPCError, os } from '@orpc/server';
import { BUSY_RETRY_SECONDS, isBusy, isDiskFull } from '#db/busy.ts';
import type { Log } from '#platform/log.ts';
import { currentSpan, inSpan } from '#platform/tracing/span.ts';
import type { Caller, SignedIn } from '#shared/caller.ts';
import { DomainError, ERRORS, type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';
import type { Access, OperationMeta } from '#shared/route.ts';

/** The context of every operation. */
export interface RequestContext {
  requestId: string;
  /** The client's IP address, from the socket or a trusted proxy. */
  ipAddress: string;
  headers: Headers;
  /** Additional response headers. */
  responseHeaders: Headers;
  log: Log;
  /** The signed-in user, read from the database at most once per request. */
  findCaller(): Promise<Caller>;
  /** Waits until this process has received its own write, so that its next page shows it. */
  waitForInvalidation?(): Promise<void>;
  /** Reports a write that failed for lack of disk space. */
  noteDiskFull?(): void;
}

/** The context of a handler after the access check. */
export interface GatedContext extends RequestContext {
  /** Null only if visitors may call the operation. */
  caller: Caller;
  /** The same, if the operation requires sign-in. */
  user: SignedIn;
}

const RANK: Record<Access, number> = { visitor: 0, user: 1, admin: 2, super_admin: 3 };

function mayCall(access: Access, caller: Caller): boolean {
  return access === 'visitor' || (caller !== null && RANK[caller.role] >= RANK[access]);
}

function wireError(code: ErrorCode, data: ErrorParams): ORPCError<string, unknown> {
  return new ORPCError(code, { status: ERRORS[code].status, message: textOf(code, data), data });
}

/** Converts an error of a handler to a response error; undeclared errors reveal nothing. */
function refusal(
  error: unknown,
  declared: object,
  meta: OperationMeta,
  context: RequestContext,
): ORPCError<string, unknown> {
  if (error instanceof DomainError && error.code in declared) {
    if (error.code === 'RATE_LIMITED')
      context.responseHeaders.set('retry-after', String(error.data.seconds ?? 1));
    return wireError(error.code, { action: meta.action, ...error.data });
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    const issues =
      (error.data as { issues?: { path?: unknown[]; message: string }[] } | undefined)?.issues ?? [];
    return wireError('BAD_INPUT', {
      issues: issues.slice(0, 20).map(({ path, message }) => ({ path: (path ?? []).join('.'), message })),
    });
  }
  if (isDiskFull(error)) context.noteDiskFull?.();
  if (isBusy(error)) {
    context.log.warn({ err: error, requestId: context.requestId }, 'busy');
    context.responseHeaders.set('retry-after', String(BUSY_RETRY_SECONDS));
    return wireError('BUSY', { reference: context.requestId });
  }
  context.log.error({ err: error, requestId: context.requestId, action: meta.action }, 'unexpected error');
  return wireError('UNEXPECTED', { reference: context.requestId });
}

/** The contract's declaration of the operation. */
interface Declared {
  meta: OperationMeta;
  errorMap: object;
  route: { method?: string };
}

/** Refuses the call before the handler runs unless the declared access allows the caller. */
const gate = os.$context<RequestContext>().middleware(({ context, next, procedure, path }) =>
  inSpan(path.join('.'), {}, async () => {
    const { meta, errorMap, route } = procedure['~orpc'] as unknown as Declared;
    try {
      let caller: Promise<Caller> | undefined;
      const findCaller = () => {
        caller ??= context.findCaller();
        return caller;
      };
      const known = meta.access === 'visitor' ? null : await findCaller();
      if (known) currentSpan()?.note({ 'aso.caller.role': known.role });
      if (!mayCall(meta.access, known)) {
        throw known === null
          ? new DomainError('SIGN_IN_REQUIRED', { action: meta.signedOut ?? meta.action })
          : new DomainError('NO_PERMISSION', { action: meta.action });
      }
      const result = await next({ context: { findCaller, caller: known, user: known as SignedIn } });
      if (meta.writes ?? route.method !== 'GET') await context.waitForInvalidation?.();
      return result;
    } catch (error) {
      const refused = refusal(error, errorMap, meta, context);
      currentSpan()?.note({ 'aso.refusal': refused.code });
      throw refused;
    }
  }),
);

/** Adds the access check: a domain's router is built from what this returns for its contract. */
export function gated<T extends AnyContractRouter>(contract: T) {
  // For a generic contract the implementer's type is open; the result is exact.
  const implementer = implement(contract).$context<RequestContext>() as unknown as {
    use(middleware: typeof gate): ImplementerInternalWithMiddlewares<T, RequestContext, GatedContext>;
  };
  return implementer.use(gate);
}
