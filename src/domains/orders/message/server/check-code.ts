import { createHmac, hkdfSync } from 'node:crypto';
import type { MessageOrder } from '../whatsapp.ts';

/** Digits and capitals without those that look alike (Crockford's base 32): five bits each. */
const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 8;

/**
 * Makes the check codes of messages: 40 bits of an HMAC-SHA-256 over the order, its lines with prices and notes, and the
 * total, by a key of its own derived from the shop's secret.
 */
export function createCheckCode(secret: string): (order: MessageOrder) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'check code of an order message', 32));
  return ({ id, orderNumber, items }) => {
    const lines = items.map(({ name, price, note }) => [name, Number(price), note]);
    const total = items.reduce((sum, { price }) => sum + Number(price), 0);
    const digest = createHmac('sha256', key)
      .update(JSON.stringify([id, orderNumber, lines, total]))
      .digest();
    const bits = digest.readUIntBE(0, 5);
    return Array.from({ length: LENGTH }, (_, at) => CHARACTERS[Math.floor(bits / 32 ** at) % 32]).join('');
  };
}
