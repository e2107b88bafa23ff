import { createHmac, randomBytes } from 'node:crypto';

// Standard Webhooks, https://www.standardwebhooks.com: libraries of many languages verify these headers.

/** A new key of signatures: 256 random bits. */
export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** The headers of an attempt. `id` is that of the delivery, `at` the time of the attempt. */
export function signedHeaders(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<string, string> {
  const messageId = `msg_${id}`;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${messageId}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': messageId,
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  };
}
