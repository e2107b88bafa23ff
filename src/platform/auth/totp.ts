import { createHmac, timingSafeEqual } from 'node:crypto';

const DIGITS = 6;
const PERIOD = 30;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 without padding: how a key is typed into an authenticator app. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
}

/** The code of a time step: RFC 6238 with SHA-1, which is what every app knows. */
function codeAt(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', secret).update(counter).digest();
  const number = hash.readUInt32BE(hash[hash.length - 1]! & 15) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/**
 * The 30-second step whose code this is: the one that is running, or one before or after it, for a clock that is a
 * little wrong. Null for any other code. Every step is compared, in constant time.
 */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | null {
  const running = Math.floor(now / 1000 / PERIOD);
  const given = Buffer.from(code);
  let found: number | null = null;
  for (const step of [running + 1, running - 1, running]) {
    const expected = Buffer.from(codeAt(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) found = step;
  }
  return found;
}

/** What the QR code says: whose key it is, for the app to show. */
export function totpUri(secret: Uint8Array, shopName: string, email: string): string {
  const of = `${encodeURIComponent(shopName)}:${encodeURIComponent(email)}`;
  // Not URLSearchParams: some apps show the '+' that it makes of a blank.
  return `otpauth://totp/${of}?secret=${base32(secret)}&issuer=${encodeURIComponent(shopName)}&algorithm=SHA1&digits=${DIGITS}&period=${PERIOD}`;
}
