import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

// Requests a URL that somebody else chose, without becoming a way into the shop's own network.

const PORTS = ['', '80', '443'];

/** Nothing was sent: the URL is none of a public web server. */
export class UrlRefused extends Error {
  override readonly name = 'UrlRefused';
}

/** The name of the other server has no address. */
export class UnknownHost extends Error {
  override readonly name = 'UnknownHost';
}

export interface PublicRequestRules {
  /** Hosts as `host:port` that may be on a private address and any port. */
  allowedHosts?: readonly string[];
  /** Resolves a name to all of its addresses. */
  resolve?: (name: string, signal: AbortSignal) => Promise<string[]>;
}

export interface PublicRequest {
  method?: 'GET' | 'POST';
  headers?: OutgoingHttpHeaders;
  body?: string | Uint8Array;
}

/**
 * The answer of an HTTP(S) server, its body not read yet: destroy it at the end. The connection is a new one to an
 * address that was checked: none but public ones, ports 80 and 443. A redirect is not followed. Nothing is sent but
 * `headers` and `body`: no cookie, no credentials. Throws UrlRefused, UnknownHost or the error of the connection.
 */
export async function requestPublicUrl(
  url: URL,
  request: PublicRequest,
  rules: PublicRequestRules,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  return connect(url, request, await checkedAddresses(url, rules, signal), signal);
}

/** The addresses of a name by DNS. Unlike the system's lookup it occupies no thread while a server is slow. */
async function resolveName(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The URL of an address, perhaps a relative one. Throws UrlRefused if it is none of HTTP or HTTPS. */
export function webUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) throw new UrlRefused('Not the address of a web page');
  return url;
}

/** The host of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** Whether the URL's host and port are among those that may be on a private address. */
function isAllowedHost(url: URL, { allowedHosts = [] }: PublicRequestRules): boolean {
  return allowedHosts.includes(`${hostOf(url)}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`);
}

/** The URL of an address. Throws UrlRefused unless it is one of HTTPS, or of a host of the shop's own network. */
export function secureUrl(address: string, rules: PublicRequestRules): URL {
  const url = webUrl(address);
  if (url.username || url.password) throw new UrlRefused('A URL with a password');
  if (url.protocol !== 'https:' && !isAllowedHost(url, rules)) throw new UrlRefused('Not an https address');
  return url;
}

/** All addresses of a URL's host. Throws UrlRefused if one of them must not be reached, UnknownHost if there is none. */
export async function checkedAddresses(
  url: URL,
  rules: PublicRequestRules,
  signal: AbortSignal,
): Promise<string[]> {
  const { resolve = resolveName } = rules;
  const host = hostOf(url);
  const isAllowed = isAllowedHost(url, rules);
  if (!isAllowed && !PORTS.includes(url.port)) throw new UrlRefused(`Port ${url.port}`);
  const addresses = isIP(host) ? [host] : await untilAborted(resolve(host, signal), signal);
  if (addresses.length === 0) throw new UnknownHost('The name of the other server is not known');
  if (!isAllowed && !addresses.every(isPublicAddress)) {
    throw new UrlRefused('An address that is not public');
  }
  return addresses;
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop, { once: true });
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Requests a URL from these addresses, with a connection of its own. No second lookup can name another address. */
function connect(
  url: URL,
  { method = 'GET', headers = {}, body }: PublicRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_, { all }, done) => {
    if (all) done(null, known);
    else done(null, known[0]!.address, known[0]!.family);
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  // Fields of the URL one by one: its user and password would become credentials.
  send({
    host: hostOf(url),
    port: url.port || undefined,
    path: `${url.pathname}${url.search}`,
    method,
    headers,
    agent: false,
    lookup,
    signal,
  })
    .on('response', resolve)
    .on('error', reject)
    // Without an answer or an error: the server switched to another protocol, which Node refuses.
    .on('close', () => reject(Object.assign(new Error('closed without an answer'), { code: 'ECONNRESET' })))
    .end(body);
  return untilAborted(promise, signal);
}
