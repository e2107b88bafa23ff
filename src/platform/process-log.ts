import { format } from 'node:util';
import type { Log } from './log.ts';

const LEVELS = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

/**
 * From now on all that this process would write as plain text are lines of the log: what the libraries write to the
 * console, warnings of Node, and the exception that ends the process. At a terminal, sentences for the person there
 * (console.log) stay sentences.
 */
export function writeEverythingTo(log: Log, { isTerminal = process.stdout.isTTY } = {}): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    if (method === 'log' && isTerminal) continue;
    console[method as keyof typeof LEVELS] = (...values: unknown[]) => {
      const err = values.find((value) => value instanceof Error);
      const words = values.filter((value) => value !== err);
      log[level]({ err }, words.length > 0 ? format(...words).trim() : undefined);
    };
  }
  // Node's own listener writes to standard error.
  process.removeAllListeners('warning');
  process.on('warning', (warning) => log.warn({ err: warning }, 'warning of Node'));
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'uncaught exception');
    process.exit(1);
  });
}
