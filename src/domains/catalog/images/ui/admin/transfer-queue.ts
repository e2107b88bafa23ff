import { codeOf, dataOf } from '#shared/messages.ts';

/** An image on its way to a product. A completed one is removed. */
export interface Transfer {
  id: string;
  /** Those of one lane follow each other, in their order; without a lane they run side by side. */
  lane?: string;
  /** `offline` continues automatically with the connection; `failed` can be retried, `refused` cannot. */
  state: 'waiting' | 'sending' | 'offline' | 'failed' | 'refused';
  /** The sent fraction, from 0 to 1. At 1 the server processes it. */
  progress: number;
  /** The reason of the failure or refusal. */
  reason?: string | undefined;
  /** Failed without a response: retried when the connection changes. */
  isLost?: boolean | undefined;
}

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

export interface TransferQueueDeps<T extends Transfer> {
  send: (transfer: T, options: SendOptions) => Promise<void>;
  /** Called when the first transfer starts and when the last one has ended. */
  onBusy?: ((isBusy: boolean) => void) | undefined;
  /** The state of the device's connection, with change events. */
  connection?: Connection | undefined;
  /** Called with a transfer that leaves the queue. */
  onRemoved?: (transfer: T) => void;
  /** Waits as long as a busy shop asks for, instead of failing: for more than a user watches. */
  isPatient?: boolean;
}

export interface Connection {
  isOnline: () => boolean;
  /** Returns the unsubscribe function. */
  onChange: (listener: () => void) => () => void;
}

const BROWSER: Connection = {
  isOnline: () => navigator.onLine,
  onChange(listener) {
    addEventListener('online', listener);
    addEventListener('offline', listener);
    return () => {
      removeEventListener('online', listener);
      removeEventListener('offline', listener);
    };
  },
};

/** More would only slow each other down on a mobile connection. */
const AT_ONCE = 2;
/** How often a patient queue waits without any success in between, and how long if the shop does not say, seconds. */
const MAX_PAUSES = 10;
const PAUSE_SECONDS = 5;

/** Refusals that a retry cannot change. */
const FINAL = [
  ...['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'NOT_FOUND', 'NO_PERMISSION'],
  ...['URL_REFUSED', 'BAD_INPUT'],
];

/** A transfer that cannot succeed, with the reason. */
export class Refused extends Error {}

/** Sends images two at a time. It continues while another screen is shown. */
export function createTransferQueue<T extends Transfer>({
  send,
  onBusy = () => {},
  connection = BROWSER,
  onRemoved = () => {},
  isPatient = false,
}: TransferQueueDeps<T>) {
  let transfers: readonly T[] = [];
  let wasBusy = false;
  let pauses = 0;
  let pause: ReturnType<typeof setTimeout> | undefined;
  /** A queue outlives its screen; an empty one has no listeners. */
  let stopWatching: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const pending = new Map<string, AbortController>();
  const lanes = new Set<string>();

  function set(next: readonly T[]) {
    transfers = next;
    const isBusy = transfers.some(({ state }) => isComing(state));
    if (isBusy !== wasBusy) onBusy(isBusy);
    wasBusy = isBusy;
    if (transfers.length === 0) {
      stopWatching?.();
      stopWatching = undefined;
    } else {
      stopWatching ??= connection.onChange(goOn);
    }
    for (const notify of listeners) notify();
  }
  const waitingState = () => (connection.isOnline() ? 'waiting' : 'offline');
  const change = (id: string, changes: Partial<Transfer>) =>
    set(transfers.map((transfer) => (transfer.id === id ? { ...transfer, ...changes } : transfer)));

  function take(id: string) {
    const found = transfers.find((transfer) => transfer.id === id);
    if (found) onRemoved(found);
    set(transfers.filter((transfer) => transfer.id !== id));
  }

  /** Whether the queue waits for a busy shop; the transfer is sent again. */
  function waitFor(error: unknown): boolean {
    const code = codeOf(error);
    if (!isPatient || (code !== 'RATE_LIMITED' && code !== 'BUSY') || pauses >= MAX_PAUSES) return false;
    if (pause) return true;
    pauses++;
    const { seconds = PAUSE_SECONDS } = dataOf<{ seconds: number }>(error);
    pause = setTimeout(() => {
      pause = undefined;
      advance();
    }, seconds * 1_000);
    return true;
  }

  async function start(transfer: T) {
    const stop = new AbortController();
    pending.set(transfer.id, stop);
    if (transfer.lane) lanes.add(transfer.lane);
    change(transfer.id, { state: 'sending', progress: 0, reason: undefined });
    const onProgress = (progress: number) => !stop.signal.aborted && change(transfer.id, { progress });
    try {
      await send(transfer, { signal: stop.signal, onProgress });
      pauses = 0;
      if (!stop.signal.aborted) take(transfer.id);
    } catch (error) {
      if (!stop.signal.aborted) {
        change(transfer.id, waitFor(error) ? { state: 'waiting' } : endOf(error, connection.isOnline()));
      }
    } finally {
      pending.delete(transfer.id);
      if (transfer.lane) lanes.delete(transfer.lane);
      advance();
    }
  }

  function advance() {
    if (!connection.isOnline() || pause) return;
    while (pending.size < AT_ONCE) {
      const next = transfers.find(({ state, lane }) => state === 'waiting' && !(lane && lanes.has(lane)));
      if (!next) return;
      void start(next);
    }
  }

  function retryWhere(isMeant: (transfer: T) => boolean) {
    const again = { state: waitingState(), progress: 0, reason: undefined, isLost: undefined } as const;
    pauses = 0;
    set(transfers.map((transfer) => (isMeant(transfer) ? { ...transfer, ...again } : transfer)));
    advance();
  }

  function goOn() {
    if (connection.isOnline())
      return retryWhere(({ state, isLost }) => state === 'offline' || isLost === true);
    // Those that have not started show why they wait.
    set(transfers.map((one) => (one.state === 'waiting' ? { ...one, state: 'offline' } : one)));
  }

  return {
    /** Adds transfers in order; a waiting one starts. */
    add(added: readonly T[]) {
      set([...transfers, ...added]);
      advance();
    },
    retry: (id: string) => retryWhere((transfer) => transfer.id === id),
    /** Retries all failed transfers. */
    retryAll: () => retryWhere(({ state }) => state === 'failed'),
    /** Cancels a transfer, or removes an ended one. */
    remove(id: string) {
      take(id);
      pending.get(id)?.abort();
    },
    /** Cancels and removes those that have not ended. */
    cancel() {
      clearTimeout(pause);
      pause = undefined;
      for (const one of transfers) if (isComing(one.state)) onRemoved(one);
      set(transfers.filter(({ state }) => !isComing(state)));
      for (const stop of pending.values()) stop.abort();
    },
    waitingState,
    list: () => transfers,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Whether a transfer continues without user action. */
export const isComing = (state: Transfer['state']): boolean =>
  state === 'waiting' || state === 'sending' || state === 'offline';

function endOf(error: unknown, isOnline: boolean): Partial<Transfer> {
  if (error instanceof Refused) return { state: 'refused', reason: error.message };
  const code = codeOf(error);
  if (code === undefined && !isOnline) return { state: 'offline', progress: 0 };
  if (code === undefined) return { state: 'failed', reason: 'The connection was lost.', isLost: true };
  return { state: FINAL.includes(code) ? 'refused' : 'failed', reason: (error as Error).message };
}
