import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

// A sealed file: a salt for the key, a salt for the file, then pieces of AES-256-GCM, each with its tag. The number
// of a piece, and whether it is the last, form its nonce, and the file's name is part of its key: a piece or file
// that is truncated, moved, repeated or swapped does not open. (The construction is known as STREAM.)

const PIECE = 64 * 1024;
const TAG = 16;
const SALT = 16;
/** 32 MB and about 100 ms per guess at a human-chosen key; once per backup. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const stretch = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** Seals and unseals the files of one backup. */
export interface Keyring {
  seal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Fails if a piece was not sealed under this name and key. */
  unseal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
}

/** `key` is the configured key; the sealing keys are derived from it anew for each backup and file. */
export function keyringOf(key: string): Keyring {
  const salt = randomBytes(SALT);
  const stretched = new Map<string, Promise<Buffer>>();

  async function fileKey(of: Buffer, fileSalt: Buffer, name: string): Promise<Buffer> {
    const known = of.toString('hex');
    if (!stretched.has(known)) stretched.set(known, stretch(key.normalize('NFC'), of, 32, COST));
    return Buffer.from(hkdfSync('sha256', await stretched.get(known)!, fileSalt, `aso-house ${name}`, 32));
  }

  return {
    async *seal(name, source) {
      const fileSalt = randomBytes(SALT);
      const secret = await fileKey(salt, fileSalt, name);
      yield Buffer.concat([salt, fileSalt]);
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
          secret = await fileKey(bytes.subarray(0, SALT), bytes.subarray(SALT), name);
          continue;
        }
        if (bytes.length < TAG) throw new Error('cut off');
        const decipher = createDecipheriv('aes-256-gcm', secret, nonceOf(number++, isLast));
        decipher.setAuthTag(bytes.subarray(-TAG));
        yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG)), decipher.final()]);
      }
    },
  };
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(number, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Splits a stream into pieces of `size` bytes, the first of `first`, the last shorter; an empty stream gives one
 * empty piece.
 */
async function* pieces(
  source: AsyncIterable<Uint8Array>,
  size: number,
  first = size,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  let held: Uint8Array[] = [];
  let length = 0;
  let wanted = first;
  for await (const part of source) {
    held.push(part);
    length += part.length;
    // Hold a full piece until one more byte arrives: only then it is not the last.
    if (length <= wanted) continue;
    let all = Buffer.concat(held);
    while (all.length > wanted) {
      yield { bytes: all.subarray(0, wanted), isLast: false };
      all = all.subarray(wanted);
      wanted = size;
    }
    held = [all];
    length = all.length;
  }
  yield { bytes: Buffer.concat(held), isLast: true };
}
