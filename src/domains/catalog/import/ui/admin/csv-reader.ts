import { workerUrl } from '#shared/script-policies.ts';
import type { CsvOperations, WorkerReply, WorkerRequest } from './csv-worker.ts';
import csvScript from './csv-worker.ts?worker&url';

/** Maximum file size: for larger files a phone lacks the memory. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

class FileClosed extends Error {
  override message = 'The file was closed';
}

/** For a request whose outcome nobody waits for once its file is closed. */
export function ignoreClosed(error: unknown): void {
  if (!(error instanceof FileClosed)) throw error;
}

/**
 * Opens a file in a worker, which processes requests one after the other. They reject if the worker fails, and after
 * `close`.
 */
export function openCsv(file: File) {
  const worker = new Worker(workerUrl(csvScript), { type: 'module' });
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;
  /** Rejects the request that the worker processes. */
  let fail: (error: Error) => void = () => {};
  const request = <K extends keyof CsvOperations>(
    name: K,
    args: Parameters<CsvOperations[K]>,
    onProgress: (fraction: number, rows: number) => void = () => {},
  ) => {
    type Answer = Awaited<ReturnType<CsvOperations[K]>>;
    // Answers carry no request id, so each request waits for the previous answer.
    const answer = last.then(
      () =>
        new Promise<Answer>((resolve, reject) => {
          if (isClosed) throw new FileClosed();
          fail = reject;
          worker.onerror = (event) => reject(new Error(event.message || 'The worker ended'));
          worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
            if ('progress' in data) onProgress(data.progress, data.rows);
            else if ('failed' in data) reject(new Error(data.failed));
            else resolve(data.answer as Answer);
          };
          worker.postMessage({ name, args } satisfies WorkerRequest);
        }),
    );
    last = answer.catch(() => {});
    return answer;
  };
  return {
    read: async (onProgress: (fraction: number, rows: number) => void) => {
      if (file.size > MAX_FILE_BYTES) {
        return { reason: 'The file is larger than 32 MB: please split it into several files.' };
      }
      return request('read', [file], onProgress);
    },
    ask: <K extends keyof CsvOperations>(name: K, ...args: Parameters<CsvOperations[K]>) =>
      request(name, args),
    close: () => {
      isClosed = true;
      worker.terminate();
      fail(new FileClosed());
    },
  };
}

export type CsvReader = ReturnType<typeof openCsv>;
