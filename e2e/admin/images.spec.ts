import {
  addImages,
  choose,
  chooser,
  expect,
  expectAccessible,
  expectToast,
  failing,
  filesOf,
  holdRequests,
  idsOf,
  jpeg,
  openImages,
  operation,
  primaryOf,
  rowsOf,
  test,
  tiles,
} from './images.ts';

test('ADM-IMG-01 RULES-18 the tab shows the images of the product and marks the primary one', async ({
  page,
  db,
  productId,
}) => {
  await addImages(db, productId, 3);
  const letGo = await holdRequests(page, 'catalog/listImages');
  await openImages(page, productId);
  await expect(page.getByLabel('Loading images')).toBeVisible();
  letGo();
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'Image 1, primary' })).toBeVisible();
  await expect(tiles(page).filter({ hasText: 'Shown first' })).toHaveCount(1);
  await expectAccessible(page);
});

test('ADM-IMG-06 RULES-20 ERR-47 another image is set as primary', { tag: '@phone' }, async ({
  page,
  db,
  productId,
}) => {
  const ids = await addImages(db, productId, 3);
  await openImages(page, productId);
  const letGo = await holdRequests(page, 'catalog/setPrimaryImage');
  const button = page.getByRole('button', { name: 'Set Image 3 as primary' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  letGo();
  await expectToast(page, 'Primary image updated');
  await expect(tiles(page).nth(2)).toContainText('Shown first');
  await expect(tiles(page).filter({ hasText: 'Shown first' })).toHaveCount(1);
  expect(await primaryOf(db, productId)).toEqual([ids[2]]);
});

test('ADM-IMG-07 RULES-21 ERR-47 deletion asks first; the first remaining image becomes primary', {
  tag: '@phone',
}, async ({ page, db, productId }) => {
  await openImages(page, productId);
  await choose(page, [await jpeg('a.jpg'), await jpeg('b.jpg')]);
  await expect(tiles(page)).toHaveCount(2);
  const primary = await primaryOf(db, productId);
  const place = (await idsOf(db, productId)).indexOf(primary[0]!) + 1;
  const button = page.getByRole('button', { name: `Delete Image ${place}` });
  const dialog = page.getByRole('alertdialog');
  await button.click();
  await expect(dialog).toContainText('Are you sure you want to delete this image?');
  // On a phone the toast 'Image uploaded successfully' would cover the buttons of the dialog.
  await expect(page.locator('[data-sonner-toaster][data-y-position=bottom]')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(await rowsOf(db, productId)).toHaveLength(2);

  await button.click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expectToast(page, 'Image deleted successfully');
  await expect(tiles(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: '1 image' })).toBeFocused();
  await expect(tiles(page)).toContainText('Shown first');
  expect(await rowsOf(db, productId)).toMatchObject([{ is_primary: true }]);
  expect(await idsOf(db, productId)).not.toContain(primary[0]);
  // The file stays for 30 days, because the deletion can be undone.
  expect(await filesOf(productId)).toHaveLength(2);
});

test('images are ordered by buttons, keyboard and dragging, and the change is announced', async ({
  page,
  db,
  productId,
  isMobile,
}) => {
  const [a, b, c] = await addImages(db, productId, 3);
  await openImages(page, productId);
  const saved = () => idsOf(db, productId);
  const orders = await page.getByRole('list', { name: 'Images in their order' }).evaluateHandle((list) => {
    const seen: string[] = [];
    const note = () => {
      const order = Array.from(list.querySelectorAll('img'), ({ alt }) => alt).join(' | ');
      if (order !== seen.at(-1)) seen.push(order);
    };
    new MutationObserver(note).observe(list, { subtree: true, childList: true, attributes: true });
    return seen;
  });
  await page.getByRole('button', { name: 'Move Image 1 back' }).click();
  await expect(page.getByText('Image 1 is now 2 of 3.')).toBeAttached();
  await expect(page.getByRole('img', { name: 'Image 2, primary' })).toBeVisible();
  await expect.poll(saved).toEqual([b, a, c]);

  await page.getByRole('button', { name: 'Drag Image 2' }).press('Space');
  await expect(page.getByText(/Picked up Image 2|Image 2 over place 2/).first()).toBeAttached();
  // Nor was the order from before shown for a moment, when the new one had been saved.
  const moved = 'Image 1 | Image 2, primary | Image 3';
  expect(await orders.evaluate((seen, after) => seen.slice(seen.indexOf(after)), moved)).toEqual([moved]);
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText(/Image 2 over place 1/)).toBeAttached();
  await page.keyboard.press('Space');
  await expect.poll(saved).toEqual([a, b, c]);

  if (!isMobile) {
    // The order may be saved before the page shows it; until then 'Image 1' is the other one, on its way to place 2.
    await expect(page.getByRole('img', { name: 'Image 1, primary' })).toBeVisible();
    const handle = page.getByRole('button', { name: 'Drag Image 1' });
    await handle.hover();
    const grip = await handle.boundingBox();
    const target = await tiles(page).nth(2).boundingBox();
    await page.mouse.move(grip!.x + 10, grip!.y + 10);
    await page.mouse.down();
    await page.mouse.move(target!.x + 60, grip!.y + 12, { steps: 12 });
    await page.mouse.up();
    await expect.poll(saved).toEqual([b, c, a]);
    await expect(page.getByRole('img', { name: 'Image 3, primary' })).toBeVisible();
  }
  // The order does not affect which image is primary.
  expect(await primaryOf(db, productId)).toEqual([a]);
});

test('moves made faster than they are saved end in the order that is shown', { tag: '@phone' }, async ({
  page,
  db,
  productId,
}) => {
  const [a, b, c] = await addImages(db, productId, 3);
  await openImages(page, productId);
  const letGo = await holdRequests(page, 'catalog/reorderImages');
  await page.getByRole('button', { name: 'Move Image 1 back' }).click();
  await page.getByRole('button', { name: 'Move Image 2 back' }).click();
  await page.getByRole('button', { name: 'Move Image 1 back' }).click();
  await expect(page.getByRole('img', { name: 'Image 3, primary' })).toBeVisible();
  letGo();
  await expect.poll(() => idsOf(db, productId)).toEqual([c, b, a]);
  await expect(page.getByRole('img', { name: 'Image 3, primary' })).toBeVisible();
});

test.describe('when a request fails', () => {
  test.use({ expectedErrors: [/status of (4|5)|net::ERR_/] });

  test('OPEN-28 ERR-37 a failed set-primary and a failed deletion show errors', {
    tag: '@desktop',
  }, async ({ page, db, productId }) => {
    const ids = await addImages(db, productId, 2);
    await page.route(operation('catalog/setPrimaryImage'), failing);
    await page.route(operation('catalog/deleteImage'), failing);
    await openImages(page, productId);
    await page.getByRole('button', { name: 'Set Image 2 as primary' }).click();
    await expectToast(
      page,
      'Failed to update primary image',
      'Failed to set primary image. Please try again.',
    );
    await expect(tiles(page).first()).toContainText('Shown first');

    await page.getByRole('button', { name: 'Delete Image 2' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectToast(page, 'Failed to delete image');
    await expect(page.getByRole('alertdialog')).toBeVisible();
    expect(await idsOf(db, productId)).toEqual(ids);
  });

  test('an order of outdated images is refused, and the current images are shown', {
    tag: '@phone',
  }, async ({ page, db, productId }) => {
    const [a, , c] = await addImages(db, productId, 3);
    const letGo = await holdRequests(page, 'catalog/reorderImages');
    await openImages(page, productId);
    await page.getByRole('button', { name: 'Move Image 3 forward' }).click();
    await db.query('DELETE FROM product_images WHERE id = $1', [c]);
    letGo();
    await expectToast(page, 'The images were changed');
    await expect(tiles(page)).toHaveCount(2);
    await expect(page.getByRole('img', { name: 'Image 1, primary' })).toBeVisible();
    expect((await idsOf(db, productId))[0]).toBe(a);
  });

  test('an order made from another than the saved one is refused, and the saved one is shown', {
    tag: '@desktop',
  }, async ({ page, db, productId }) => {
    const [a, b, c] = await addImages(db, productId, 3);
    await page.route('**/api/events*', (route) => route.abort());
    await openImages(page, productId);
    await expect(tiles(page)).toHaveCount(3);
    await db.query('UPDATE product_images SET display_order = -1 WHERE id = $1', [c]);
    await page.getByRole('button', { name: 'Move Image 2 forward' }).click();
    await expectToast(page, 'The images were changed');
    await expect(page.getByRole('img', { name: 'Image 2, primary' })).toBeVisible();
    expect(await idsOf(db, productId)).toEqual([c, a, b]);
  });

  test('ERR-35 images that fail to load are not shown as an empty list', { tag: '@desktop' }, async ({
    page,
    db,
    productId,
  }) => {
    await addImages(db, productId, 2);
    let isBroken = true;
    // A live event for the new images would reload them without the button.
    await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
    await page.route(operation('catalog/listImages'), (route) =>
      isBroken ? failing(route) : route.continue(),
    );
    await openImages(page, productId);
    await expect(page.getByText('Failed to fetch product images')).toBeVisible();
    await expect(page.getByText('No images yet')).toHaveCount(0);
    await expect(chooser(page)).toBeDisabled();
    isBroken = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(tiles(page)).toHaveCount(2);
  });
});
