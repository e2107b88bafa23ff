import { type Account, giveRole, listAccounts } from '#db/role-keeping.ts';
import { ROLES } from '#shared/caller.ts';
import { atDatabase, CommandError } from './at-database.ts';
import { tableOf } from './text-table.ts';

const USAGE = `npm run user -- list [part of a name or address]
npm run user -- role <email> <${ROLES.join(' | ')}>
Shows who has an account, or gives somebody a role. It holds at once, also in a shop that is running.`;
/** More scrolls away; a part of the name finds the rest. */
const SHOWN = 100;

await atDatabase(async ({ databaseUrl }) => {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'list') return list(databaseUrl, words.join(' ').trim());
  const [email, role] = words;
  if (command === 'role' && email && role && words.length === 2) return give(databaseUrl, email, role);
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
    console.log(
      `… and ${(total - shown.length).toLocaleString('en')} more: add a part of the name or address.`,
    );
  }
}

async function give(databaseUrl: string, email: string, role: string): Promise<void> {
  if (!ROLES.some((one) => one === role)) throw new CommandError(`'${role}' is not a role\n${USAGE}`);
  const given = await giveRole(databaseUrl, email.trim(), role);
  switch (given.done) {
    case 'nobody':
      throw new CommandError(
        `Nobody has an account with the address ${email}. It is made at /auth in the shop; see npm run user -- list`,
      );
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

/** Whoever registered an address need not own it. */
function warn({ confirmed, email }: Account): void {
  if (!confirmed) console.log(`Note: ${email} was not confirmed yet; until then nobody can sign in with it.`);
}
