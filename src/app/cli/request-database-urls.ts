import type { RequestDatabaseUrls } from '#db/request-roles.ts';
import type { Config } from '#platform/config.ts';
import { assertReachable } from '#platform/postgres/assert-reachable.ts';
import { ensureLogins } from '#platform/postgres/ensure-login.ts';
import { derivePasswords, requestUrls } from '#platform/postgres/role-passwords.ts';

/**
 * Returns the connection URLs of the request roles in the database of DATABASE_URL: as configured, or with passwords
 * derived from the secret, which are set on the roles where they differ. Throws PostgresError.
 */
export async function prepareRequestUrls(
  databaseUrl: string,
  { DATABASE_WEB_URL, DATABASE_AUTH_URL }: Pick<Config, 'DATABASE_WEB_URL' | 'DATABASE_AUTH_URL'>,
  secret: string,
): Promise<RequestDatabaseUrls> {
  const derived = requestUrls(databaseUrl, derivePasswords(secret));
  if (DATABASE_WEB_URL) await assertReachable('DATABASE_WEB_URL', DATABASE_WEB_URL);
  if (DATABASE_AUTH_URL) await assertReachable('DATABASE_AUTH_URL', DATABASE_AUTH_URL);
  await ensureLogins(databaseUrl, [
    ...(DATABASE_WEB_URL ? [] : [derived.webUrl]),
    ...(DATABASE_AUTH_URL ? [] : [derived.authUrl]),
  ]);
  return {
    webUrl: DATABASE_WEB_URL ?? derived.webUrl,
    authUrl: DATABASE_AUTH_URL ?? derived.authUrl,
  };
}
