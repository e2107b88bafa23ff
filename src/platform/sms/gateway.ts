import type { MailMessage } from '#platform/mail/message.ts';
import type { TextMessage } from './text-message.ts';

const TIMEOUT_MS = 10_000;

export interface TexterOptions {
  /** A gateway's address. */
  smsUrl?: string | undefined;
  /** Where texts are kept when there is no gateway; given in the demonstration alone. */
  keep?: ((mail: MailMessage) => Promise<void>) | undefined;
}

/** Hands a text over, or throws: only the job queue calls it, and tries again. */
export type SendText = (message: TextMessage) => Promise<void>;

/**
 * Texts go to the gateway as a POST of JSON {"to","text"}; it took one when it answers 2xx within ten seconds. It is
 * not followed elsewhere: what it would be handed there is a code. Without a gateway and without a place to keep them
 * there are no texts: null.
 */
export function createTexter({ smsUrl, keep }: TexterOptions): SendText | null {
  const hand =
    smsUrl !== undefined
      ? (message: TextMessage) => post(smsUrl, message)
      : keep && (({ to, text }: TextMessage) => keep({ to, subject: 'Text message', text }));
  if (!hand) return null;
  return async (message) => {
    // One that comes after its code has ended only confuses.
    if (Date.parse(message.until) <= Date.now()) return;
    await hand(message);
  };
}

async function post(smsUrl: string, { to, text }: TextMessage): Promise<void> {
  const { username, password, href } = withoutLogin(smsUrl);
  const response = await fetch(href, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(username || password
        ? { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
        : {}),
    },
    body: JSON.stringify({ to, text }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  await response.body?.cancel();
  // Its words may repeat the message, and this ends in a log.
  if (!response.ok) throw new Error(`the gateway for text messages answered ${response.status}`);
}

/** fetch refuses an address with a login in it; gateways are often given like that. */
function withoutLogin(address: string) {
  const url = new URL(address);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { username: decodeURIComponent(username), password: decodeURIComponent(password), href: url.href };
}
