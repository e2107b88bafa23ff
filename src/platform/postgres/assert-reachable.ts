import pg from 'pg';
import { PostgresError } from './postgres-error.ts';

/** Connection timeout at the start, ms. */
const TIMEOUT_MS = 10_000;

/**
 * Connects once to the database of a variable such as DATABASE_URL. Throws PostgresError with a message that names
 * the correction, never the password.
 */
export async function assertReachable(variable: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new PostgresError(`${variable}: ${reasonOf(error as Error & { code?: string }, client)}`, {
      cause: error,
    });
  } finally {
    await client.end().catch(() => {});
  }
}

function reasonOf(error: Error & { code?: string }, { host, port, user, database }: pg.Client): string {
  const server = `${host}:${port}`;
  switch (error.code ?? '') {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the host '${host}' is not known. Check its spelling, or the name service of this machine.`;
    case 'ECONNREFUSED':
      return `nothing listens at ${server}. Start PostgreSQL there, or correct host and port.`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `${server} cannot be reached. Check the network and its firewall, or correct the host.`;
    case '28P01':
      return `PostgreSQL at ${server} refuses the user '${user}' or their password. Correct it; write special characters as %40 for @.`;
    case '28000':
      return `PostgreSQL at ${server} does not let '${user}' in: ${error.message}. Add ?sslmode=require to the address, or a line to its pg_hba.conf.`;
    case '3D000':
      return `PostgreSQL at ${server} has no database '${database}'. Create it: createdb -h ${host} -p ${port} -U ${user} ${database}`;
    case '53300':
      return `PostgreSQL at ${server} takes no more connections. Raise max_connections, or end what holds them.`;
    case '57P03':
      return `PostgreSQL at ${server} is starting up or stopping. Try again in a moment.`;
  }
  if (error.message.startsWith('timeout')) {
    return `${server} did not answer within ${TIMEOUT_MS / 1000} s. Check the network and its firewall, or correct the host.`;
  }
  return `PostgreSQL at ${server} cannot be used: ${error.message}`;
}
