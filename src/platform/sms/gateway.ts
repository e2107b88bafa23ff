import type { MailMessage } from '#platform/mail/message.ts';
import type { TextMessage } from './text-message.ts';

const TIMEOUT_MS = 10_000;

export interface TexterOptions {
  /** The URL of a gateway. */
  smsUrl?: string | undefined;
  /** Stores messages if there is no gateway; demo store only. */
  keep?: ((mail: MailMessage) => Promise<void>) | undefined;
}

/** Sends a message or throws: only the job queue calls it, and retries. */
export type SendText = (message: TextMessage) => Promise<void>;

/**
 * Sends text messages to the gateway as a POST of JSON {"to","text"}; a 2xx response within ten seconds means
 * accepted. Redirects are not followed, because the message contains a code. Null without a gateway and without
 * storage for messages.
 */
export function createTexter({ smsUrl, keep }: TexterOptions): SendText | null {
  const hand =
    smsUrl !== undefined
      ? (message: TextMessage) => post(smsUrl, message)
      : keep && (({ to, text }: TextMessage) => keep({ to, subject: 'Text message', text }));
  if (!hand) return null;
  return async (message) => {
    // A message that arrives after its code has expired only confuses.
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
  // The response may repeat the message, and the error is logged.
  if (!response.ok) throw new Error(`the gateway for text messages answered ${response.status}`);
}

/** fetch refuses URLs with credentials; gateways often require them. */
function withoutLogin(gatewayUrl: string) {
  const url = new URL(gatewayUrl);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  return { username: decodeURIComponent(username), password: decodeURIComponent(password), href: url.href };
}
