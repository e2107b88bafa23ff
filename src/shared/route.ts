import { type ErrorMap, oc } from '@orpc/contract';
import { ERRORS, type ErrorCode } from './errors.ts';

/** Who may call an operation. Each includes those after it; `user` is anyone signed in. */
export type Access = 'visitor' | 'user' | 'admin' | 'super_admin';

export interface OperationMeta {
  access: Access;
  /** Completes 'User must be authenticated to …' and 'You do not have permission to …'. */
  action: string;
  /** Completes 'User must be authenticated to …' where that is said in other words than the action. */
  signedOut?: string;
  /** False for what only reads although it is sent by POST, because the question is long. */
  writes?: boolean;
  /** Bytes its body may have where that is more than usual: images, spreadsheets. Only for admins and above. */
  maxBody?: number;
}

/** Codes any operation may raise, because the gate itself raises them. */
const GATE_CODES = [
  'BAD_INPUT',
  'RATE_LIMITED',
  'BUSY',
  'UNEXPECTED',
] as const satisfies readonly ErrorCode[];
const SIGNED_IN_CODES = ['SIGN_IN_REQUIRED', 'NO_PERMISSION'] as const satisfies readonly ErrorCode[];

type ErrorMapOf<C extends ErrorCode> = { [K in C]: { status: number; message: string } };

/** The declared errors of an operation, from the closed table. */
export function raises<const C extends readonly ErrorCode[]>(...codes: C): ErrorMapOf<C[number]> {
  return Object.fromEntries(
    codes.map((code) => [code, { status: ERRORS[code].status, message: ERRORS[code].text }]),
  ) as ErrorMapOf<C[number]> & ErrorMap;
}

/**
 * Every operation of the contract begins here; there is no default access, so forgetting it does not
 * type-check. `action` is the second half of the refusal's sentence; `signedOut` of that to a visitor, where it differs.
 */
export function route<A extends Access>(access: A, action: string, signedOut?: string) {
  const codes = access === 'visitor' ? GATE_CODES : [...GATE_CODES, ...SIGNED_IN_CODES];
  return oc
    .$meta<OperationMeta>({ access, action, ...(signedOut ? { signedOut } : {}) })
    .errors(
      raises(...(codes as readonly ErrorCode[])) as ErrorMapOf<
        (typeof GATE_CODES)[number] | (A extends 'visitor' ? never : (typeof SIGNED_IN_CODES)[number])
      >,
    );
}
