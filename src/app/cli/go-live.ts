import { type Counts, hasOwner, previewRemoval } from '#db/seed/remove-demonstration.ts';
import { ConfigError, withEveryFact } from '#platform/config.ts';
import { ADMIN_PASSWORD_LENGTH, MAX_PASSWORD_LENGTH } from '#shared/account-limits.ts';
import { formatCount } from '#shared/plural.ts';
import { takeBackup } from '../server/make-scheduled-backup.ts';
import { promptEmail, promptName, promptTerminal } from './prompt-terminal.ts';
import { leaveDemonstration, type NewOwner } from './remove-demo-store.ts';
import { atDatabase, CommandError, readArguments } from './run-command.ts';
import { settingsOfInstallation } from './shop-mode.ts';

const USAGE = `npm run go-live -- --email you@your-shop.example --name "Your Name" [--yes]
Backs the shop up, removes the demonstration and makes you the shop's super_admin. The password is asked for, or taken
from GO_LIVE_PASSWORD. --yes removes without asking.`;

const KINDS: { [kind in keyof Counts]: [one: string, many: string] } = {
  products: ['product', 'products'],
  categories: ['category', 'categories'],
  promotions: ['promotion', 'promotions'],
  slides: ['slide', 'slides'],
  orders: ['order', 'orders'],
  messages: ['message', 'messages'],
  accounts: ['account', 'accounts'],
};

await atDatabase(async (shop) => {
  const { values: given } = readArguments(USAGE, {
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  await agree(shop.databaseUrl, given.yes);
  const needsOwner = given.email !== undefined || !(await hasOwner(shop.databaseUrl));
  const owner = needsOwner ? await promptOwner(given) : null;
  console.log(`Backup: ${await takeBackup(shop)}`);
  const { counts, images, others } = await leaveDemonstration(shop, owner);
  console.log(`Removed: ${listOf(counts)}, ${images.length} image files.`);
  if (owner) console.log(`${owner.email} is the shop's super_admin.`);
  for (const { email: other, role } of owner ? others : []) {
    console.log(`Look at this account, whose rights stay as they are: ${other} (${role})`);
  }
  await announceNextStart(shop.databaseUrl);
});

/** '72 products, 1 slide'; kinds without rows are left out. */
function listOf(counts: Counts): string {
  const parts = Object.entries(KINDS).flatMap(([kind, [one, many]]) => {
    const count = counts[kind as keyof Counts];
    return count > 0 ? [`${formatCount(count)} ${count === 1 ? one : many}`] : [];
  });
  return parts.join(', ') || 'nothing';
}

/** Lists what is removed and what remains, and throws unless the user confirms. */
async function agree(databaseUrl: string, yes: boolean): Promise<void> {
  const { removed, remaining, productsLosingPromotion } = await previewRemoval(databaseUrl);
  console.log(`Removed with the demonstration: ${listOf(removed)}.`);
  const remainingText = listOf(remaining);
  console.log(
    remainingText === 'nothing'
      ? 'Nothing is kept: nobody made or changed anything.'
      : `Kept, because people made or changed it: ${remainingText}. Categories of kept products stay.`,
  );
  if (productsLosingPromotion > 0) {
    const products =
      productsLosingPromotion === 1 ? '1 kept product is' : `${productsLosingPromotion} kept products are`;
    console.log(`${products} in a promotion of the demonstration, which goes: the usual price holds then.`);
  }
  if (yes) return;
  const answer = await promptTerminal(
    'Back up and remove this? yes or no: ',
    `Add --yes to remove this.\n${USAGE}`,
  );
  if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was changed.');
}

async function promptOwner(given: { email?: string; name?: string }): Promise<NewOwner> {
  const email = await promptEmail(given.email, 'Your email: ', USAGE);
  const name = await promptName(given.name, 'Your name', USAGE);
  const password = process.env.GO_LIVE_PASSWORD ?? (await promptTerminal('A password for it: ', USAGE, true));
  if (password.length < ADMIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH) {
    throw new CommandError(
      `The password should have ${ADMIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    );
  }
  return { email, name, password };
}

/** Prints the problems that would stop the next start. */
async function announceNextStart(databaseUrl: string): Promise<void> {
  if (process.env.SHOP_MODE?.trim() === 'demo') {
    console.log('SHOP_MODE=demo is set: remove it, or the next start is a demonstration again.');
  }
  console.log('The shop is live from its next start. If it is running now, stop it and run npm start.');
  try {
    withEveryFact(await settingsOfInstallation(databaseUrl, { ...process.env, SHOP_MODE: '' }));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.log(`Before that: ${error.message}`);
  }
}
