/** How far a body that is too large is read on, bytes. */
const READ_ON = 8 * 1024 * 1024;

/** The client left before its body had come: a phone that lost its link, an upload that was cancelled. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

/**
 * The body of a request, or 'too large' above `most` bytes. What is too large is read on for a while and
 * forgotten: a client that is still sending would see a broken connection instead of the answer. Throws BodyCutOff.
 */
export async function bodyOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  let parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size <= most) parts.push(part);
      else parts = [];
      if (size > Math.max(most, READ_ON)) break;
    }
  } catch (error) {
    throw new BodyCutOff('The body did not come to its end', { cause: error });
  }
  return size > most ? 'too large' : new Uint8Array(Buffer.concat(parts));
}
