import type { Database } from '#db/client.ts';
import { isImageNamed } from '#db/image-names.ts';
import { type ImageStoreDeps, removeImages } from '../images/store-image.ts';

type KeepHistoryDeps = ImageStoreDeps & { database: Pick<Database, 'authPool' | 'web'> };

/**
 * Makes the partitions of the coming months, drops those that ended more than `days` ago, and deletes the files of
 * images that no row has shown for 30 days.
 */
export async function keepHistory(deps: KeepHistoryDeps, days: number): Promise<void> {
  try {
    await deps.database.authPool.query('select keep_change_partitions($1)', [days]);
  } finally {
    // Whatever becomes of the partitions.
    await deleteExpiredImages(deps);
  }
}

/** Those whose files could not be deleted are found again the next time. */
async function deleteExpiredImages({ database, ...store }: KeepHistoryDeps): Promise<void> {
  const { authPool, web } = database;
  const { rows: moments } = await authPool.query<{ at: string }>('select now()::text as at');
  const { rows } = await authPool.query<{ url: string }>('select expired_images() as url');
  const urls = rows.map(({ url }) => url);
  const areDeleted = await removeImages(store, urls, (url) => isImageNamed(web, url));
  if (areDeleted) await authPool.query('select note_expired_images_deleted($1)', [moments[0]!.at]);
}
