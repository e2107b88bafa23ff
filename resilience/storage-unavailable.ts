import sharp from 'sharp';
import type { S3Settings } from '#platform/storage/s3-calls.ts';
import { s3Storage } from '#platform/storage/s3-storage.ts';
import type { TcpProxy } from '#platform/test-tcp-proxy.ts';
import { type Row, row } from '../bench/table.ts';
import type { Fixture } from './fixture.ts';
import { postImage, withDatabase } from './shoppers.ts';

/** Enough that the connection is cut in the middle of the image. */
const SOME_BYTES = 200_000;

/** Cuts the second process's connection to the object storage during an upload, and repeats the upload while it is cut. */
export async function storageUnavailable(
  { shop, second, admin, lines }: Fixture,
  proxy: TcpProxy,
  bucket: S3Settings,
): Promise<Row[]> {
  const broken: string[] = [];
  const { productId } = lines[0]!;
  const storage = s3Storage(bucket);
  const held = async () => ({
    rows: await withDatabase(shop.databaseUrl(), async (db) => {
      const { rows } = await db.query<{ count: number }>(
        'select count(*)::int from product_images where product_id = $1',
        [productId],
      );
      return rows[0]!.count;
    }),
    files: (await storage.list(`product-images/${productId}`)).length,
  });
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = await sharp({
    create: { width: 1_200, height: 1_200, channels: 3, background: '#7a3b1d', noise },
  })
    .jpeg()
    .toBuffer();
  const upload = async () => {
    const answer = await postImage(second, { productId, cookie: admin, image });
    const { code = '', message = '' } = (await answer.json()) as { code?: string; message?: string };
    return { status: answer.status, code, message };
  };

  const before = await held();
  proxy.cutAfter(SOME_BYTES);
  const refusals = [await upload(), await upload()];
  proxy.open();
  for (const { status, code, message } of refusals)
    if (status !== 503 || code !== 'STORAGE_UNAVAILABLE')
      broken.push(`answered ${status} ${code} ${message}`);
  const after = await held();
  if (after.rows !== before.rows) broken.push(`${after.rows - before.rows} rows without an image`);
  if (after.files !== before.files) broken.push(`${after.files - before.files} files without a row`);
  const { status } = await upload();
  const end = await held();
  if (status !== 200 || end.rows !== before.rows + 1 || end.files !== before.files + 1)
    broken.push(`an upload afterwards answered ${status}: ${end.rows} rows, ${end.files} files`);
  return [
    row(
      'the object storage unavailable during an upload',
      refusals.map(({ status, message }) => `${status} ‘${message}’`)[0]!,
      'a clear error, no row, no file',
      broken.length === 0,
      broken,
    ),
  ];
}
