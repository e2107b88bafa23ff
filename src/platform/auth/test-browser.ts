import type { Challenge } from 'altcha-lib/types';

/** The fields of sign-in's answers that tests read. */
interface Answer {
  status?: boolean;
  confirmed?: boolean;
  code?: string;
  message?: string;
  email?: string | null;
  /** The problem of a refusal that requires a proof of work. */
  proof?: Challenge;
}

/** A cookie jar and fetch for tests of sign-in: keeps cookies between requests as a browser does. */
export function testBrowser(origin: string, handler: (request: Request) => Promise<Response>) {
  const jar = new Map<string, string>();
  async function go(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await handler(new Request(new URL(path, origin), { ...init, headers }));
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }
  return {
    jar,
    get: (path: string) => go(path),
    async post(path: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await go(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin, ...headers },
      });
      return { status: response.status, response, body: (await response.json().catch(() => null)) as Answer };
    },
    /** The headers of a request from this browser. */
    headers: () => new Headers({ cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }),
  };
}
