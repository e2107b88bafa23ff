/**
 * Splits a stream into pieces of `size` bytes, the first of `first`, the last shorter; an empty stream gives one
 * empty piece.
 */
export async function* pieces(
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

/** Reads a small file completely. */
export async function wholeOf(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

export async function* inOne(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
