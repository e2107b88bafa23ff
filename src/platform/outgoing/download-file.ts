import type { IncomingMessage } from 'node:http';
import { type PublicRequestRules, requestPublicUrl, UrlRefused, webUrl } from './public-request.ts';

// Downloads a file that somebody else's URL names.

const MAX_REDIRECTS = 3;
const TIMEOUT_MS = 15_000;
const HEADERS = {
  accept: 'image/*',
  'accept-encoding': 'identity',
  'user-agent': 'Mozilla/5.0 (compatible; image import)',
};

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

export interface DownloadRules extends PublicRequestRules {
  /** Exclusive, in bytes. */
  maxBytes: number;
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/**
 * The body of an HTTP(S) URL. At most three redirects are followed, each checked like the first. All of it ends after 15 s, also if the body drips. Throws DownloadFailed.
 */
export async function downloadFile(address: string, rules: DownloadRules): Promise<Uint8Array<ArrayBuffer>> {
  const late = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
  const signal = rules.signal ? AbortSignal.any([late, rules.signal]) : late;
  try {
    return await follow(address, rules, signal);
  } catch (error) {
    if (error instanceof DownloadFailed) throw error;
    if (error instanceof UrlRefused) throw new DownloadFailed('refused', error.message);
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
  let url = webUrl(address);
  for (let redirects = 0; ; redirects++) {
    const response = await requestPublicUrl(url, { headers: HEADERS }, rules, signal);
    try {
      const { statusCode = 0, headers } = response;
      if (statusCode === 200) return await readBody(response, rules.maxBytes);
      if (![301, 302, 303, 307, 308].includes(statusCode) || !headers.location) {
        throw new DownloadFailed('failed', `The other server answered ${statusCode}`, statusCode);
      }
      if (redirects === MAX_REDIRECTS) throw new DownloadFailed('failed', 'Too many redirects');
      url = webUrl(headers.location, url);
    } finally {
      response.destroy();
    }
  }
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
