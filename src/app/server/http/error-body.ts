import type { ORPCError } from '@orpc/server';
import { ERRORS } from '#shared/errors.ts';

/** The shared error format; an error raised by oRPC itself means unreadable input. */
export function errorBodyOf({ code, message, data }: ORPCError<string, unknown>): object {
  if (code === 'BAD_REQUEST') return { code: 'BAD_INPUT', message: ERRORS.BAD_INPUT.text };
  return { code, message, ...(data !== undefined && { data }) };
}
