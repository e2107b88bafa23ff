/** How far a body that is too large is read on, bytes. */
const READ_ON = 8 * 1024 * 1024;

/**
 * The body of a request, or 'too large' above `most` bytes. What is too large is read on for a while and
 * forgotten: a client that is still sending would see a broken connection instead of the answer.
 */
export async function bodyOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of request.body ?? []) {
    size += part.byteLength;
    if (size <= most) parts.push(part);
    else parts = [];
    if (size > Math.max(most, READ_ON)) break;
  }
  return size > most ? 'too large' : new Uint8Array(Buffer.concat(parts));
}
