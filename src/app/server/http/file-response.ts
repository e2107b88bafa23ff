import { raised } from '#platform/rpc/gate.ts';
import { ERRORS, textOf } from '#shared/errors.ts';

/** A file to download, made while it is read. */
export const fileOf = (
  name: string,
  contentType: string,
  pieces: AsyncGenerator<string | Uint8Array>,
): Response =>
  new Response(streamOf(pieces), {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  });

/** Produces a piece when the reader is ready; stops when the reader disconnects. */
export function streamOf(
  pieces: AsyncGenerator<string | Uint8Array>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await pieces.next();
      if (done) controller.close();
      else
        controller.enqueue(
          typeof value === 'string' ? encoder.encode(value) : (value as Uint8Array<ArrayBuffer>),
        );
    },
    cancel: async () => {
      await pieces.return(undefined);
    },
  });
}

/** The answer to a refusal at a URL that is not an operation. Throws any other error. */
export function refusalOf(error: unknown): Response {
  const refusal = raised(error);
  if (!refusal) throw error;
  const { code, data } = refusal;
  const wait = data.seconds;
  return Response.json(
    { code, message: textOf(code, data) },
    {
      status: ERRORS[code].status,
      headers: {
        'cache-control': 'no-store',
        ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
      },
    },
  );
}
