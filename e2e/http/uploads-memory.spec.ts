import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { expect, test } from './shop.ts';

/** Memory of the shop and of its image processes. */
async function megabytes() {
  const pid = process.env.SHOP_PID!;
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,rss=', '--pid', pid, '--ppid', pid]);
  const all = stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const sum = all.reduce((total, [, kilobytes]) => total + kilobytes! / 1024, 0);
  const shop = all.find(([its]) => its === Number(pid))![1]! / 1024;
  return { shop, sum };
}

/** Sixteen megapixels, in the format that takes the most memory to decode. */
const large = () =>
  sharp({ create: { width: 4600, height: 3500, channels: 3, background: '#7a3b1d' } })
    .jpeg({ progressive: true, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();

test('ten large images at once take the memory of one, and all are stored', async ({ as, db }) => {
  test.setTimeout(180_000);
  const productId = randomUUID();
  await db.query("INSERT INTO products (id, name, description, price) VALUES ($1, 'Upload', 'Cloth', 1)", [
    productId,
  ]);
  const buffer = await large();
  const upload = async () => {
    const answer = await as.admin.post(`/api/v1/admin/products/${productId}/images`, {
      multipart: { file: { name: 'large.jpg', mimeType: 'image/jpeg', buffer } },
      timeout: 170_000,
    });
    return answer.status();
  };
  const peak = async (count: number) => {
    const peaks = { shop: 0, sum: 0 };
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        const { shop, sum } = await megabytes();
        peaks.shop = Math.max(peaks.shop, shop);
        peaks.sum = Math.max(peaks.sum, sum);
        await sleep(100);
      }
    })();
    try {
      expect(await Promise.all(Array.from({ length: count }, upload))).toEqual(Array(count).fill(200));
    } finally {
      isOver = true;
      await watching;
    }
    return peaks;
  };
  try {
    const before = await megabytes();
    const one = await peak(1);
    const ten = await peak(10);
    console.log('MB', JSON.stringify({ before, one, ten }));
    // Uploads are buffered until their turn; another process decodes them.
    expect(ten.shop - before.shop).toBeLessThan(150);
    expect(ten.sum - before.sum).toBeLessThan(one.sum - before.sum + 150);
  } finally {
    await as.admin.delete(`/api/v1/admin/products/${productId}`);
  }
});
