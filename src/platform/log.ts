import pino, { type Logger } from 'pino';

export type Log = Logger;

/** One JSON line a fact; secrets that may stand in headers never reach it. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
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
  });
