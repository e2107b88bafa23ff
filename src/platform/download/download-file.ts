import { Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './public-address.ts';

// Downloads a file that somebody else's URL names, without becoming a way into the shop's own network.

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const PORTS = ['', '80', '443'];

/** Why nothing was downloaded: `refused` before any connection to it, `failed` by the other server. */
export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly reason: 'refused' | 'failed' | 'timeout' | 'too large';
  /** The status of the other server's answer. */
  readonly status: number | undefined;

  constructor(reason: DownloadFailed['reason'], message: string, status?: number) {
    super(message);
    this.reason = reason;
    this.status = status;
  }
}

export interface DownloadRules {
  /** Exclusive, in bytes. */
  maxBytes: number;
  timeoutMs?: number;
  /** Hosts as `host:port` that may be on a private address and any port. */
  allowedHosts?: readonly string[];
  /** Resolves a name to all of its addresses. */
  resolve?: (name: string, signal: AbortSignal) => Promise<string[]>;
  signal?: AbortSignal | undefined;
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

/**
 * The body of an HTTP(S) URL. The connection goes to an address that was checked: none but public ones, ports 80 and
 * 443, at most three redirects, each checked like the first. Nothing of the shop is sent: no cookie, no credentials.
 * All of it ends after 15 s, also if the body drips. Throws DownloadFailed.
 */
export async function downloadFile(address: string, rules: DownloadRules): Promise<Uint8Array<ArrayBuffer>> {
  const late = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
  const signal = rules.signal ? AbortSignal.any([late, rules.signal]) : late;
  try {
    return await follow(address, rules, signal);
  } catch (error) {
    if (error instanceof DownloadFailed) throw error;
    if (late.aborted) throw new DownloadFailed('timeout', 'The other server took too long');
    const { code, message } = error as NodeJS.ErrnoException;
    throw new DownloadFailed('failed', code ?? message);
  }
}

async function follow(
  address: string,
  rules: DownloadRules,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  let url = urlOf(address);
  for (let redirects = 0; ; redirects++) {
    const response = await connect(url, await checkedAddresses(url, rules, signal), signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response, rules.maxBytes);
      if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) {
        throw new DownloadFailed('failed', `The other server answered ${statusCode}`, statusCode);
      }
      if (redirects === MAX_REDIRECTS) throw new DownloadFailed('failed', 'Too many redirects');
      url = urlOf(headers.location, url);
    } finally {
      response.destroy();
    }
  }
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new DownloadFailed('refused', 'Not the address of a web page');
  }
  return url;
}

/** The host of a URL without the brackets of IPv6. */
const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** All addresses of a URL's host. Throws if one of them must not be reached. */
async function checkedAddresses(
  url: URL,
  { allowedHosts = [], resolve = resolveName }: DownloadRules,
  signal: AbortSignal,
): Promise<string[]> {
  const host = hostOf(url);
  const isAllowed = allowedHosts.includes(`${host}:${url.port || (url.protocol === 'http:' ? 80 : 443)}`);
  if (!isAllowed && !PORTS.includes(url.port)) throw new DownloadFailed('refused', `Port ${url.port}`);
  const addresses = isIP(host) ? [host] : await untilAborted(resolve(host, signal), signal);
  if (addresses.length === 0) throw new DownloadFailed('failed', 'The name of the other server is not known');
  if (!isAllowed && !addresses.every(isPublicAddress)) {
    throw new DownloadFailed('refused', 'An address that is not public');
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
function connect(url: URL, addresses: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
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
    headers: {
      accept: 'image/*',
      'accept-encoding': 'identity',
      'user-agent': 'Mozilla/5.0 (compatible; image import)',
    },
    agent: false,
    lookup,
    signal,
  })
    .on('response', resolve)
    .on('error', reject)
    .end();
  return promise;
}

async function readBody(response: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new DownloadFailed('too large', `${maxBytes} bytes or more`);
  if (Number(response.headers['content-length']) >= maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length >= maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  // A connection that closed early ends the iteration with an error before this.
  return new Uint8Array(Buffer.concat(chunks));
}
