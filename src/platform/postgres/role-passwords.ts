import { hkdfSync } from 'node:crypto';
import { Client } from 'pg';
import { REQUEST_ROLES, type RequestDatabaseUrls } from '#db/request-roles.ts';

/** Passwords of aso_web and aso_auth. */
export interface RolePasswords {
  web: string;
  auth: string;
}

/** Derives both from AUTH_SECRET (HKDF, RFC 5869), so that all processes with the same secret use the same ones. */
export function derivePasswords(secret: string): RolePasswords {
  const passwordOf = (role: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'aso-house', `database role ${role}`, 32)).toString('base64url');
  return { web: passwordOf(REQUEST_ROLES.web), auth: passwordOf(REQUEST_ROLES.auth) };
}

/**
 * The URL of the same database for another role. A URL without a host, such as of a Unix socket, accepts the user
 * only as a parameter; existing parameters take precedence over user and password, so they are replaced.
 */
export function urlForLogin(databaseUrl: string, username: string, password: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.delete('user');
  url.searchParams.delete('password');
  if (url.hostname) return Object.assign(url, { username, password }).href;
  url.searchParams.set('user', username);
  url.searchParams.set('password', password);
  return url.href;
}

/** The connection parameters of a database URL, for a program that gets the password separately. */
export function connectionOf(databaseUrl: string) {
  const { host, port, database, user, password } = new Client(databaseUrl);
  const url = Object.assign(new URL(databaseUrl), { password: '' });
  url.searchParams.delete('password');
  return { host, port, database, user, password, urlWithoutPassword: url.href };
}

/** The URLs of the same database for the roles of requests and of sign-in. */
export const requestUrls = (url: string, { web, auth }: RolePasswords): RequestDatabaseUrls => ({
  webUrl: urlForLogin(url, REQUEST_ROLES.web, web),
  authUrl: urlForLogin(url, REQUEST_ROLES.auth, auth),
});
