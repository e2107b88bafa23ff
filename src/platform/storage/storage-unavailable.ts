import type { ErrorHandler } from 'hono';

/** The image store does not respond, or refuses access. The file may exist. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** The response to an image request in that case; other errors are rethrown. */
export const whenStorageUnavailable: ErrorHandler = (error, c) => {
  if (!(error instanceof StorageUnavailable)) throw error;
  return c.text('Images cannot be read right now', 503, {
    'retry-after': '10',
    'cache-control': 'no-store',
  });
};
