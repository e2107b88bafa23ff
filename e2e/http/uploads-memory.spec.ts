import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from './shop.ts';

const shopMegabytes = () =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', process.env.SHOP_PID!]).toString()) / 1024;

/** Almost 50 megapixels in less than 5 MB, in the way that takes the most memory to read. */
const large = () =>
  sharp({ create: { width: 8100, height: 6100, channels: 3, background: '#7a3b1d' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();

test('ten large pictures at once take the memory of one, and all come in', async ({ as, db }) => {
  test.setTimeout(120_000);
  const productId = randomUUID();
  await db.query("INSERT INTO products (id, name, description, price) VALUES ($1, 'Upload', 'Cloth', 1)", [
    productId,
  ]);
  const buffer = await large();
  const upload = async () => {
    const answer = await as.admin.post(`/api/v1/products/${productId}/images`, {
      multipart: { file: { name: 'large.jpg', mimeType: 'image/jpeg', buffer } },
      timeout: 100_000,
    });
    return answer.status();
  };
  const measured: number[] = [];
  const peak = async (count: number) => {
    const watch = setInterval(() => measured.push(shopMegabytes()), 100);
    try {
      expect(await Promise.all(Array.from({ length: count }, upload))).toEqual(Array(count).fill(200));
    } finally {
      clearInterval(watch);
    }
    return Math.max(...measured.splice(0));
  };
  try {
    const before = shopMegabytes();
    const one = await peak(1);
    const ten = await peak(10);
    test.info().annotations.push({
      type: 'MB',
      description: [before, one, ten].map(Math.round).join(' → '),
    });
    expect(ten - before).toBeLessThan(1.5 * (one - before) + 150);
  } finally {
    await as.admin.delete(`/api/v1/products/${productId}`);
  }
});
