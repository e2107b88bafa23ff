import { hkdfSync } from 'node:crypto';
import { REQUEST_ROLES, type RequestAddresses } from '#db/request-roles.ts';

/** Passwords of aso_web and aso_auth. */
export interface RolePasswords {
  web: string;
  auth: string;
}

/** Derives both from AUTH_SECRET (HKDF, RFC 5869), so that every process with the same secret has the same ones. */
export function derivePasswords(secret: string): RolePasswords {
  const passwordOf = (role: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'aso-house', `database role ${role}`, 32)).toString('base64url');
  return { web: passwordOf(REQUEST_ROLES.web), auth: passwordOf(REQUEST_ROLES.auth) };
}

/** The same database as another role. */
export function addressAs(url: string, username: string, password: string): string {
  return Object.assign(new URL(url), { username, password }).href;
}

/** The same database as the roles of requests and of sign-in. */
export const requestAddresses = (url: string, { web, auth }: RolePasswords): RequestAddresses => ({
  webUrl: addressAs(url, REQUEST_ROLES.web, web),
  authUrl: addressAs(url, REQUEST_ROLES.auth, auth),
});
