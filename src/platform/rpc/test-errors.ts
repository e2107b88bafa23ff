import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { errorsOf } from './gate.ts';

/** The constructors of all errors, for tests that call a service without its operation. */
export const errors = errorsOf(...(Object.keys(ERRORS) as ErrorCode[]));
