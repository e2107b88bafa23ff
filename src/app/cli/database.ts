import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connectionOf } from '#platform/postgres/role-passwords.ts';
import { atDatabase, CommandError } from './run-command.ts';

// npm run database [-- arguments of psql]: opens psql on the shop's database as its owner.

await atDatabase(
  async ({ databaseUrl }) => {
    const connection = connectionOf(databaseUrl);
    // On the command line others of this machine could read the password.
    const psql = spawn('psql', [connection.urlWithoutPassword, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ...(connection.password && { PGPASSWORD: connection.password }) },
    });
    // Ctrl-C ends a query, not the session.
    process.on('SIGINT', () => {});
    const [code] = await once(psql, 'exit').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      throw new CommandError(howToConnect(connection));
    });
    process.exitCode = code ?? 1;
  },
  { asItIs: true },
);

function howToConnect({ host, port, database, user }: ReturnType<typeof connectionOf>): string {
  return [
    'psql is not installed here (Debian: apt-get install postgresql-client). Any client reaches the database, the',
    'built-in one while the shop runs:',
    `  host ${host}, port ${port}, database ${database}, user ${user}`,
    '  password: as in DATABASE_URL, or for the built-in database in DATA_DIR/postgres/password-owner',
  ].join('\n');
}
