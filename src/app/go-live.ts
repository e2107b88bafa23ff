import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { isInHands } from '#db/seed/remove-demonstration.ts';
import { ADMIN_PASSWORD_LENGTH } from '#shared/password-rules.ts';
import { atDatabase, CommandError } from './at-database.ts';
import { leaveDemonstration } from './leave-demonstration.ts';

const USAGE = `npm run go-live -- --email you@your-shop.example
Removes the demonstration and makes you the shop's super_admin. The password is asked for, or taken from
GO_LIVE_PASSWORD.`;

await atDatabase(async (shop) => {
  const email = emailFromArguments();
  const owner = !email && (await isInHands(shop.databaseUrl)) ? null : await askOwner(email);
  const removed = await leaveDemonstration(shop, owner);
  console.log(
    `Removed: ${removed.products} products, ${removed.orders} orders, ${removed.accounts} accounts, ${removed.pictures.length} pictures.`,
  );
  if (owner) console.log(`${owner.email} is the shop's super_admin.`);
  for (const { email: other, role } of owner ? removed.others : []) {
    console.log(`Look at this account, whose rights stay as they are: ${other} (${role})`);
  }
  if (process.env.SHOP_MODE?.trim() === 'demo') {
    console.log('SHOP_MODE=demo is set: take it away, or the next start is a demonstration again.');
  }
  console.log('The shop is live from its next start. If it is running now, stop it and run npm start.');
});

function emailFromArguments(): string | undefined {
  try {
    return parseArgs({ options: { email: { type: 'string' } } }).values.email;
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`);
  }
}

async function askOwner(given: string | undefined): Promise<{ email: string; password: string }> {
  const email = (given ?? (await ask('Your email: '))).trim().toLowerCase();
  if (email.length > 254 || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw new CommandError(`'${email}' is not an email address\n${USAGE}`);
  }
  const password = process.env.GO_LIVE_PASSWORD ?? (await ask('A password for it: ', true));
  if (password.length < ADMIN_PASSWORD_LENGTH || password.length > 128) {
    throw new CommandError(`The password should have ${ADMIN_PASSWORD_LENGTH} to 128 characters`);
  }
  return { email, password };
}

async function ask(question: string, hidden = false): Promise<string> {
  if (!process.stdin.isTTY) throw new CommandError(`There is no terminal to ask at.\n${USAGE}`);
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
