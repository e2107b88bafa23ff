import { seedShop } from '#app/cli/demo-store.ts';
import { atDatabase, CommandError, readArguments } from '#app/cli/run-command.ts';
import { generate } from './generate.ts';

const USAGE = `npm run seed -- --products 100000 [--orders N] [--users N] [--seed WORD] [--yes]
Adds rows for measurements. A shop in live mode needs --yes; npm run go-live removes them again.`;

function countOf(text: string, name: string): number {
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new CommandError(`--${name} should be a whole number up to 9,999,999\n${USAGE}`);
}

await atDatabase(async ({ config, dataDir, databaseUrl }) => {
  const number = { type: 'string', default: '0' } as const;
  const { values } = readArguments(USAGE, {
    options: {
      products: number,
      orders: number,
      users: number,
      seed: { type: 'string' },
      yes: { type: 'boolean', default: false },
    },
  });
  const { seed, yes, ...counts } = values;
  const products = countOf(counts.products, 'products');
  const orders = countOf(counts.orders, 'orders');
  const users = countOf(counts.users, 'users');
  if (products + orders + users === 0) throw new CommandError(USAGE);
  if (config.SHOP_MODE === 'live' && !yes) {
    throw new CommandError('This shop is live. Add --yes to put invented products among the real ones.');
  }
  // Seed the demo store first: later the database is not empty.
  await seedShop({ config, dataDir, databaseUrl }, console.log);
  await generate({ databaseUrl, products, orders, users, seed, log: console.log });
});
