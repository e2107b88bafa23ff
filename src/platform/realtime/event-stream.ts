const encoder = new TextEncoder();

/** Bytes that may wait for a reader; a slower reader is disconnected, and reads again when it reconnects. */
const MAX_WAITING_BYTES = 64 * 1024;
/** Browsers reconnect after this time, ms. */
const RETRY_MS = 3_000;

export interface EventStream {
  response: Response;
  /** Sends an event, or disconnects a reader that is too slow. */
  send(name: string, data: unknown): void;
  end(): void;
}

/** A stream of server-sent events. `onEnd` is called once, whichever side ends it. */
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
      // The reader has disconnected already.
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
      // Not close(): unsent data would keep the connection open for as long as the reader likes.
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
        // Otherwise a proxy would buffer the events.
        'x-accel-buffering': 'no',
      },
    }),
    send: (name, data) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`),
    end: () => finish(() => controller.close()),
  };
}
