import { type AnySchema, type ErrorMap, oc } from '@orpc/contract';
import { ERRORS, type ErrorCode } from './errors.ts';
import type { Scope } from './scopes.ts';

/**
 * Who may call an operation. Each includes those after it; `user` is any signed-in user. `public` is a read that
 * answers everyone alike, so its answers are cached for all (decision 0037); a `visitor` operation may look at who
 * calls.
 */
export type Access = 'public' | 'visitor' | 'user' | 'admin' | 'super_admin';

/** Whether an operation requires a signed-in user. */
export const needsUser = (access: Access): boolean => access !== 'public' && access !== 'visitor';

export interface RouteOptions {
  /** Completes 'User must be authenticated to …' if that differs from the action. */
  signedOut?: string;
  /** False for a read sent by POST because its input is long. */
  writes?: boolean;
  /**
   * The summary of the operation in the history of changes, such as 'Deleted {products}', or a function of the input
   * and the shop's currency.
   * '{products}', '{categories}', '{promotions}', '{slides}', '{messages}', '{orders}' and '{users}' become the name of what was
   * changed, or the number. For every operation that changes them; the database adds what changed.
   */
  change?: string | ((input: never, currency: string | undefined) => string);
  /**
   * The id of the change set that the operation joins, or begins for others to join: what all of them changed is undone
   * together. One that cannot be joined (of somebody else, undone, of another day) leaves the operation its own.
   */
  changeSet?: (input: never) => string | undefined;
  /** The scope that an API key needs. Without one no key may call the operation. */
  scope?: Scope;
  /** Body limit in bytes, where above the default: images, spreadsheets. Only for admins and above. */
  maxBody?: number;
}

/**
 * For operations that create a thing whose id the form generated: all attempts are one change set, with the same id, so
 * that an undo after a lost response takes the thing back.
 */
export const oneSetForRetries = { changeSet: ({ id }: { id?: string }) => id };

/** Keeps a contract from overwriting the access in a second `.meta()`: nothing else has this property. */
declare const declaredByRoute: unique symbol;

export interface OperationMeta<A extends Access = Access> extends RouteOptions {
  readonly [declaredByRoute]: true;
  access: A;
  /** Completes 'User must be authenticated to …' and 'You do not have permission to …'. */
  action: string;
}

/** Codes any operation may raise, because the access check raises them. */
const GATE_CODES = [
  'BAD_INPUT',
  'RATE_LIMITED',
  'BUSY',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[];
const SIGNED_IN_CODES = [
  'SIGN_IN_REQUIRED',
  'API_KEY_INVALID',
  'NO_PERMISSION',
  'SCOPE_MISSING',
] as const satisfies readonly ErrorCode[];

type ErrorMapOf<C extends ErrorCode> = { [K in C]: { status: number; message: string } };

/** The declared errors of an operation, from the closed list. */
export function raises<const C extends readonly ErrorCode[]>(...codes: C): ErrorMapOf<C[number]> {
  return Object.fromEntries(
    codes.map((code) => [code, { status: ERRORS[code].status, message: ERRORS[code].text }]),
  ) as ErrorMapOf<C[number]> & ErrorMap;
}

/** One declared error with the schema of its data. */
export const raisesWith = <C extends ErrorCode, D extends AnySchema>(code: C, data: D) =>
  ({ [code]: { ...raises(code)[code], data } }) as {
    [K in C]: { status: number; message: string; data: D };
  };

/**
 * Starts the declaration of an operation, the only place of its access; there is no default, so omitting it is a type
 * error. `action` completes the refusal's message.
 */
export function route<A extends Access>(access: A, action: string, options: RouteOptions = {}) {
  const codes = needsUser(access) ? [...GATE_CODES, ...SIGNED_IN_CODES] : GATE_CODES;
  return oc
    .$meta({ access, action, ...options } as OperationMeta<A>)
    .errors(
      raises(...(codes as readonly ErrorCode[])) as ErrorMapOf<
        | (typeof GATE_CODES)[number]
        | (A extends 'public' | 'visitor' ? never : (typeof SIGNED_IN_CODES)[number])
      >,
    );
}

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** Declares the operations of one action: `manage('GET /admin/products/{id}', 'One product')`. `common` is of each. */
export const routes =
  <A extends Access>(access: A, action: string, common: RouteOptions = {}) =>
  (endpoint: `${Method} /${string}`, summary: string, options?: RouteOptions) => {
    const [method, path] = endpoint.split(' ') as [Method, `/${string}`];
    return route(access, action, { ...common, ...options }).route({ method, path, summary });
  };
