import { format } from 'node:util';
import { levels } from 'pino';
import { createLog, type Log } from './log.ts';

const LEVELS = { log: 'info', info: 'info', debug: 'debug', warn: 'warn', error: 'error' } as const;

let isOn = false;

/**
 * From now on all plain text output of this process becomes log lines: console output of libraries, Node warnings and
 * the exception that ends the process. Idempotent. At a terminal, messages for the user (console.log) stay plain.
 */
export function writeEverythingTo(log: Log, { isTerminal = process.stdout.isTTY } = {}): void {
  if (isOn) return;
  isOn = true;
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

/**
 * Starts it before the mode of the shop is known from its data: for a live shop, and for one without SHOP_MODE whose
 * output is not a terminal. At a terminal, and for a demo store, messages stay plain.
 */
export function writeLinesFromTheStart(
  { SHOP_MODE, LOG_LEVEL }: NodeJS.ProcessEnv,
  isTerminal = process.stdout.isTTY,
): void {
  if (!isLogRead(SHOP_MODE, isTerminal)) return;
  // A wrong level is reported with all other wrong values.
  writeEverythingTo(createLog(LOG_LEVEL && LOG_LEVEL in levels.values ? LOG_LEVEL : 'info'), { isTerminal });
}

const isLogRead = (mode: string | undefined, isTerminal: boolean) =>
  mode === 'live' || (mode !== 'demo' && !isTerminal);
