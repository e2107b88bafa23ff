import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { atDatabase, CommandError } from './at-database.ts';

// npm run database [-- arguments of psql]: opens psql on the shop's database as its owner.

await atDatabase(
  async ({ databaseUrl }) => {
    const address = new URL(databaseUrl);
    const password = decodeURIComponent(address.password);
    // On the command line others of this machine could read it.
    address.password = '';
    const psql = spawn('psql', [address.href, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ...(password && { PGPASSWORD: password }) },
    });
    // Ctrl-C ends a query, not the session.
    process.on('SIGINT', () => {});
    const [code] = await once(psql, 'exit').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CommandError(howToConnect(address));
    });
    process.exitCode = code ?? 1;
  },
  { asItIs: true },
);

function howToConnect({ hostname, port, pathname, username }: URL): string {
  return [
    'psql is not installed here (Debian: apt-get install postgresql-client). Any client reaches the database, the',
    'built-in one while the shop runs:',
    `  host ${hostname}, port ${port || 5432}, database ${pathname.slice(1)}, user ${username}`,
    '  password: as in DATABASE_URL, or for the built-in database in DATA_DIR/postgres/password-owner',
  ].join('\n');
}
