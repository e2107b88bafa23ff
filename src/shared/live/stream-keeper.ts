import { backoff } from './backoff.ts';
import { readEvents, type Shutdown } from './event-reader.ts';
import type { Opened, Topic } from './topics.ts';

/** What the one who keeps the stream hears. */
export type News =
  /**
   * The stream stands. `lost`: the one before it broke, and nobody knows what was missed. `gap`: it follows one
   * that stood until so many ms ago.
   */
  | { kind: 'opened'; ages: Opened; lost: boolean; gap?: number }
  | { kind: 'change'; topic: Topic }
  /** Up to now nothing was missed. */
  | { kind: 'beat' }
  /** There is no stream to be had: time to look for oneself. */
  | { kind: 'look' };

/** How often to look when the server has no stream for us, in ms. */
export const POLL_MS = 30_000;

export interface StreamKeeper {
  /** The topics to hear of, in one order for all, and as whom: another person is another stream. */
  want(topics: readonly Topic[], person: string): void;
  close(): void;
}

/** Keeps one stream of events open through whatever happens to it. `address` is that of the events. */
export function keepStream(address: string, tell: (news: News) => void): StreamKeeper {
  let topicsWanted = '';
  let personWanted = '';
  let isLost = false;
  let stands = false;
  let stoodUntil: number | undefined;
  let stop = () => {};

  async function run(topics: string, signal: AbortSignal): Promise<void> {
    let polling: ReturnType<typeof setInterval> | undefined;
    for (let failures = 0; !signal.aborted; failures++) {
      const began = Date.now();
      const shutdown = await readEvents(`${address}?topics=${topics}`, signal, ({ name, data }) => {
        if (signal.aborted) return;
        if (name === 'opened') {
          clearInterval(polling);
          polling = undefined;
          const gap = stoodUntil === undefined ? undefined : Date.now() - stoodUntil;
          tell({ kind: 'opened', ages: JSON.parse(data) as Opened, lost: isLost, gap });
          isLost = false;
          stands = true;
        } else if (name === 'change') {
          tell({ kind: 'change', topic: (JSON.parse(data) as { type: Topic }).type });
        } else tell({ kind: 'beat' });
      });
      if (signal.aborted) break;
      if (shutdown.kind === 'nothing') {
        // It stood before: who listens is no longer who she was, and finds that out by looking.
        if (isLost) tell({ kind: 'look' });
        break;
      }
      isLost = true;
      stands = false;
      // One that held for a while was no failure to open.
      if (Date.now() - began > 10_000) failures = 0;
      if (shutdown.kind === 'refused') polling ??= setInterval(() => tell({ kind: 'look' }), POLL_MS);
      await pause(waitAfter(shutdown, failures), signal);
    }
    clearInterval(polling);
  }

  function open(): void {
    if (stands) stoodUntil = Date.now();
    stands = false;
    stop();
    const leaving = new AbortController();
    stop = () => leaving.abort();
    if (topicsWanted) void run(topicsWanted, leaving.signal);
  }

  // Without a link the line may hang without a word; with a new one nobody need wait any longer.
  const onOffline = () => {
    isLost = true;
    stands = false;
    stop();
  };
  const onOnline = () => {
    isLost = true;
    open();
  };
  globalThis.addEventListener?.('offline', onOffline);
  globalThis.addEventListener?.('online', onOnline);

  return {
    want(topics, person) {
      const wanted = topics.join(',');
      if (wanted === topicsWanted && person === personWanted) return;
      topicsWanted = wanted;
      personWanted = person;
      open();
    },
    close() {
      topicsWanted = '';
      stop();
      globalThis.removeEventListener?.('offline', onOffline);
      globalThis.removeEventListener?.('online', onOnline);
    },
  };
}

function waitAfter(shutdown: Shutdown, failures: number): number {
  const wait = backoff(failures);
  // Later than was asked rather than all at the same moment again.
  return shutdown.kind === 'refused' ? shutdown.retryAfter + wait : wait;
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
