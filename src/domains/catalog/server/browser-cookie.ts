import { randomUUID } from 'node:crypto';

const NAME = 'aso_browser';
const YEAR = 365 * 86_400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The random id of the browser that called, which scripts cannot read. A browser without one is given one. */
export function browserIdOf(
  request: { headers: Headers; responseHeaders: Headers },
  secure: boolean,
): string {
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, value = ''] = pair.trim().split('=');
    if (name === NAME && UUID.test(value)) return value.toLowerCase();
  }
  const id = randomUUID();
  request.responseHeaders.append(
    'set-cookie',
    `${NAME}=${id}; Max-Age=${YEAR}; Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  );
  return id;
}
