import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with SHA-1, six digits and 30 seconds, which is what every app knows. */
const authenticator = (secret: Uint8Array, whose: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    ...whose,
  });

/**
 * The 30-second step whose code this is: the one that is running, or one before or after it, for a clock that is a
 * little wrong. Null for any other code.
 */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = authenticator(secret);
  const late = totp.validate({ token: code, timestamp: now, window: 1 });
  return late === null ? null : totp.counter({ timestamp: now }) + late;
}

/** What the QR code says: whose key it is, for the app to show. */
export const totpUri = (secret: Uint8Array, shopName: string, email: string) =>
  authenticator(secret, { issuer: shopName, label: email }).toString();
