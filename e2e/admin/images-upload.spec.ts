import { readFile } from 'node:fs/promises';
import {
  addImages,
  choose,
  chooser,
  expect,
  expectAccessible,
  expectToast,
  filesOf,
  idsOf,
  jpeg,
  openImages,
  operation,
  primaryBox,
  primaryOf,
  rowsOf,
  test,
  tiles,
  uploads,
} from './images.ts';

const isOver = (page: Parameters<typeof uploads>[0]) => expect(uploads(page)).toHaveCount(0);

test('ADM-IMG-02 ADM-IMG-05 ERR-47 the first image of a product becomes its primary image', {
  tag: '@phone',
}, async ({ page, db, productId }) => {
  await openImages(page, productId);
  await expect(page.getByRole('tab', { name: 'Product Images' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('No images yet')).toBeVisible();
  await expect(primaryBox(page)).toBeChecked();
  await expectAccessible(page);

  await choose(page, await jpeg('agbada.jpg'));
  await expectToast(page, 'Image uploaded successfully');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(page)).toContainText('Primary');
  await expect(primaryBox(page)).not.toBeChecked();
  const [row] = await rowsOf(db, productId);
  expect(row).toMatchObject({ is_primary: true });
  expect(await filesOf(productId)).toHaveLength(1);

  await choose(page, await jpeg('back.jpg'));
  await expect(tiles(page)).toHaveCount(2);
  expect(await primaryOf(db, productId)).toEqual([row!.id]);
  await primaryBox(page).check();
  await choose(page, await jpeg('front.jpg'));
  await expect(tiles(page)).toHaveCount(3);
  await expect(tiles(page).nth(2)).toContainText('Shown first');
  expect(await primaryOf(db, productId)).toEqual([(await idsOf(db, productId))[2]]);
  await expectAccessible(page);
});

test('images are uploaded two at a time, each with its progress, and an upload can be cancelled', {
  tag: '@phone',
}, async ({ page, db, productId }) => {
  await openImages(page, productId);
  await page.evaluate(() => {
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => console.error(blockedURI));
  });
  await expect(page.getByText('No images yet')).toBeVisible();
  // The upload is slow: another transaction locks the product.
  await db.query('BEGIN');
  await db.query('SELECT FROM products WHERE id = $1 FOR UPDATE', [productId]);
  try {
    const names = ['one.jpg', `IMG-20261120-WA0031-${'agbada-'.repeat(8)}.jpg`, 'three.jpg', 'four.jpg'];
    await choose(page, await Promise.all(names.map((name) => jpeg(name))));
    await expect(uploads(page)).toHaveCount(4);
    for (const [at, words] of ['Processing…', 'Processing…', 'Waiting…', 'Waiting…'].entries()) {
      await expect(uploads(page).nth(at)).toContainText(words);
    }
    await expect(uploads(page).first().locator('img')).toHaveJSProperty('complete', true);
    await expect(page.getByRole('progressbar', { name: 'Upload of one.jpg' })).toBeVisible();
    await expectAccessible(page);
    // A long file name does not make the page wider than a phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await page.getByRole('button', { name: 'Cancel four.jpg' }).click();
    await expect(uploads(page)).toHaveCount(3);
    await expect(page.getByRole('group', { name: 'Upload images' })).toBeFocused();
    // An upload that the server is processing can be cancelled as well.
    await page.getByRole('button', { name: 'Cancel one.jpg' }).click();
    await expect(uploads(page).filter({ hasText: 'Processing…' })).toHaveCount(2);
    // Switching the tab of the screen does not stop uploads.
    await page.getByRole('tab', { name: 'Product Details' }).click();
  } finally {
    await db.query('COMMIT');
  }
  await page.getByRole('tab', { name: 'Product Images' }).click();
  await isOver(page);
  await expect(tiles(page)).toHaveCount(2);
  await expect.poll(() => filesOf(productId)).toHaveLength(2);
  expect(await primaryOf(db, productId)).toHaveLength(1);
});

test('on a slow connection the progress is accurate', { tag: '@phone' }, async ({ page, productId }) => {
  await openImages(page, productId);
  await expect(page.getByText('No images yet')).toBeVisible();
  const network = await page.context().newCDPSession(page);
  const image = await jpeg('slow.jpg', { restless: true });
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 50,
    downloadThroughput: -1,
    uploadThroughput: image.buffer.length / 3,
  });
  await choose(page, image);
  const bar = page.getByRole('progressbar', { name: 'Upload of slow.jpg' });
  const seen: number[] = [];
  await expect
    .poll(async () => {
      const now = await bar.getAttribute('aria-valuenow', { timeout: 1000 }).catch(() => null);
      if (now !== null) seen.push(Number(now));
      return now === null && seen.some((value) => value > 0);
    })
    .toBe(true);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  expect(seen.some((value) => value > 10 && value < 90)).toBe(true);
  await isOver(page);
  await expect(tiles(page)).toHaveCount(1);
});

test('ADM-IMG-03 ADM-IMG-04 a file that is not an image or too large is refused before it is sent', {
  tag: '@desktop',
}, async ({ page, productId }) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (operation('catalog/uploadImage').test(request.url())) sent.push(request.url());
  });
  await openImages(page, productId);
  const large = { name: 'large.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) };
  await choose(page, [
    { name: 'prices.csv', mimeType: 'text/csv', buffer: Buffer.from('name,price') },
    large,
    { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') },
  ]);
  await expect(uploads(page)).toHaveText([
    /prices\.csv.*Please select an image file/,
    /large\.jpg5\.0 MBImage size should be less than 5MB/,
    /drawing\.svg.*Please select an image file/,
  ]);
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await expectAccessible(page);
  for (const name of ['prices.csv', 'large.jpg', 'drawing.svg']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click();
  }
  await isOver(page);
  expect([sent, await filesOf(productId)]).toEqual([[], []]);
});

test.describe('while offline', () => {
  test.use({ expectedErrors: [/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/] });

  test('a HEIC image waits, continues when online, and is stored as JPEG', { tag: '@phone' }, async ({
    page,
    context,
    productId,
  }) => {
    await openImages(page, productId);
    await expect(page.getByText('No images yet')).toBeVisible();
    await context.setOffline(true);
    const buffer = await readFile('src/platform/images/test-files/flag.heic');
    await choose(page, { name: 'IMG_2041.HEIC', mimeType: '', buffer });
    await expect(uploads(page)).toContainText('Waiting for a connection…');
    await expectAccessible(page);
    await context.setOffline(false);
    await expectToast(page, 'Image uploaded successfully');
    await expect(tiles(page)).toHaveCount(1);
    expect(await filesOf(productId)).toEqual([expect.stringMatching(/\.jpg$/)]);
  });
});

test.describe('when an upload fails', () => {
  test.use({ expectedErrors: [/status of 4|net::ERR_|^Failed to upload image/] });

  test('a truncated image is refused permanently, and nothing is stored', {
    tag: '@desktop',
  }, async ({ page, db, productId }) => {
    await openImages(page, productId);
    const whole = await jpeg('gele.jpg', { restless: true });
    await choose(page, { ...whole, buffer: whole.buffer.subarray(0, whole.buffer.length / 2) });
    await expect(uploads(page).getByRole('alert')).toContainText('This image cannot be opened.');
    await expect(page.getByRole('button', { name: 'Retry gele.jpg' })).toHaveCount(0);
    expect([await rowsOf(db, productId), await filesOf(productId)]).toEqual([[], []]);
  });

  test('ERR-37 ERR-59 a failed upload shows an error and is retried without choosing the file again', {
    tag: '@phone',
  }, async ({ page, db, productId }) => {
    let isBroken = true;
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await page.route(operation('catalog/uploadImage'), (route) =>
      isBroken ? route.abort('connectionreset') : route.continue(),
    );
    await openImages(page, productId);
    await choose(page, await jpeg('iro.jpg'));
    await expect(uploads(page).getByRole('alert')).toHaveText(
      'Failed to upload image. The connection was lost.',
    );
    expect(logged.some((text) => text.startsWith('Failed to upload image'))).toBe(true);
    await expectAccessible(page);
    expect(await rowsOf(db, productId)).toEqual([]);
    isBroken = false;
    await page.getByRole('button', { name: 'Retry iro.jpg' }).click();
    await expectToast(page, 'Image uploaded successfully');
    await expect(tiles(page)).toHaveCount(1);
    await expect(page.getByRole('group', { name: 'Upload images' })).toBeFocused();
    expect(await primaryOf(db, productId)).toHaveLength(1);
  });

  test('a lost response does not add a second image', { tag: '@desktop' }, async ({
    page,
    db,
    productId,
  }) => {
    let times = 0;
    await page.route(operation('catalog/uploadImage'), async (route) => {
      if (times++ > 0) return route.continue();
      await route.fetch();
      await route.abort('connectionreset');
    });
    await openImages(page, productId);
    await choose(page, await jpeg('once.jpg'));
    await page.getByRole('button', { name: 'Retry once.jpg' }).click();
    await isOver(page);
    await expect(tiles(page)).toHaveCount(1);
    expect(await filesOf(productId)).toHaveLength(1);
    expect(await rowsOf(db, productId)).toHaveLength(1);
  });
});

test('images can be dropped', { tag: '@desktop' }, async ({ page, productId }) => {
  await openImages(page, productId);
  await expect(page.getByText('No images yet')).toBeVisible();
  const { buffer } = await jpeg('dropped.jpg');
  const dropped = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], 'dropped.jpg', { type: 'image/jpeg' }));
    return transfer;
  }, Array.from(buffer));
  await chooser(page).dispatchEvent('drop', { dataTransfer: dropped });
  await expect(tiles(page)).toHaveCount(1);
});

test('a product has at most twenty images, and the screen says so', { tag: '@desktop' }, async ({
  page,
  db,
  productId,
}) => {
  await addImages(db, productId, 19);
  await openImages(page, productId);
  await choose(page, [await jpeg('twentieth.jpg'), await jpeg('left-out.jpg')]);
  await expect(page.getByText('A product has at most 20 images: 1 was left out.')).toBeVisible();
  await isOver(page);
  await expect(tiles(page)).toHaveCount(20);
  await expect(chooser(page)).toBeDisabled();
  expect(await rowsOf(db, productId)).toHaveLength(20);
});
