import { expect, test } from 'vitest';
import { dayPlus } from '#shared/dates.ts';
import { differences, fillRandomly, openPreviewShop } from './test-preview-shops.ts';

const DAYS = 30;

test('CAL-02 for 30 days of 20 random shops the preview of a day is the shop of that day, byte for byte', async () => {
  const shop = await openPreviewShop();
  try {
    const days = Array.from({ length: DAYS }, (_, at) => dayPlus(shop.today, at + 1));
    for (let seed = 100; seed < 120; seed++) {
      const filled = await fillRandomly(shop.owner, seed, DAYS);
      const { found, distinct } = await differences(shop, filled, days);
      expect(found, `the shop of seed ${seed}`).toEqual([]);
      expect(distinct).toBeGreaterThan(100);
    }
  } finally {
    await shop.close();
  }
}, 1_200_000);
