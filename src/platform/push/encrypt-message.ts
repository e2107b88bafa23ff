import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription in base64url. */
export interface SubscriptionKeys {
  /** Its public key on P-256: the uncompressed point, 65 bytes. */
  p256dh: string;
  /** Its shared secret, 16 bytes. */
  auth: string;
}

/** Random parts of a message; set only to compare with the example of the standard. */
export interface Randomness {
  salt: Uint8Array;
  privateKey: Uint8Array;
}

/** The length of every plaintext, so that the length of a message does not say which one it is. */
const PADDED = 512;
/** One record holds the whole message. */
const RECORD_SIZE = 4096;
const TAG = 16;

/**
 * The body of a message that only the browser of the subscription can read: RFC 8291 with the content encoding
 * aes128gcm (RFC 8188). Throws if `p256dh` is not a point of P-256.
 */
export function encryptMessage(text: string, { p256dh, auth }: SubscriptionKeys, given?: Randomness): Buffer {
  const pair = createECDH('prime256v1');
  if (given) pair.setPrivateKey(given.privateKey);
  else pair.generateKeys();
  const own = pair.getPublicKey();
  const browser = Buffer.from(p256dh, 'base64url');
  const salt = given?.salt ?? randomBytes(16);
  const derive = (secret: Uint8Array, from: Uint8Array, info: string | Uint8Array, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));

  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own]);
  const shared = derive(pair.computeSecret(browser), Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12);

  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  // 2 marks the end of the text in the last record; zeros follow it.
  const plain = Buffer.concat([Buffer.from(text), Buffer.from([2])]);
  if (plain.length + TAG > RECORD_SIZE) throw new RangeError('The message is longer than one record');
  const padding = Buffer.alloc(given ? 0 : Math.max(0, PADDED - plain.length));
  const sealed = Buffer.concat([cipher.update(plain), cipher.update(padding), cipher.final()]);

  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.from([own.length]), own, sealed, cipher.getAuthTag()]);
}
