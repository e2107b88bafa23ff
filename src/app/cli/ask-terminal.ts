import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './run-command.ts';

/** Asks the person at the terminal. Throws CommandError with `otherwise` where there is none. */
export async function askTerminal(question: string, otherwise: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`There is no terminal to ask at. ${otherwise}`);
  // Readline repeats what is typed to its output: a hidden answer goes nowhere.
  const output = hidden ? new Writable({ write: (_, __, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    // Only now, when the terminal itself no longer shows what is typed.
    if (hidden) process.stdout.write(question);
    return await terminal.question(hidden ? '' : question);
  } finally {
    terminal.close();
    if (hidden) process.stdout.write('\n');
  }
}
