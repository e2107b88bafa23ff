import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from 'pg';
import { atDatabase, CommandError } from './at-database.ts';

// npm run database [-- arguments of psql]: opens psql on the shop's database as its owner.

await atDatabase(
  async ({ databaseUrl }) => {
    const client = new Client(databaseUrl);
    // On the command line others of this machine could read the password.
    const url = Object.assign(new URL(databaseUrl), { password: '' });
    url.searchParams.delete('password');
    const psql = spawn('psql', [url.href, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ...(client.password && { PGPASSWORD: client.password }) },
    });
    // Ctrl-C ends a query, not the session.
    process.on('SIGINT', () => {});
    const [code] = await once(psql, 'exit').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CommandError(howToConnect(client));
    });
    process.exitCode = code ?? 1;
  },
  { asItIs: true },
);

function howToConnect({ host, port, database, user }: Client): string {
  return [
    'psql is not installed here (Debian: apt-get install postgresql-client). Any client reaches the database, the',
    'built-in one while the shop runs:',
    `  host ${host}, port ${port}, database ${database}, user ${user}`,
    '  password: as in DATABASE_URL, or for the built-in database in DATA_DIR/postgres/password-owner',
  ].join('\n');
}
