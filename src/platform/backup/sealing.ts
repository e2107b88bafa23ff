import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';

// A sealed file: a salt for the key, a salt for the file, then pieces of AES-256-GCM, each with its tag. The number of
// a piece, and whether it is the last, are its nonce, and the file's name is in its key: a piece or a file that is
// cut off, moved, repeated or put in another's place does not open. (The construction is known as STREAM.)

const PIECE = 64 * 1024;
const TAG = 16;
const SALT = 16;
/** 32 MB and some 100 ms for each guess at a key that a person made up; once for a backup. */
const COST = { N: 2 ** 15, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };

const stretch = promisify<string, Buffer, number, typeof COST, Buffer>(scrypt);

/** What opens and closes the sealed files of one backup. */
export interface Keyring {
  seal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
  /** Fails where a piece is not what was sealed under this name and key. */
  unseal(name: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer>;
}

/** `key` is what a person keeps; what seals is derived from it anew for each backup and each file. */
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

/** A stream in pieces of `size` bytes, the first of `first`, the last of what is left; one empty piece for nothing. */
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
    // A whole piece waits for one byte more: only then it is known not to be the last.
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
