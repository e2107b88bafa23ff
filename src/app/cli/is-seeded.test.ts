import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { startTestS3 } from '#platform/storage/test-s3.ts';
import { LIVE_FACTS } from '#platform/test-live-facts.ts';
import { isSeeded } from './is-seeded.ts';

test('the configured storage is checked for the placeholder; unavailable storage does not stop the start', async () => {
  const s3 = await startTestS3();
  try {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = await s3.newBucket();
    const config = readConfig({
      ...LIVE_FACTS,
      SHOP_MODE: 'live',
      S3_ENDPOINT: endpoint,
      S3_REGION: 'us-east-1',
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_FORCE_PATH_STYLE: 'true',
    });
    const warnings: string[] = [];
    const seeded = () => isSeeded(config, '/nowhere', '', (text) => warnings.push(text));
    expect(await seeded()).toBe(false);
    const storage = await openStorage(config, '/nowhere');
    await storage.put('placeholder.jpg', new Uint8Array(1), { contentType: 'image/jpeg' });
    expect(await seeded()).toBe(true);
    expect(warnings).toEqual([]);
    await s3.close();
    expect(await seeded()).toBe(true);
    expect(warnings.join()).toContain(`The image storage at ${endpoint} cannot be reached`);
  } finally {
    await s3.close();
  }
});
