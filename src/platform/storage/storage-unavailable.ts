import type { ErrorHandler } from 'hono';

/** The store of images does not answer, or refuses the shop itself: nothing is said about the file. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

/** What somebody who asked for an image hears then; other errors go on to whoever is responsible for them. */
export const whenStorageUnavailable: ErrorHandler = (error, c) => {
  if (!(error instanceof StorageUnavailable)) throw error;
  return c.text('Images cannot be read right now', 503, {
    'retry-after': '10',
    'cache-control': 'no-store',
  });
};
