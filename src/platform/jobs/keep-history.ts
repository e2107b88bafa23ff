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
    // Whatever becomes of the partitions. Images whose files could not be deleted are found for three more days.
    await deleteExpiredImages(deps);
  }
}

async function deleteExpiredImages({ database, ...store }: KeepHistoryDeps): Promise<void> {
  const { rows } = await database.authPool.query<{ url: string }>('select expired_images() as url');
  const urls = rows.map(({ url }) => url);
  await removeImages(store, urls, (url) => isImageNamed(database.web, url));
}
