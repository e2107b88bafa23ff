import type { AnyContractProcedure, AnyContractRouter, ContractProcedure } from '@orpc/contract';
import {
  createORPCErrorConstructorMap,
  implement,
  ORPCError,
  os,
  type ProcedureImplementer,
} from '@orpc/server';
import { AccessLost } from '#db/access-lost.ts';
import { BUSY_RETRY_SECONDS, isBusy, isDiskFull } from '#db/busy.ts';
import { RateLimited } from '#platform/limits/limits.ts';
import type { Log } from '#platform/log.ts';
import { currentSpan, inSpan } from '#platform/tracing/span.ts';
import { QueueFull } from '#platform/work-queue.ts';
import { type Caller, isAdmin, type Role, type SignedIn } from '#shared/caller.ts';
import { CHANGE_SETS_HEADER } from '#shared/change-sets.ts';
import { ERRORS, type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';
import { type Access, needsUser, type OperationMeta, raises } from '#shared/route.ts';

/** The context of every operation. */
export interface RequestContext {
  requestId: string;
  /** The client's IP address, from the socket or a trusted proxy. */
  ipAddress: string;
  headers: Headers;
  /** Additional response headers. */
  responseHeaders: Headers;
  log: Log;
  /** Of the shop, for the history of changes. */
  currency?: string;
  /** The request is called by an API key: `findCaller` raises API_KEY_INVALID if that is not valid. */
  hasApiKey?: boolean;
  /** The signed-in user, read from the database at most once per request. */
  findCaller(): Promise<Caller>;
  /** Waits until this process has received its own write, so that its next page shows it. */
  waitForInvalidation?(): Promise<void>;
  /** Reports a write that failed for lack of disk space. */
  noteDiskFull?(): void;
}

/** What tells one caller from another: a public operation has none of it. */
type CallerContext = 'findCaller' | 'headers' | 'responseHeaders' | 'ipAddress';

/**
 * The context of a handler after the access check: only an operation that requires sign-in has a user, and a public
 * one cannot tell its callers apart.
 */
export type GatedContext<A extends Access> = A extends 'public'
  ? Omit<RequestContext, CallerContext>
  : RequestContext & (A extends 'visitor' ? unknown : { user: SignedIn });

const RANK: Record<Role, number> = { user: 1, admin: 2, super_admin: 3 };

function mayCall(access: Access, caller: Caller): boolean {
  if (access === 'public' || access === 'visitor') return true;
  return caller !== null && RANK[caller.role] >= RANK[access];
}

function wireError(code: ErrorCode, data: ErrorParams): ORPCError<string, unknown> {
  return new ORPCError(code, {
    defined: true,
    status: ERRORS[code].status,
    message: textOf(code, data),
    data,
  });
}

/** The constructors of errors, for a URL that is not an operation and answers by `raised`. */
export const errorsOf = <const C extends ErrorCode>(...codes: C[]) =>
  createORPCErrorConstructorMap(raises(...codes));

/** The refusal that an error means to the caller; undefined for a fault. */
export function raised(error: unknown): { code: ErrorCode; data: ErrorParams } | undefined {
  if (error instanceof RateLimited) return { code: 'RATE_LIMITED', data: { seconds: error.seconds } };
  if (error instanceof AccessLost) return { code: 'NO_PERMISSION', data: {} };
  if (error instanceof QueueFull) return { code: 'BUSY', data: {} };
  if (error instanceof ORPCError && error.defined && error.code in ERRORS)
    return { code: error.code as ErrorCode, data: error.data ?? {} };
}

/** Converts an error of a handler to a response error; undeclared errors reveal nothing. */
function refusal(
  error: unknown,
  declared: object,
  meta: OperationMeta,
  context: RequestContext,
): ORPCError<string, unknown> {
  const known = raised(error);
  if (known && known.code in declared) {
    if (known.code === 'RATE_LIMITED')
      context.responseHeaders.set('retry-after', String(known.data.seconds ?? 1));
    return wireError(known.code, { action: meta.action, ...known.data });
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

/** Refuses a key without the operation's scope, and every key where the operation has none. */
function checkScope({ scopes }: NonNullable<SignedIn['apiKey']>, { scope, action }: OperationMeta): void {
  if (!scope) throw wireError('NO_PERMISSION', { action });
  if (!scopes.includes(scope)) throw wireError('SCOPE_MISSING', { action, scope });
}

/** The contract's declaration of the operation. */
interface Declared {
  meta: OperationMeta;
  errorMap: object;
  route: { method?: string };
}

/** Refuses the call before the handler runs unless the declared access allows the caller. */
const gate = os.$context<RequestContext>().middleware(({ context, next, procedure, path }, input) =>
  inSpan(path.join('.'), {}, async () => {
    const { meta, errorMap, route } = procedure['~orpc'] as unknown as Declared;
    try {
      let caller: Promise<Caller> | undefined;
      const findCaller = () => {
        // To an operation for everybody a key is a visitor.
        caller ??=
          context.hasApiKey && !needsUser(meta.access) ? Promise.resolve(null) : context.findCaller();
        return caller;
      };
      const known = needsUser(meta.access) ? await findCaller() : null;
      if (known) currentSpan()?.note({ 'aso.caller.role': known.role });
      if (!mayCall(meta.access, known)) {
        throw known === null
          ? wireError('SIGN_IN_REQUIRED', { action: meta.signedOut ?? meta.action })
          : wireError('NO_PERMISSION', { action: meta.action });
      }
      if (known?.apiKey) checkScope(known.apiKey, meta);
      const { change, changeSet } = meta;
      const changeSets: string[] = [];
      const user: Caller = known && {
        ...known,
        // Read in the transactions of the handler, which runs with a valid input only.
        ...(change && {
          change: () => ({
            operation: path.join('.'),
            summary: typeof change === 'string' ? change : change(input as never, context.currency),
            changeSet: changeSet?.(input as never),
            ...(isAdmin(known) && { onChangeSet: (id: string) => void changeSets.push(id) }),
          }),
        }),
      };
      const result = await next({ context: { findCaller, ...(user && { user }) } });
      if (changeSets.length > 0) context.responseHeaders.set(CHANGE_SETS_HEADER, changeSets.join());
      if (meta.writes ?? route.method !== 'GET') await context.waitForInvalidation?.();
      return result;
    } catch (error) {
      const refused = refusal(error, errorMap, meta, context);
      currentSpan()?.note({ 'aso.refusal': refused.code });
      throw refused;
    }
  }),
);

type Gated<T> =
  T extends ContractProcedure<infer I, infer O, infer E, infer M extends OperationMeta>
    ? ProcedureImplementer<RequestContext, GatedContext<M['access']>, I, O, E, M>
    : { [K in keyof T]: Gated<T[K]> };

/** Adds the access check: a domain's router is built from what this returns for its contract. */
export function gated<T extends AnyContractRouter>(contract: T): Gated<T> {
  // oRPC has one type of context for a whole router; here it depends on the access of each operation.
  const implementer = implement(contract).$context<RequestContext>() as unknown as {
    use(middleware: typeof gate): Gated<T>;
  };
  return implementer.use(gate);
}

type HandlerOptions = { context: object; input: unknown; errors: object; signal?: AbortSignal };
type ServiceOf<G, Deps> = G extends {
  handler(handler: (options: infer O extends HandlerOptions) => infer Output): unknown;
}
  ? (deps: Deps, input: O['input'], call: O['context'] & Pick<O, 'errors' | 'signal'>) => Output
  : never;

/**
 * A function that answers an operation of a contract, which its types follow from. `call` is the context with the
 * constructors of the declared errors, and the signal of an aborted request.
 */
export type Service<P extends AnyContractProcedure, Deps> = ServiceOf<Gated<P>, Deps>;

/** The operations of a gated contract that `services` has a function for, by their names. */
export function serve<Os extends object, Deps, Services extends object>(
  os: Os,
  deps: Deps,
  services: Services & { [K in keyof Os & keyof Services]: ServiceOf<Os[K], Deps> },
) {
  const names = Object.keys(services).filter((name) => name in os) as (keyof Os & keyof Services)[];
  const served = names.map((name) => {
    const service = services[name] as (deps: Deps, input: unknown, call: object) => unknown;
    const { handler } = os[name] as { handler(handler: (options: HandlerOptions) => unknown): unknown };
    const answer = ({ context, input, errors, signal }: HandlerOptions) =>
      service(deps, input, { ...context, errors, signal });
    return [name, handler.call(os[name], answer)];
  });
  return Object.fromEntries(served) as {
    [K in keyof Os & keyof Services]: Os[K] extends { handler(handler: never): infer Handled }
      ? Handled
      : never;
  };
}
