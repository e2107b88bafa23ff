import type { Readable } from 'node:stream';

/**
 * The bytes of an answer, read as fast as they are taken. A reader may pause as long as she likes; a store that
 * sends nothing for `stallMs` while she waits breaks the stream with what `failed` makes of it.
 */
export function objectStream(
  body: Readable,
  { stallMs, failed }: { stallMs: number; failed: (cause: unknown, timedOut: boolean) => Error },
): ReadableStream<Uint8Array> {
  const parts = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let stalled = false;
        const timer = setTimeout(() => {
          stalled = true;
          body.destroy(new Error('no bytes came'));
        }, stallMs);
        try {
          const { done, value } = await parts.next();
          if (done) controller.close();
          else controller.enqueue(new Uint8Array(value));
        } catch (error) {
          throw failed(error, stalled);
        } finally {
          clearTimeout(timer);
        }
      },
      cancel() {
        body.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}
