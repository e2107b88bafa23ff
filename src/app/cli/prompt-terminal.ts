import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CommandError } from './run-command.ts';

/** Asks a question at the terminal. Throws CommandError with `otherwise` when stdin is not a terminal. */
export async function promptTerminal(question: string, otherwise: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`There is no terminal to ask at. ${otherwise}`);
  // Readline echoes input to its output stream: a hidden answer is written nowhere.
  const output = hidden ? new Writable({ write: (_, __, done) => done() }) : process.stdout;
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  try {
    // Write the question only after echo is off.
    if (hidden) process.stdout.write(question);
    return await terminal.question(hidden ? '' : question);
  } finally {
    terminal.close();
    if (hidden) process.stdout.write('\n');
  }
}
