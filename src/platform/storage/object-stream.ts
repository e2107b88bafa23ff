import type { Readable } from 'node:stream';

/**
 * Streams the bytes of a response as fast as they are read. A reader may pause for any time; a store that sends
 * nothing for `stallMs` while the reader waits fails the stream with the error from `failed`.
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
