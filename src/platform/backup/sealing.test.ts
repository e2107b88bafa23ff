import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { inOne, wholeOf } from './pieces.ts';
import { keyringOf } from './sealing.ts';

const PIECE = 64 * 1024;
const keyring = keyringOf('a key that somebody keeps');
const seal = (bytes: Buffer, name = 'a') => wholeOf(keyring.seal(name, inOne(bytes)));
const open = (sealed: Buffer, { name = 'a', ring = keyringOf('a key that somebody keeps') } = {}) =>
  wholeOf(ring.unseal(name, inOne(sealed)));

test.each([0, 1, PIECE - 1, PIECE, PIECE + 1, 3 * PIECE, 3 * PIECE + 7])(
  '%i bytes unseal unchanged',
  async (size) => {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect(await open(sealed)).toEqual(bytes);
    expect(sealed.equals(await seal(bytes))).toBe(false);
  },
);

test('chunks can have any size', async () => {
  const bytes = randomBytes(2 * PIECE + 100);
  const sealed = await seal(bytes);
  async function* crumbs() {
    for (let at = 0; at < sealed.length; at += 997) yield sealed.subarray(at, at + 997);
  }
  expect(await wholeOf(keyring.unseal('a', crumbs()))).toEqual(bytes);
});

test('sealed data that was truncated, moved, changed, renamed or sealed with another key does not open', async () => {
  const bytes = randomBytes(3 * PIECE);
  const sealed = await seal(bytes);
  const pieceAt = (n: number) => sealed.subarray(32 + n * (PIECE + 16), 32 + (n + 1) * (PIECE + 16));
  const head = sealed.subarray(0, 32);
  // Truncated between two pieces, so that the remaining pieces are intact.
  await expect(open(Buffer.concat([head, pieceAt(0), pieceAt(1)]))).rejects.toThrow();
  await expect(open(sealed.subarray(0, -1))).rejects.toThrow();
  await expect(open(head)).rejects.toThrow();
  await expect(open(Buffer.alloc(0))).rejects.toThrow();
  await expect(open(Buffer.concat([head, pieceAt(1), pieceAt(0), pieceAt(2)]))).rejects.toThrow();
  await expect(open(Buffer.concat([sealed, pieceAt(2)]))).rejects.toThrow();
  for (const at of [0, 20, 40, sealed.length - 1]) {
    const changed = Buffer.from(sealed);
    changed[at]! ^= 1;
    await expect(open(changed), `byte ${at}`).rejects.toThrow();
  }
  await expect(open(sealed, { name: 'b' })).rejects.toThrow();
  await expect(open(sealed, { ring: keyringOf('another key that somebody keeps') })).rejects.toThrow();
});
