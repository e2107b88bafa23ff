import { createHmac, timingSafeEqual } from 'node:crypto';

export const sessionCookieName = (secureCookies: boolean): string =>
  `${secureCookies ? '__Secure-' : ''}aso.session_token`;

/**
 * The session's token from a request's cookies, if the shop signed it; better-auth writes `token.signature`.
 */
export function sessionTokenOf(cookies: string | null, name: string, secret: string): string | null {
  const found = cookies?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  if (!found) return null;
  let value: string;
  try {
    value = decodeURIComponent(found.slice(found.indexOf('=') + 1).trim());
  } catch {
    return null;
  }
  const dot = value.lastIndexOf('.');
  if (dot < 1) return null;
  const token = value.slice(0, dot);
  const signature = Buffer.from(value.slice(dot + 1), 'base64');
  const expected = createHmac('sha256', secret).update(token).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected) ? token : null;
}
