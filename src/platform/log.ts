import pino, { type DestinationStream, type Logger } from 'pino';

export type Log = Logger;

/**
 * Removes values from an error. A failed statement carries its parameters, also in its message: session tokens,
 * emails with codes, notes. PostgreSQL's `detail` quotes the row.
 */
export function withoutValues(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { name, message, stack, query, params, detail, cause, ...facts } = error as Error &
    Record<string, unknown>;
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.constructor.name,
    message: typeof query === 'string' ? `Failed query: ${query}` : message,
    ...facts,
    stack: frames.join('\n'),
    ...(cause !== undefined && depth < 5 && { cause: withoutValues(cause, depth + 1) }),
  };
}

/** Shortens untrusted text (a URL, a refused value) for the log. */
export const excerpt = (text: string): string => (text.length > 100 ? `${text.slice(0, 99)}…` : text);

/** One JSON line per event; secrets in headers or statements are removed. */
export const createLog = (level: string, to?: DestinationStream): Log =>
  pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: (error: unknown) => withoutValues(error) },
      redact: {
        paths: [
          '*.password',
          '*.token',
          '*.authorization',
          '*.cookie',
          'headers.cookie',
          'headers.authorization',
        ],
        remove: true,
      },
    },
    to,
  );
