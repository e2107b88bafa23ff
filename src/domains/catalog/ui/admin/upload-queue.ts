import { codeOf } from '#shared/messages.ts';
import { pictureFault } from '#shared/picture-rules.ts';
import { randomId } from '#shared/random-id.ts';

/** A picture on its way. One that arrived is none any more: it stands among the product's pictures. */
export interface Upload {
  /** The picture's own id, the same at every try. */
  id: string;
  file: File;
  /** An address to show it at; '' of a file that cannot be shown. */
  preview: string;
  primary: boolean;
  /** `failed` can be tried again, `refused` cannot. */
  state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** What has left, from 0 to 1. At 1 the shop is at work. */
  progress: number;
  /** Why it failed or was refused. */
  reason?: string;
}

export interface SendOptions {
  signal: AbortSignal;
  onProgress: (fraction: number) => void;
}

export interface UploadQueueDeps {
  send: (upload: Upload, options: SendOptions) => Promise<void>;
  /** Told when the last one under way has ended, and when the first one begins. */
  onBusy?: (isBusy: boolean) => void;
  previewOf?: (file: File) => string;
  forgetPreview?: (address: string) => void;
}

export interface UploadQueue {
  /** What a person chose, in her order; with `primary` the first of them that can be sent becomes primary. */
  add(files: readonly File[], primary: boolean): void;
  retry(id: string): void;
  /** Stops one that is under way, or takes one away that ended. */
  remove(id: string): void;
  list(): readonly Upload[];
  subscribe(listener: () => void): () => void;
}

/** More would only slow one another down on a phone's link. */
const AT_ONCE = 2;

/** Refusals that another try meets as well. */
const FINAL = ['NOT_A_PICTURE', 'PICTURE_TOO_LARGE', 'PICTURE_UNREADABLE', 'NOT_FOUND', 'NO_PERMISSION'];

/** Sends pictures two at a time. It lives on while its screen is left for another one. */
export function createUploadQueue({
  send,
  onBusy = () => {},
  previewOf = (file) => URL.createObjectURL(file),
  forgetPreview = (address) => URL.revokeObjectURL(address),
}: UploadQueueDeps): UploadQueue {
  let uploads: readonly Upload[] = [];
  let wasBusy = false;
  const listeners = new Set<() => void>();
  const underWay = new Map<string, AbortController>();

  function set(next: readonly Upload[]) {
    uploads = next;
    const isBusy = uploads.some(({ state }) => state === 'waiting' || state === 'sending');
    if (isBusy !== wasBusy) onBusy(isBusy);
    wasBusy = isBusy;
    for (const tell of listeners) tell();
  }
  const change = (id: string, changes: Partial<Upload>) =>
    set(uploads.map((upload) => (upload.id === id ? { ...upload, ...changes } : upload)));

  function take(id: string) {
    const found = uploads.find((upload) => upload.id === id);
    if (found?.preview) forgetPreview(found.preview);
    set(uploads.filter((upload) => upload.id !== id));
  }

  async function start(upload: Upload) {
    const stop = new AbortController();
    underWay.set(upload.id, stop);
    change(upload.id, { state: 'sending', progress: 0, reason: undefined });
    const onProgress = (progress: number) => !stop.signal.aborted && change(upload.id, { progress });
    try {
      await send(upload, { signal: stop.signal, onProgress });
      if (!stop.signal.aborted) take(upload.id);
    } catch (error) {
      if (!stop.signal.aborted) change(upload.id, endOf(error));
    } finally {
      underWay.delete(upload.id);
      advance();
    }
  }

  function advance() {
    while (underWay.size < AT_ONCE) {
      const next = uploads.find(({ state }) => state === 'waiting');
      if (!next) return;
      void start(next);
    }
  }

  return {
    add(files, primary) {
      let isFirst = true;
      const added = files.map((file): Upload => {
        const reason = pictureFault(file) ?? undefined;
        const upload = { id: randomId(), file, primary: primary && isFirst && !reason, progress: 0, reason };
        if (!reason) isFirst = false;
        return { ...upload, preview: reason ? '' : previewOf(file), state: reason ? 'refused' : 'waiting' };
      });
      set([...uploads, ...added]);
      advance();
    },
    retry(id) {
      change(id, { state: 'waiting', progress: 0, reason: undefined });
      advance();
    },
    remove(id) {
      take(id);
      underWay.get(id)?.abort();
    },
    list: () => uploads,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function endOf(error: unknown): Pick<Upload, 'state' | 'reason'> {
  const code = codeOf(error);
  if (code === undefined) return { state: 'failed', reason: 'The connection was lost.' };
  return { state: FINAL.includes(code) ? 'refused' : 'failed', reason: (error as Error).message };
}
