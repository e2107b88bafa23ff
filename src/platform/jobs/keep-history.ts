import type { Database } from '#db/client.ts';
import { isImageNamed } from '#db/image-names.ts';
import { type ImageStoreDeps, removeImages } from '../images/store-image.ts';

/**
 * Makes the partitions of the coming months, drops those that ended more than `days` ago, and deletes the files of
 * images that no row has shown for 30 days.
 */
export async function keepHistory(
  { database, ...store }: ImageStoreDeps & { database: Pick<Database, 'authPool' | 'web'> },
  days: number,
): Promise<void> {
  await database.authPool.query('select keep_change_partitions($1)', [days]);
  const { rows } = await database.authPool.query<{ url: string }>('select expired_images() as url');
  const urls = rows.map(({ url }) => url);
  await removeImages(store, urls, (url) => isImageNamed(database.web, url));
}
