/** The header, and its value, of a request that reads again what is shown. */
export const PURPOSE = 'purpose';
export const REFETCH = 'refetch';

/** Options of an API call besides the input, in `{ context }`. */
export interface CallContext {
  /** Receives the upload progress, from 0 to 1. */
  onProgress?: (fraction: number) => void;
  /** The browser has an answer and reads it again, as after a change by others. */
  isRefetch?: boolean;
}
