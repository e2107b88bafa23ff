import { imageFault, isHeicFile } from '#shared/image-rules.ts';
import { codeOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';

/** An upload in progress. A completed one is removed: it is among the product's images. */
export interface Upload {
  /** The image's id, the same on every attempt. */
  id: string;
  file: File;
  /** A URL to display it; '' if the file cannot be displayed. */
  preview: string;
  primary: boolean;
  /** `offline` continues automatically with the connection; `failed` can be retried, `refused` cannot. */
  state: 'waiting' | 'sending' | 'offline' | 'failed' | 'refused';
  /** The sent fraction, from 0 to 1. At 1 the server processes it. */
  progress: number;
  /** The reason of the failure or refusal. */
  reason?: string;
  /** Failed without a response: retried when the connection changes. */
  isLost?: boolean;
}

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

export interface UploadQueueDeps {
  send: (upload: Upload, options: SendOptions) => Promise<void>;
  /** Called when the first upload starts and when the last one has ended. */
  onBusy?: (isBusy: boolean) => void;
  /** The state of the device's connection, with change events. */
  connection?: Connection;
  previewOf?: (file: File) => string;
  forgetPreview?: (address: string) => void;
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

export interface UploadQueue {
  /** Adds chosen files in order; with `primary` the first valid one becomes primary. */
  add(files: readonly File[], primary: boolean): void;
  retry(id: string): void;
  /** Retries all failed uploads. */
  retryAll(): void;
  /** Cancels an upload, or removes an ended one. */
  remove(id: string): void;
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

/** More would only slow each other down on a mobile connection. */
const AT_ONCE = 2;

/** Refusals that a retry cannot change. */
const FINAL = ['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'NOT_FOUND', 'NO_PERMISSION'];

/** Uploads images two at a time. It continues while another screen is shown. */
export function createUploadQueue({
  send,
  onBusy = () => {},
  connection = BROWSER,
  previewOf = (file) => (isHeicFile(file) ? '' : URL.createObjectURL(file)),
  forgetPreview = (address) => URL.revokeObjectURL(address),
}: UploadQueueDeps): UploadQueue {
  let uploads: readonly Upload[] = [];
  let wasBusy = false;
  /** A queue outlives its screen; an empty one has no listeners. */
  let stopWatching: (() => void) | undefined;
  const listeners = new Set<() => void>();
  const pending = new Map<string, AbortController>();

  function set(next: readonly Upload[]) {
    uploads = next;
    const isBusy = uploads.some(({ state }) => isComing(state));
    if (isBusy !== wasBusy) onBusy(isBusy);
    wasBusy = isBusy;
    if (uploads.length === 0) {
      stopWatching?.();
      stopWatching = undefined;
    } else {
      stopWatching ??= connection.onChange(goOn);
    }
    for (const notify of listeners) notify();
  }
  const waitingState = () => (connection.isOnline() ? 'waiting' : 'offline');
  const change = (id: string, changes: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  function take(id: string) {
    const found = uploads.find((upload) => upload.id === id);
    if (found?.preview) forgetPreview(found.preview);
    set(uploads.filter((upload) => upload.id !== id));
  }

  async function start(upload: Upload) {
    const stop = new AbortController();
    pending.set(upload.id, stop);
    change(upload.id, { state: 'sending', progress: 0, reason: undefined });
    const onProgress = (progress: number) => !stop.signal.aborted && change(upload.id, { progress });
    try {
      await send(upload, { signal: stop.signal, onProgress });
      if (!stop.signal.aborted) take(upload.id);
    } catch (error) {
      if (!stop.signal.aborted) change(upload.id, endOf(error, connection.isOnline()));
    } finally {
      pending.delete(upload.id);
      advance();
    }
  }

  function advance() {
    if (!connection.isOnline()) return;
    while (pending.size < AT_ONCE) {
      const next = uploads.find(({ state }) => state === 'waiting');
      if (!next) return;
      void start(next);
    }
  }

  function retryWhere(isMeant: (upload: Upload) => boolean) {
    const again = { state: waitingState(), progress: 0, reason: undefined, isLost: undefined } as const;
    set(uploads.map((upload) => (isMeant(upload) ? { ...upload, ...again } : upload)));
    advance();
  }

  function goOn() {
    if (connection.isOnline())
      return retryWhere(({ state, isLost }) => state === 'offline' || isLost === true);
    // Uploads that have not started show why they wait.
    set(uploads.map((upload) => (upload.state === 'waiting' ? { ...upload, state: 'offline' } : upload)));
  }

  return {
    add(files, primary) {
      let isFirst = true;
      const added = files.map((file): Upload => {
        const reason = imageFault(file) ?? undefined;
        const upload = { id: randomId(), file, primary: primary && isFirst && !reason, progress: 0, reason };
        if (!reason) isFirst = false;
        return {
          ...upload,
          preview: reason ? '' : previewOf(file),
          state: reason ? 'refused' : waitingState(),
        };
      });
      set([...uploads, ...added]);
      advance();
    },
    retry: (id) => retryWhere((upload) => upload.id === id),
    retryAll: () => retryWhere(({ state }) => state === 'failed'),
    remove(id) {
      take(id);
      pending.get(id)?.abort();
    },
    list: () => uploads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Whether an upload continues without user action. */
export const isComing = (state: Upload['state']): boolean =>
  state === 'waiting' || state === 'sending' || state === 'offline';

function endOf(error: unknown, isOnline: boolean): Partial<Upload> {
  const code = codeOf(error);
  if (code === undefined && !isOnline) return { state: 'offline', progress: 0 };
  if (code === undefined) return { state: 'failed', reason: 'The connection was lost.', isLost: true };
  return { state: FINAL.includes(code) ? 'refused' : 'failed', reason: (error as Error).message };
}
