import { Secret, TOTP } from 'otpauth';

/** RFC 6238 with SHA-1, six digits and 30 seconds, which every app supports. */
const authenticator = (secret: Uint8Array, whose: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    algorithm: 'SHA1',
    digits: 6,
    period: 30,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
    ...whose,
  });

/**
 * The 30-second step of this code: the current one, or one before or after it, for a clock that is slightly
 * off. Null for any other code.
 */
export function stepOf(secret: Uint8Array, code: string, now = Date.now()): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null;
  const totp = authenticator(secret);
  const late = totp.validate({ token: code, timestamp: now, window: 1 });
  return late === null ? null : totp.counter({ timestamp: now }) + late;
}

/** The content of the QR code: the key, with the names that the app shows. */
export const totpUri = (secret: Uint8Array, shopName: string, email: string) =>
  authenticator(secret, { issuer: shopName, label: email }).toString();
