const encoder = new TextEncoder();

/** Bytes that may wait for one reader; who is slower than that is cut, and reads again when it returns. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Browsers come back after so many ms. */
const RETRY_MS = 3_000;

export interface EventStream {
  response: Response;
  /** Sends an event; a reader that is too slow is cut instead. */
  send(name: string, data: unknown): void;
  end(): void;
}

/** A stream of server-sent events. `onEnd` is called once, whoever ends it. */
export function openEventStream(signal: AbortSignal, onEnd: () => void): EventStream {
  let controller: ReadableStreamDefaultController<Uint8Array>;
  let ended = false;

  function finish(how: () => void): void {
    if (ended) return;
    ended = true;
    signal.removeEventListener('abort', abort);
    onEnd();
    try {
      how();
    } catch {
      // The reader has left already.
    }
  }
  const abort = () => finish(() => controller.close());

  const body = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened;
      },
      cancel: () => finish(() => {}),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: MAX_WAITING_BYTES }),
  );

  function write(text: string): void {
    if (ended) return;
    const bytes = encoder.encode(text);
    if ((controller.desiredSize ?? 0) < bytes.length) {
      // Not close(): what waits would hold the connection for as long as the reader likes.
      finish(() => controller.error(new Error('The reader is too slow')));
      return;
    }
    controller.enqueue(bytes);
  }

  signal.addEventListener('abort', abort);
  if (signal.aborted) abort();
  else write(`retry: ${RETRY_MS}\n\n`);
  return {
    response: new Response(body, {
      headers: {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        // A proxy would hold the events back until it has a bufferful.
        'x-accel-buffering': 'no',
      },
    }),
    send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => finish(() => controller.close()),
  };
}
