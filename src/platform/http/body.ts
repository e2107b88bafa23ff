/** How much of a body is still read above what is allowed, bytes. */
const READ_ON = 8 * 1024 * 1024;

/** The client disconnected before the end of the body, such as a phone without a connection or a cancelled upload. */
export class BodyCutOff extends Error {
  override readonly name = 'BodyCutOff';
}

/**
 * The body of a request, or 'too large' above `most` bytes. A too large body is read on for a while and discarded:
 * otherwise a client that is still sending would see a broken connection instead of the response. Throws BodyCutOff.
 */
export async function bodyOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
  let parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of request.body ?? []) {
      size += part.byteLength;
      if (size <= most) parts.push(part);
      else parts = [];
      if (size > most + READ_ON) break;
    }
  } catch (error) {
    throw new BodyCutOff('The body did not come to its end', { cause: error });
  }
  return size > most ? 'too large' : new Uint8Array(Buffer.concat(parts));
}
