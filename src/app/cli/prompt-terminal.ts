import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '#shared/account-limits.ts';
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

/** An email as it is stored: `given`, or else the answer to `question`. Throws CommandError if it is none. */
export async function promptEmail(
  given: string | undefined,
  question: string,
  usage: string,
): Promise<string> {
  const email = (given ?? (await promptTerminal(question, usage))).trim().toLowerCase();
  if (email.length <= MAX_EMAIL_LENGTH && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) return email;
  throw new CommandError(`'${email}' is not an email address\n${usage}`);
}

/** A name: `given`, or else the answer to the question for `what`. Throws CommandError if it is none. */
export async function promptName(
  given: string | undefined,
  what: 'Your name' | 'Name',
  usage: string,
): Promise<string> {
  const name = (given ?? (await promptTerminal(`${what}: `, usage))).trim();
  if (name !== '' && name.length <= MAX_NAME_LENGTH) return name;
  throw new CommandError(
    `${what === 'Name' ? 'The name' : what} should have 1 to ${MAX_NAME_LENGTH} characters`,
  );
}
