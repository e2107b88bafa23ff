/** One server-sent event. */
export interface ServerEvent {
  name: string;
  data: string;
}

/** How a stream ended, or that there was none. */
export type Shutdown =
  /** It was there; it ended, fell silent, or was cut. */
  | { kind: 'ended' }
  /** The server could not be reached, or something else answered in its place. */
  | { kind: 'failed' }
  /** The server has nothing to tell about what was asked. */
  | { kind: 'nothing' }
  /** Too many streams: not before so many ms. */
  | { kind: 'refused'; retryAfter: number };

/** A stream without a byte for so long is dead: heartbeats come every 30 s. */
export const SILENCE_MS = 75_000;

/**
 * Reads a stream of server-sent events until it ends. Not EventSource: that one tells neither a status nor
 * Retry-After, and believes in a silent line for ever. Never rejects.
 */
export async function readEvents(
  url: string,
  signal: AbortSignal,
  hear: (event: ServerEvent) => void,
): Promise<Shutdown> {
  const cut = new AbortController();
  const leave = () => cut.abort();
  signal.addEventListener('abort', leave);
  // A machine that slept keeps no timers, but its clock has gone on.
  let heardAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - heardAt > SILENCE_MS) leave();
  }, 5_000);
  let stands = false;
  try {
    const response = await fetch(url, { signal: cut.signal, cache: 'no-store' });
    if (response.status === 204) return { kind: 'nothing' };
    const retryAfter = Number(response.headers.get('retry-after'));
    if ((response.status === 429 || response.status === 503) && retryAfter > 0) {
      return { kind: 'refused', retryAfter: retryAfter * 1000 };
    }
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    if (!response.ok || !isStream || !response.body) return { kind: 'failed' };
    stands = true;
    const reader = response.body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { kind: 'ended' };
      heardAt = Date.now();
      const parts = (text + decoder.decode(value, { stream: true })).split('\n\n');
      text = parts.pop()!;
      for (const part of parts) {
        const event = eventOf(part);
        if (event) hear(event);
      }
    }
  } catch {
    return { kind: stands ? 'ended' : 'failed' };
  } finally {
    clearInterval(watch);
    signal.removeEventListener('abort', leave);
    // Also frees the line of an answer that was not read.
    leave();
  }
}

/** Our server writes an event's name and its data on one line each. */
function eventOf(part: string): ServerEvent | null {
  const found = /^event: (.+)\ndata: (.*)$/.exec(part);
  return found && { name: found[1]!, data: found[2]! };
}
