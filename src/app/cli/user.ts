import { type Account, giveRole, listAccounts } from '#db/account-roles.ts';
import {
  createAccount,
  endSessions,
  LINK_HOURS,
  turnSecondFactorOff,
} from '#domains/accounts/server/account-commands.ts';
import { ROLES, type Role } from '#shared/caller.ts';
import { formatCount } from '#shared/plural.ts';
import { promptEmail, promptName, promptTerminal } from './prompt-terminal.ts';
import { atDatabase, CommandError, readArguments } from './run-command.ts';
import { tableOf } from './text-table.ts';

const USAGE = `npm run user -- list [part of a name or address]
npm run user -- role <email> <${ROLES.join(' | ')}>
npm run user -- create [<email>] [--name "Ada Obi"] [--role ${ROLES.join(' | ')}]
npm run user -- second-step-off <email>
npm run user -- sign-out <email>
Shows who has an account, gives somebody a role, makes an account and prints the link that opens it, turns two-step
sign-in off for somebody who lost it, or ends all their sessions. It holds at once, also in a shop that is running.`;
/** Maximum rows listed; a part of the name narrows the list. */
const SHOWN = 100;

await atDatabase(async ({ config, databaseUrl }) => {
  const [command, ...words] = process.argv.slice(2);
  const [first, second] = words;
  if (command === 'list') return list(databaseUrl, words.join(' ').trim());
  if (command === 'create') return create(databaseUrl, config.PUBLIC_URL, words);
  if (command === 'role' && first && second && words.length === 2) return give(databaseUrl, first, second);
  if (command === 'second-step-off' && first && words.length === 1)
    return secondFactorOff(databaseUrl, first);
  if (command === 'sign-out' && first && words.length === 1) return signOut(databaseUrl, first);
  throw new CommandError(USAGE);
});

async function list(databaseUrl: string, part: string): Promise<void> {
  const { shown, total } = await listAccounts(databaseUrl, part, SHOWN);
  if (total === 0) {
    console.log(part ? `Nobody's name or address contains '${part}'.` : 'Nobody has an account yet.');
    return;
  }
  const rows = shown.map(({ role, email, name, confirmed, joined }) => [
    role,
    email,
    name,
    joined.toISOString().slice(0, 10),
    confirmed ? '' : 'address not confirmed',
  ]);
  for (const line of tableOf(['ROLE', 'EMAIL', 'NAME', 'JOINED', ''], rows)) console.log(line);
  if (total > shown.length) {
    console.log(`… and ${formatCount(total - shown.length)} more: add a part of the name or address.`);
  }
}

async function give(databaseUrl: string, email: string, role: string): Promise<void> {
  const given = await giveRole(databaseUrl, email.trim(), roleOf(role));
  switch (given.done) {
    case 'nobody':
      throw accountNotFound(email);
    case 'last super_admin':
      throw new CommandError(
        `${given.account.email} is the last super_admin and stays one: give that role to somebody else first.`,
      );
    case 'had it':
      console.log(`${given.account.email} is ${role} already.`);
      break;
    case 'given':
      console.log(`${given.account.email} is ${role} now (before: ${given.account.role}).`);
  }
  if (role !== 'user') warn(given.account);
}

/** Warns when the email is unconfirmed: the account may belong to someone else than the owner of the email. */
function warn({ confirmed, email }: Account): void {
  if (!confirmed) console.log(`Note: ${email} was not confirmed yet; until then nobody can sign in with it.`);
}

async function create(databaseUrl: string, publicUrl: string, words: string[]): Promise<void> {
  const { values: given, positionals } = readArguments(USAGE, {
    args: words,
    allowPositionals: true,
    options: { name: { type: 'string' }, role: { type: 'string' } },
  });
  if (positionals.length > 1) throw new CommandError(`'${positionals[1]}' is one word too many\n${USAGE}`);
  const email = await promptEmail(positionals[0], 'Email: ', USAGE);
  const name = await promptName(given.name, 'Name', USAGE);
  const role = roleOf((given.role ?? (await promptTerminal(`Role (${ROLES.join(', ')}): `, USAGE))).trim());
  const token = await createAccount(databaseUrl, { email, name, role });
  if (token === null) {
    throw new CommandError(
      `${email} has an account already. Its role: npm run user -- role ${email} ${role}`,
    );
  }
  console.log(
    `${email} has an account now, as ${role}. This link opens it once, within ${LINK_HOURS} hours:`,
  );
  console.log(`${publicUrl}/auth?reset=${token}`);
}

async function secondFactorOff(databaseUrl: string, email: string): Promise<void> {
  const wasOn = await turnSecondFactorOff(databaseUrl, email.trim());
  if (wasOn === null) throw accountNotFound(email);
  console.log(wasOn ? `Two-step sign-in is off for ${email}.` : `${email} has no two-step sign-in.`);
}

async function signOut(databaseUrl: string, email: string): Promise<void> {
  const ended = await endSessions(databaseUrl, email.trim());
  if (ended === null) throw accountNotFound(email);
  console.log(
    ended === 0
      ? `${email} is not signed in.`
      : `${email} is signed out (${ended} ${ended === 1 ? 'session' : 'sessions'}).`,
  );
}

function roleOf(word: string): Role {
  const role = ROLES.find((one) => one === word);
  if (!role) throw new CommandError(`'${word}' is not a role\n${USAGE}`);
  return role;
}

function accountNotFound(email: string): CommandError {
  return new CommandError(
    `Nobody has an account with the address ${email}. It is made at /auth in the shop, or by npm run user -- create; see npm run user -- list`,
  );
}
