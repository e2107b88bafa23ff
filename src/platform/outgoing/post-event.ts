import type { IncomingMessage } from 'node:http';
import { cleanText } from '#shared/clean-text.ts';
import {
  checkedAddresses,
  type PublicRequestRules,
  requestPublicUrl,
  secureUrl,
  UnknownHost,
  UrlRefused,
} from './public-request.ts';

// Posts to a URL that somebody else answers.

const TIMEOUT_MS = 10_000;
const LOOKUP_MS = 5_000;
/** Bytes of an answer that are read at most, and characters of them that are kept. */
const MAX_ANSWER_BYTES = 4_096;
const MAX_ANSWER = 300;

export interface PostRules extends PublicRequestRules {
  timeoutMs?: number;
  /** Ends the request; `postEvent` throws its reason. */
  signal?: AbortSignal;
}

/** What came of a request. */
export interface Posted {
  /** Null without an answer. */
  status: number | null;
  ms: number;
  /** The beginning of the body. */
  answer: string;
  /** Why it failed; null for a status of 200 to 299. */
  reason: string | null;
}

/**
 * Why nothing may be sent to a URL; undefined if it may: HTTPS to a public address, or a host of `allowedHosts`. A name
 * is looked up.
 */
export async function whyNotPosted(address: string, rules: PublicRequestRules): Promise<string | undefined> {
  try {
    await checkedAddresses(secureUrl(address, rules), rules, AbortSignal.timeout(LOOKUP_MS));
  } catch (error) {
    return reasonOf(error, 'The name of the server could not be looked up');
  }
}

/** Posts JSON once. A redirect is not followed, and is a failure. All of it ends after 10 s. Never throws but for `signal`. */
export async function postEvent(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  rules: PostRules,
): Promise<Posted> {
  const startedAt = performance.now();
  const late = AbortSignal.timeout(rules.timeoutMs ?? TIMEOUT_MS);
  const signal = rules.signal ? AbortSignal.any([late, rules.signal]) : late;
  const answered = { status: null as number | null, answer: '' };
  const posted = (reason: string | null): Posted => ({
    ...answered,
    ms: Math.round(performance.now() - startedAt),
    reason,
  });
  const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers };
  try {
    const request = { method: 'POST', headers: sent, body } as const;
    const response = await requestPublicUrl(secureUrl(address, rules), request, rules, signal);
    try {
      const { statusCode = 0 } = response;
      answered.status = statusCode;
      answered.answer = await beginningOf(response);
      return posted(refusalOf(response));
    } finally {
      response.destroy();
    }
  } catch (error) {
    if (rules.signal?.aborted) throw rules.signal.reason;
    if (late.aborted) return posted(`No answer within ${(rules.timeoutMs ?? TIMEOUT_MS) / 1000} seconds`);
    return posted(reasonOf(error, 'The server could not be reached'));
  }
}

/** Why an answer is a failure; null if it is none. */
function refusalOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if (statusCode >= 200 && statusCode < 300) return null;
  if (statusCode >= 300 && statusCode < 400) {
    // The host alone: a query may contain anything.
    const host = headers.location && URL.parse(headers.location, 'https://same-host.invalid')?.host;
    return `A redirect${host && host !== 'same-host.invalid' ? ` to ${host}` : ''}, which is not followed`;
  }
  return `The server answered ${statusCode}`;
}

/** The beginning of a body, as far as it came: the status has decided already. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER_BYTES) break;
    }
  } catch {
    // Too slow, or closed early.
  }
  return cleanText(Buffer.concat(chunks).toString('utf8').slice(0, MAX_ANSWER).trim());
}

function reasonOf(error: unknown, other: string): string {
  if (error instanceof UrlRefused || error instanceof UnknownHost) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code ? `${other} (${code})` : other;
}
