import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { pieces } from './pieces.ts';

// A sealed file: a salt for the key, a salt for the file, then pieces of AES-256-GCM, each with its tag. The number
// of a piece, and whether it is the last, form its nonce, and the file's name is part of its key: a piece or file
// that is truncated, moved, repeated or swapped does not open. (The construction is known as STREAM.)

const PIECE = 64 * 1024;
const TAG = 16;
/** Bytes of a salt; the first of them begin every sealed file. */
export const SALT = 16;
/** 32 MB and about 100 ms per guess at a human-chosen key; once per salt. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const stretch = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Seals and unseals the files of backups that were made with one key. */
export interface Keyring {
  /** The salt of what it seals, in hexadecimal digits. */
  salt: string;
  seal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Fails if a piece was not sealed under this name and key. */
  unseal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** A name for content under this salt, in hexadecimal digits. Without the key it says nothing of the content. */
  nameOf(salt: string, sha256: string): Promise<string>;
}

/** The size of sealed content, bytes. */
export const sealedSize = (bytes: number): number =>
  2 * SALT + bytes + TAG * Math.max(1, Math.ceil(bytes / PIECE));

/**
 * `key` is the configured key; the key of each file is derived from it, from `salt` and from a salt of the file. The
 * key is stretched once for each salt: backups that share it open faster.
 */
export function keyringOf(key: string, salt = randomBytes(SALT).toString('hex')): Keyring {
  const stretched = new Map<string, Promise<Buffer>>();

  function stretchedBy(salt: string): Promise<Buffer> {
    if (!stretched.has(salt)) {
      stretched.set(salt, stretch(key.normalize('NFC'), Buffer.from(salt, 'hex'), 32, COST));
    }
    return stretched.get(salt)!;
  }

  const derive = async (salt: string, fileSalt: Buffer, purpose: string): Promise<Buffer> =>
    Buffer.from(hkdfSync('sha256', await stretchedBy(salt), fileSalt, `aso-house ${purpose}`, 32));

  return {
    salt,
    async *seal(name, source) {
      const fileSalt = randomBytes(SALT);
      const secret = await derive(salt, fileSalt, name);
      yield Buffer.concat([Buffer.from(salt, 'hex'), fileSalt]);
      let number = 0;
      for await (const { bytes, isLast } of pieces(source, PIECE)) {
        const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(number++, isLast));
        yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
      }
    },
    async *unseal(name, source) {
      let secret: Buffer | undefined;
      let number = 0;
      for await (const { bytes, isLast } of pieces(source, PIECE + TAG, 2 * SALT)) {
        if (!secret) {
          if (bytes.length < 2 * SALT || isLast) throw new Error('too short to be sealed');
          secret = await derive(bytes.toString('hex', 0, SALT), bytes.subarray(SALT), name);
          continue;
        }
        if (bytes.length < TAG) throw new Error('cut off');
        const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number++, isLast));
        decipher.setAuthTag(bytes.subarray(-TAG));
        yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
      }
    },
    async nameOf(salt, sha256) {
      const secret = await derive(salt, Buffer.alloc(0), 'names of images');
      return createHmac('sha256', secret).update(sha256, 'hex').digest('hex');
    },
  };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
