/** Options of an API call besides the input, in `{ context }`. */
export interface CallContext {
  /** Receives the upload progress, from 0 to 1. */
  onProgress?: (fraction: number) => void;
}
