import { APIError } from 'better-auth/api';
import { ERRORS, type ErrorCode, type ErrorParams, textOf } from '#shared/errors.ts';

/** A refusal by a code of the closed table, with `more` in its body. `params.seconds`: until a retry makes sense. */
export function refusal(code: ErrorCode, params: ErrorParams = {}, more: object = {}): APIError {
  const headers: HeadersInit = params.seconds ? { 'retry-after': String(params.seconds) } : {};
  return new APIError(ERRORS[code].status, { code, message: textOf(code, params), ...more }, headers);
}

export function refuse(...args: Parameters<typeof refusal>): never {
  throw refusal(...args);
}
