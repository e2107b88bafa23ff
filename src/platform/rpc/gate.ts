import { type AnyContractRouter, implement, ORPCError } from '@orpc/server';
import type { Log } from '#platform/log.ts';
import type { Caller, SignedIn } from '#shared/caller.ts';
import { DomainError, ERRORS, type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';
import type { Access, OperationMeta } from '#shared/route.ts';

/** What every operation is called with. */
export interface RequestContext {
  requestId: string;
  /** The client's address, from the socket or a trusted proxy. */
  address: string;
  headers: Headers;
  /** Headers the answer shall carry besides its own. */
  responseHeaders: Headers;
  log: Log;
  /** Who is signed in, read from the database at most once a request. */
  findCaller(): Promise<Caller>;
}

/** What a handler gets after the gate let the call through. */
export interface GatedContext extends RequestContext {
  /** Null only where visitors may call. */
  caller: Caller;
  /** The same where the operation needs someone signed in. */
  user: SignedIn;
}

const RANK: Record<Access, number> = { visitor: 0, user: 1, admin: 2, super_admin: 3 };

function mayCall(access: Access, caller: Caller): boolean {
  return access === 'visitor' || (caller !== null && RANK[caller.role] >= RANK[access]);
}

function wireError(code: ErrorCode, data: ErrorParams): ORPCError<string, unknown> {
  return new ORPCError(code, { status: ERRORS[code].status, message: textOf(code, data), data });
}

/** PostgreSQL's refusals that mean 'not now', not 'a bug': no connection, a timeout, too many. */
const BUSY_STATES = new Set([
  '57014',
  '53300',
  '57P01',
  '57P03',
  '40001',
  '40P01',
  '55P03',
  'ECONNREFUSED',
  'ECONNRESET',
]);

function isBusy(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (BUSY_STATES.has((at as { code?: string }).code ?? '')) return true;
    if (/timeout exceeded when trying to connect|Connection terminated/.test(at.message)) return true;
  }
  return false;
}

/** Turns whatever a handler threw into what may cross the wire; nothing undeclared leaks. */
function refusal(
  error: unknown,
  declared: object,
  meta: OperationMeta,
  context: RequestContext,
): ORPCError<string, unknown> {
  if (error instanceof DomainError && error.code in declared) {
    return wireError(error.code, { action: meta.action, ...error.data });
  }
  if (error instanceof ORPCError && error.code === 'BAD_REQUEST') {
    const issues =
      (error.data as { issues?: { path?: unknown[]; message: string }[] } | undefined)?.issues ?? [];
    return wireError('BAD_INPUT', {
      issues: issues.slice(0, 20).map(({ path, message }) => ({ path: (path ?? []).join('.'), message })),
    });
  }
  if (isBusy(error)) {
    context.log.warn({ err: error, requestId: context.requestId }, 'busy');
    return wireError('BUSY', {});
  }
  context.log.error({ err: error, requestId: context.requestId, action: meta.action }, 'unexpected error');
  return wireError('UNEXPECTED', { incident: context.requestId });
}

/**
 * The one gate. A domain's router is built from what this returns, so every operation is refused before
 * its handler runs unless its declared access allows the caller.
 */
export function gated<T extends AnyContractRouter>(contract: T) {
  return implement(contract)
    .$context<RequestContext>()
    .use(async ({ context, next, procedure }) => {
      const { meta, errorMap } = procedure['~orpc'] as unknown as { meta: OperationMeta; errorMap: object };
      try {
        let caller: Promise<Caller> | undefined;
        const findCaller = () => (caller ??= context.findCaller());
        const known = meta.access === 'visitor' ? null : await findCaller();
        if (!mayCall(meta.access, known)) {
          throw new DomainError(known === null ? 'SIGN_IN_REQUIRED' : 'NO_PERMISSION', {
            action: meta.action,
          });
        }
        return await next({ context: { findCaller, caller: known, user: known as SignedIn } });
      } catch (error) {
        throw refusal(error, errorMap, meta, context);
      }
    });
}
