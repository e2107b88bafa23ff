import {
  checkedAddresses,
  type PublicRequestRules,
  requestPublicUrl,
  secureUrl,
  UrlRefused,
} from '#platform/outgoing/public-request.ts';
import { encryptMessage, type SubscriptionKeys } from './encrypt-message.ts';
import { createPushAuthorization, type PushKeys } from './push-keys.ts';

/** Where a browser receives messages, and the keys to write them with. */
export interface PushSubscription extends SubscriptionKeys {
  /** A URL of the browser's push service, known to nobody else. */
  endpoint: string;
}

export interface PushMessage {
  /** What the service worker of the shop reads: service-worker/notifications.ts. */
  data: object;
  /** The push service replaces a message that waits by a newer one of the same topic: 32 characters at most. */
  topic: string;
  /** How long the push service keeps it for a browser that is not connected. */
  ttlSeconds: number;
}

/** The push service refused the message or could not be reached: it may accept it later. */
export class PushFailed extends Error {
  override readonly name = 'PushFailed';
  /** What the push service asks to wait, seconds; null if it does not say. */
  readonly retryAfter: number | null;

  constructor(message: string, retryAfter: number | null) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** The header Retry-After in seconds from now: a number of them, or a date (RFC 9110). Null for anything else. */
export function secondsOf(retryAfter: string | undefined, now: number): number | null {
  if (/^\d+$/.test(retryAfter ?? '')) return Number(retryAfter);
  // Date.parse takes nearly anything for a date.
  const date = retryAfter?.endsWith(' GMT') ? Date.parse(retryAfter) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now) / 1000));
}

export interface PushSender {
  /** 'gone': the subscription has ended. Throws UrlRefused, UnknownHost, PushFailed or the error of the connection. */
  send(subscription: PushSubscription, message: PushMessage): Promise<'sent' | 'gone'>;
  /** Whether the shop may send to an endpoint: https and none but public addresses. UnknownHost if it has none. */
  allows(endpoint: string): Promise<boolean>;
}

interface PushSettings extends PublicRequestRules {
  keys: PushKeys;
  /** Where operators of push services reach the shop: `mailto:` or https. */
  subject: string;
  timeoutMs?: number;
}

/** All of one request, also for an answer that drips. */
const TIMEOUT_MS = 10_000;

/**
 * Sends messages to the push services of browsers. Their URLs are chosen by browsers, so the requests are
 * those of platform/outgoing: to public addresses, without redirects.
 */
export function createPushSender({
  keys,
  subject,
  timeoutMs = TIMEOUT_MS,
  ...rules
}: PushSettings): PushSender {
  const authorize = createPushAuthorization(keys, subject);

  return {
    async send({ endpoint, p256dh, auth }, { data, topic, ttlSeconds }) {
      const url = secureUrl(endpoint, rules);
      const body = encryptMessage(JSON.stringify(data), { p256dh, auth });
      const headers = {
        authorization: authorize(url, new Date()),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        'content-length': body.length,
        ttl: String(ttlSeconds),
        topic,
        // Also to a phone that saves its battery.
        urgency: 'high',
      };
      const signal = AbortSignal.timeout(timeoutMs);
      const response = await requestPublicUrl(url, { method: 'POST', headers, body }, rules, signal);
      response.on('error', () => {}).destroy();
      const { statusCode = 0 } = response;
      if (statusCode === 404 || statusCode === 410) return 'gone';
      if (statusCode < 200 || statusCode > 299)
        throw new PushFailed(
          `The push service answered ${statusCode}`,
          secondsOf(response.headers['retry-after'], Date.now()),
        );
      return 'sent';
    },
    async allows(endpoint) {
      try {
        await checkedAddresses(secureUrl(endpoint, rules), rules, AbortSignal.timeout(timeoutMs));
        return true;
      } catch (error) {
        if (error instanceof UrlRefused) return false;
        throw error;
      }
    },
  };
}
