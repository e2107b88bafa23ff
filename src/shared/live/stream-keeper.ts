import { backoff } from './backoff.ts';
import { readEvents, type StreamEnd } from './event-reader.ts';
import type { Opened, Topic } from './topics.ts';

/** What the owner of the stream receives. */
export type News =
  /**
   * The stream is open. `lost`: the previous one broke, and changes may have been missed. `gap`: it follows one that
   * was open until this many ms ago.
   */
  | { kind: 'opened'; ages: Opened; lost: boolean; gap?: number }
  | { kind: 'change'; topic: Topic }
  /** Nothing was missed so far. */
  | { kind: 'beat' }
  /** No stream is available: poll instead. */
  | { kind: 'look' };

/** Polling interval while the server has no stream for this browser, in ms. */
export const POLL_MS = 30_000;

export interface StreamKeeper {
  /** The topics to follow, in canonical order, and the user's id: another user needs another stream. */
  want(topics: readonly Topic[], user: string): void;
  /** Replaces the stream: the server may permit the same user more now. What was missed is read. */
  reopen(): void;
  close(): void;
}

/** Keeps one event stream open and reconnects it. `address` is the URL of the events. */
export function createStreamKeeper(url: string, onNews: (news: News) => void): StreamKeeper {
  let topicsWanted = '';
  let userWanted = '';
  let isLost = false;
  let isOpen = false;
  let stoodUntil: number | undefined;
  let stop = () => {};

  async function run(topics: string, signal: AbortSignal): Promise<void> {
    let polling: ReturnType<typeof setInterval> | undefined;
    for (let failures = 0; !signal.aborted; failures++) {
      const began = Date.now();
      const streamEnd = await readEvents(`${url}?topics=${topics}`, signal, ({ name, data }) => {
        if (signal.aborted) return;
        if (name === 'opened') {
          clearInterval(polling);
          polling = undefined;
          const gap = stoodUntil === undefined ? undefined : Date.now() - stoodUntil;
          onNews({ kind: 'opened', ages: JSON.parse(data) as Opened, lost: isLost, gap });
          isLost = false;
          isOpen = true;
        } else if (name === 'change') {
          onNews({ kind: 'change', topic: (JSON.parse(data) as { type: Topic }).type });
        } else onNews({ kind: 'beat' });
      });
      if (signal.aborted) break;
      if (streamEnd.kind === 'nothing') {
        // It was open before: the permissions of the user changed, and polling finds out how.
        if (isLost) onNews({ kind: 'look' });
        break;
      }
      isLost = true;
      isOpen = false;
      // A stream that was open for a while does not count as a failure.
      if (Date.now() - began > 10_000) failures = 0;
      if (streamEnd.kind === 'refused') polling ??= setInterval(() => onNews({ kind: 'look' }), POLL_MS);
      await pause(waitAfter(streamEnd, failures), signal);
    }
    clearInterval(polling);
  }

  function open(): void {
    if (isOpen) stoodUntil = Date.now();
    isOpen = false;
    stop();
    const disconnect = new AbortController();
    stop = () => disconnect.abort();
    if (topicsWanted) void run(topicsWanted, disconnect.signal);
  }

  // Offline, the connection may hang without an error; once online, retry without waiting.
  const onOffline = () => {
    isLost = true;
    isOpen = false;
    stop();
  };
  const reopen = () => {
    isLost = true;
    open();
  };
  globalThis.addEventListener?.('offline', onOffline);
  globalThis.addEventListener?.('online', reopen);

  return {
    want(topics, user) {
      const wanted = topics.join(',');
      if (wanted === topicsWanted && user === userWanted) return;
      topicsWanted = wanted;
      userWanted = user;
      open();
    },
    reopen,
    close() {
      topicsWanted = '';
      stop();
      globalThis.removeEventListener?.('offline', onOffline);
      globalThis.removeEventListener?.('online', reopen);
    },
  };
}

function waitAfter(streamEnd: StreamEnd, failures: number): number {
  const wait = backoff(failures);
  // Randomised beyond the requested time, so that not all browsers return at once.
  return streamEnd.kind === 'refused' ? streamEnd.retryAfter + wait : wait;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });
}
