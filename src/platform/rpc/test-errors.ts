import { createORPCErrorConstructorMap } from '@orpc/server';
import { ERRORS, type ErrorCode } from '#shared/errors.ts';
import { raises } from '#shared/route.ts';

/** The constructors of all errors, for tests that call a service without its operation. */
export const errors = createORPCErrorConstructorMap(raises(...(Object.keys(ERRORS) as ErrorCode[])));
