/** A server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** How a stream ended, or why there was none. */
export type StreamEnd =
  /** It was open and then ended, stalled or was cut. */
  | { kind: 'ended' }
  /** The server could not be reached, or something else responded. */
  | { kind: 'failed' }
  /** No requested topic is permitted. */
  | { kind: 'nothing' }
  /** Too many streams: retry after this time, ms. */
  | { kind: 'refused'; retryAfter: number };

/** A stream without a byte for this long is dead: heartbeats come every 30 s. */
export const SILENCE_MS = 75_000;

/**
 * Reads a stream of server-sent events until it ends. Not EventSource: that exposes neither status nor Retry-After,
 * and never gives up a silent connection. Never rejects.
 */
export async function readEvents(
  url: string,
  signal: AbortSignal,
  onEvent: (event: ServerEvent) => void,
): Promise<StreamEnd> {
  const cut = new AbortController();
  const abort = () => cut.abort();
  signal.addEventListener('abort', abort);
  // Timers do not run while the machine sleeps, but the clock does.
  let receivedAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - receivedAt > SILENCE_MS) abort();
  }, 5_000);
  let isOpen = false;
  try {
    const response = await fetch(url, { signal: cut.signal, cache: 'no-store' });
    if (response.status === 204) return { kind: 'nothing' };
    const retryAfter = Number(response.headers.get('retry-after'));
    if ((response.status === 429 || response.status === 503) && retryAfter > 0) {
      return { kind: 'refused', retryAfter: retryAfter * 1000 };
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return { kind: 'failed' };
    isOpen = true;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'ended' };
      receivedAt = Date.now();
      const parts = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const event = eventOf(part);
        if (event) onEvent(event);
      }
    }
  } catch {
    return { kind: isOpen ? 'ended' : 'failed' };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', abort);
    // Also releases the connection of a response that was not read.
    abort();
  }
}

/** The server writes an event's name and data on one line each. */
function eventOf(part: string): ServerEvent | null {
  const found = /^event: (.+)\ndata: (.*)$/.exec(part);
  return found && { name: found[1]!, data: found[2]! };
}
