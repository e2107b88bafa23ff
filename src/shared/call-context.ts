/** What a caller of the API may say besides the input, in `{ context }`. */
export interface CallContext {
  /** Told how much of what is sent has left, from 0 to 1: for uploads. */
  onProgress?: (fraction: number) => void;
}
