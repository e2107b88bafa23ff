import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connectionOf } from '#platform/postgres/role-passwords.ts';
import { atDatabase, CommandError } from './run-command.ts';

// npm run database [-- psql arguments]: opens psql on the database of the shop as its owner.

await atDatabase(
  async ({ databaseUrl }) => {
    const connection = connectionOf(databaseUrl);
    // The password is not passed as an argument: other users of this machine can read command lines.
    const psql = spawn('psql', [connection.urlWithoutPassword, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, ...(connection.password && { PGPASSWORD: connection.password }) },
    });
    // Ctrl-C cancels a query and does not end psql.
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
