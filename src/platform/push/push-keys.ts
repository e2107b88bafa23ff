import { createECDH, createPrivateKey, type KeyObject, sign } from 'node:crypto';

/** The shop's key pair for push services (VAPID, RFC 8292) on P-256, in base64url. */
export interface PushKeys {
  /** The uncompressed point, 65 bytes: browsers subscribe with it. */
  publicKey: string;
  /** The scalar, 32 bytes. */
  privateKey: string;
}

export function makePushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // A scalar with leading zeros is shorter.
  const scalar = pair.getPrivateKey();
  const privateKey = Buffer.concat([Buffer.alloc(32 - scalar.length), scalar]).toString('base64url');
  return { publicKey, privateKey };
}

/** How long a token is valid, seconds. Push services refuse more than 24 hours. */
const TOKEN_SECONDS = 12 * 60 * 60;

const signingKeyOf = ({ publicKey, privateKey }: PushKeys): KeyObject => {
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  return createPrivateKey({
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: privateKey },
    format: 'jwk',
  });
};

/**
 * The Authorization header by which a push service recognises the shop: a JWT for the origin of the endpoint, signed
 * with ES256 (RFC 8292). `subject` is where the operator of the push service reaches the shop.
 */
export function createPushAuthorization(
  keys: PushKeys,
  subject: string,
): (endpoint: URL, now: Date) => string {
  const key = signingKeyOf(keys);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const header = part({ typ: 'JWT', alg: 'ES256' });
  return ({ origin }, now) => {
    const exp = Math.floor(now.getTime() / 1000) + TOKEN_SECONDS;
    const signed = `${header}.${part({ aud: origin, exp, sub: subject })}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${signed}.${signature.toString('base64url')}, k=${keys.publicKey}`;
  };
}
