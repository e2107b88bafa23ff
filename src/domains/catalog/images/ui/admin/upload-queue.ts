import { imageFault, isHeicFile } from '#shared/image-rules.ts';
import { codeOf } from '#shared/messages.ts';
import { randomId } from '#shared/random-id.ts';

/** An image on its way. One that arrived is none any more: it stands among the product's images. */
export interface Upload {
  /** The image's own id, the same at every try. */
  id: string;
  file: File;
  /** An address to show it at; '' of a file that cannot be shown. */
  preview: string;
  primary: boolean;
  /** `offline` goes on by itself with the connection; `failed` can be tried again, `refused` cannot. */
  state: 'waiting' | 'sending' | 'offline' | 'failed' | 'refused';
  /** What has left, from 0 to 1. At 1 the shop is at work. */
  progress: number;
  /** Why it failed or was refused. */
  reason?: string;
  /** Failed without an answer of the shop: tried again when the connection changes. */
  isLost?: boolean;
}

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

export interface UploadQueueDeps {
  send: (upload: Upload, options: SendOptions) => Promise<void>;
  /** Told when the last one under way has ended, and when the first one begins. */
  onBusy?: (isBusy: boolean) => void;
  /** Whether the device has a connection, and a way to be called when that changes. */
  connection?: Connection;
  previewOf?: (file: File) => string;
  forgetPreview?: (address: string) => void;
}

export interface Connection {
  isOnline: () => boolean;
  /** Gives what ends it. */
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
  /** What a person chose, in her order; with `primary` the first of them that can be sent becomes primary. */
  add(files: readonly File[], primary: boolean): void;
  retry(id: string): void;
  /** All that failed, once more. */
  retryAll(): void;
  /** Stops one that is under way, or takes one away that ended. */
  remove(id: string): void;
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

/** More would only slow one another down on a phone's link. */
const AT_ONCE = 2;

/** Refusals that another try meets as well. */
const FINAL = ['NOT_AN_IMAGE', 'IMAGE_TOO_LARGE', 'IMAGE_UNREADABLE', 'NOT_FOUND', 'NO_PERMISSION'];

/** Sends images two at a time. It lives on while its screen is left for another one. */
export function createUploadQueue({
  send,
  onBusy = () => {},
  connection = BROWSER,
  previewOf = (file) => (isHeicFile(file) ? '' : URL.createObjectURL(file)),
  forgetPreview = (address) => URL.revokeObjectURL(address),
}: UploadQueueDeps): UploadQueue {
  let uploads: readonly Upload[] = [];
  let wasBusy = false;
  /** A queue outlives its screen; an empty one listens to nothing. */
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
    for (const tell of listeners) tell();
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
    // Whatever has not begun says why it does not.
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

/** Whether an upload goes on without anybody. */
export const isComing = (state: Upload['state']): boolean =>
  state === 'waiting' || state === 'sending' || state === 'offline';

function endOf(error: unknown, isOnline: boolean): Partial<Upload> {
  const code = codeOf(error);
  if (code === undefined && !isOnline) return { state: 'offline', progress: 0 };
  if (code === undefined) return { state: 'failed', reason: 'The connection was lost.', isLost: true };
  return { state: FINAL.includes(code) ? 'refused' : 'failed', reason: (error as Error).message };
}
