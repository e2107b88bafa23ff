import { workerUrl } from '#shared/script-policies.ts';
import type { Unusable } from '../../csv-text.ts';
import type {
  Answers,
  CheckedFile,
  Mapping,
  ReadFile,
  SentRows,
  WorkerReply,
  WorkerRequest,
} from './csv-protocol.ts';
import csvScript from './csv-worker.ts?worker&url';

/** Maximum file size: for larger files a phone lacks the memory. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** A file opened in a worker, which processes requests one after the other. */
export interface CsvReader {
  read(onProgress: (fraction: number, rows: number) => void): Promise<ReadFile | Unusable>;
  check(mapping: Mapping, currency: string): Promise<CheckedFile | Unusable>;
  /** The rows of all products, `without` those with these indices in `names`. */
  rows(without?: number[]): Promise<SentRows>;
  names(): Promise<string[]>;
  badRows(): Promise<string>;
  /** Terminates the worker. Pending requests never settle. */
  close(): void;
}

/** Opens a file in a worker. Requests reject if the worker fails. */
export function openCsv(file: File): CsvReader {
  const worker = new Worker(workerUrl(csvScript), { type: 'module' });
  let last: Promise<unknown> = Promise.resolve();
  const request = <K extends keyof Answers>(
    workerRequest: Extract<WorkerRequest, { type: K }>,
    onProgress: (fraction: number, rows: number) => void = () => {},
  ) => {
    // Answers carry no request id, so each request waits for the previous answer.
    const answer = last.then(
      () =>
        new Promise<Answers[K]['answer']>((resolve, reject) => {
          worker.onerror = (event) => reject(new Error(event.message || 'The worker ended'));
          worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
            if ('progress' in data) onProgress(data.progress, data.rows);
            else if ('failed' in data) reject(new Error(data.failed));
            else resolve(data.answer);
          };
          worker.postMessage(workerRequest);
        }),
    );
    last = answer.catch(() => {});
    return answer;
  };
  return {
    read: async (onProgress) => {
      if (file.size > MAX_FILE_BYTES) {
        return { reason: 'The file is larger than 32 MB: please split it into several files.' };
      }
      return request<'read'>({ type: 'read', file }, onProgress);
    },
    check: (mapping, currency) => request<'check'>({ type: 'check', mapping, currency }),
    names: async () => (await request<'names'>({ type: 'names' })).names,
    rows: (without = []) => request<'rows'>({ type: 'rows', without }),
    badRows: async () => (await request<'badRows'>({ type: 'badRows' })).text,
    close: () => worker.terminate(),
  };
}
