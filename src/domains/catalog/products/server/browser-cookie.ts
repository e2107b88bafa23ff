import { randomUUID } from 'node:crypto';

/** The cookie's name in earlier versions, which browsers may send for up to a year. */
const OLD_NAME = 'aso_browser';
const YEAR = 365 * 86_400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The random id of the calling browser, in an HttpOnly cookie. A browser without one gets one; one with the
 * old cookie keeps its id under the new name, so that its likes are counted once.
 */
export function browserIdOf(
  request: { headers: Headers; responseHeaders: Headers },
  secure: boolean,
): string {
  const newName = `${secure ? '__Secure-' : ''}aso.browser`;
  const cookies = request.headers.get('cookie');
  const known = idIn(cookies, newName);
  if (known) return known;
  const id = idIn(cookies, OLD_NAME) ?? randomUUID();
  request.responseHeaders.append(
    'set-cookie',
    `${newName}=${id}; Max-Age=${YEAR}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  );
  return id;
}

function idIn(cookies: string | null, wanted: string): string | undefined {
  for (const pair of (cookies ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === wanted && UUID.test(value)) return value.toLowerCase();
  }
  return undefined;
}
