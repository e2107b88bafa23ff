import {
  addSubcategories,
  busy,
  categoryRow,
  expect,
  expectToast,
  holdRequests,
  namesBelow,
  open,
  operation,
  placesBelow,
  test,
} from './categories.ts';

// Console errors that the browser writes for a refused order or save, and for a 503.
test.use({ expectedErrors: [/status of (409|503)/] });

test('OPEN-60 RULES-26 OPEN-19 buttons change the order of a category’s children', {
  tag: '@phone',
}, async ({ page, db }) => {
  const { top, below } = await addSubcategories(db, 'Lace', 'Adire', 'Damask');
  const [lace, adire, damask] = below.map(({ name }) => name) as [string, string, string];
  await open(page, '/admin/categories');
  const up = page.getByRole('button', { name: `Move ${lace} up` });
  await expect(up).toHaveAttribute('aria-disabled', 'true');
  await up.press('Enter');
  await page.getByRole('button', { name: `Move ${lace} down` }).click();
  await expect(page.getByRole('status').filter({ hasText: `${lace} is now 2 of 3.` })).toHaveCount(1);
  await expectToast(page, 'Category order updated successfully');
  await expect(page.getByRole('button', { name: `Move ${lace} down` })).toBeFocused();
  expect(await namesBelow(page, top.name)).toEqual([adire, lace, damask]);
  expect(await placesBelow(db, top.id)).toEqual([
    [adire, 0],
    [lace, 1],
    [damask, 2],
  ]);
  // No other row changes, so a form open elsewhere does not become stale.
  expect((await categoryRow(db, top.name)).display_order).toBe(90);
  expect((await categoryRow(db, lace)).version).toBe(1);
});

test('OPEN-60 moves made during a save are saved after it', { tag: '@desktop' }, async ({ page, db }) => {
  const { top, below } = await addSubcategories(db, 'Lace', 'Adire', 'Damask', 'Satin');
  const names = below.map(({ name }) => name);
  await open(page, '/admin/categories');
  const release = await holdRequests(page, 'catalog/reorderCategories');
  const down = page.getByRole('button', { name: `Move ${names[0]} down` });
  for (const place of [2, 3, 4]) {
    await down.click();
    await expect(page.getByText(`${names[0]} is now ${place} of 4.`)).toHaveCount(1);
  }
  release();
  await expect
    .poll(async () => (await placesBelow(db, top.id)).map(([name]) => name))
    .toEqual([names[1], names[2], names[3], names[0]]);
  await expect.poll(() => namesBelow(page, top.name)).toEqual([names[1], names[2], names[3], names[0]]);
});

test('OPEN-60 the grip drags with the pointer and with the keyboard', async ({ page, db, isMobile }) => {
  const { top, below } = await addSubcategories(db, 'Lace', 'Adire', 'Damask');
  const [lace, adire, damask] = below.map(({ name }) => name) as [string, string, string];
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Drag ${lace}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(`Picked up ${lace}, 1 of 3.`)).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(`${lace} over place 2 of 3.`)).toHaveCount(1);
  await page.keyboard.press('Space');
  await expectToast(page, 'Category order updated successfully');
  await expect.poll(() => namesBelow(page, top.name)).toEqual([adire, lace, damask]);
  if (isMobile) return;
  await page.getByRole('button', { name: `Drag ${damask}` }).scrollIntoViewIfNeeded();
  const from = (await page.getByRole('button', { name: `Drag ${damask}` }).boundingBox())!;
  const to = (await page.getByRole('button', { name: `Drag ${adire}` }).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 5, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => namesBelow(page, top.name)).toEqual([damask, adire, lace]);
  await expect
    .poll(async () => (await placesBelow(db, top.id)).map(([name]) => name))
    .toEqual([damask, adire, lace]);
});

test('OPEN-60 an arrow key pressed as soon as the pick-up is announced moves the row', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { below } = await addSubcategories(db, 'Lace', 'Adire');
  const lace = below[0]!.name;
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Drag ${lace}` }).focus();
  await page.evaluate((announced) => {
    new MutationObserver((_, observer) => {
      if (!document.body.textContent?.includes(announced)) return;
      observer.disconnect();
      const key = { code: 'ArrowDown', key: 'ArrowDown', bubbles: true, cancelable: true };
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key));
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  }, `Picked up ${lace}, 1 of 2.`);
  await page.keyboard.press('Space');
  await expect(page.getByText(`${lace} over place 2 of 2.`)).toHaveCount(1);
});

test('OPEN-60 when two admins reorder at once, the later one sees the other order and a message', {
  tag: '@desktop',
}, async ({ page, db, otherAdmin }) => {
  const { top, below } = await addSubcategories(db, 'Lace', 'Adire', 'Damask');
  const [lace, adire, damask] = below.map(({ name }) => name) as [string, string, string];
  await open(page, '/admin/categories');
  const release = await holdRequests(page, 'catalog/reorderCategories');
  await page.getByRole('button', { name: `Move ${damask} up` }).click();
  const other = await otherAdmin('/admin/categories');
  await other.getByRole('button', { name: `Move ${adire} up` }).click();
  await expectToast(other, 'Category order updated successfully');
  release();
  await expectToast(page, 'Failed to update category order', /Another staff member changed it/);
  await expect.poll(() => namesBelow(page, top.name)).toEqual([adire, lace, damask]);
  expect((await placesBelow(db, top.id)).map(([name]) => name)).toEqual([adire, lace, damask]);
  // Repeated on the current order, the move is saved.
  await page.getByRole('button', { name: `Move ${damask} up` }).click();
  await expectToast(page, 'Category order updated successfully');
});

test('ADM-CAT-03 saving over another admin’s newer version offers a choice, and keeps typed text', {
  tag: '@desktop',
}, async ({ page, db, otherAdmin }) => {
  const { top } = await addSubcategories(db);
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Edit ${top.name}` }).click();
  await page.getByLabel('Name').fill(`${top.name} mine`);
  await page.getByLabel('Description').fill('Mine');

  const other = await otherAdmin('/admin/categories');
  await other.getByRole('button', { name: `Edit ${top.name}` }).click();
  await other.getByLabel('Description').fill('Theirs');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(other, 'Category updated successfully');

  await page.getByRole('button', { name: 'Save Changes' }).click();
  const choice = page.getByRole('dialog', { name: /changed this/ });
  await expect(choice).toContainText('Theirs');
  await expect(choice).toContainText('Mine');
  expect((await categoryRow(db, top.name)).description).toBe('Theirs');
  await choice.getByRole('button', { name: 'Keep mine' }).click();
  await expectToast(page, 'Category updated successfully');
  expect(await categoryRow(db, `${top.name} mine`)).toMatchObject({ description: 'Mine', version: 3 });
});

test('ADM-CAT-07 ERR-27 ERR-29 a list that fails to load shows an error; rows already shown stay', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { top } = await addSubcategories(db);
  const list = operation('catalog/listAllCategories');
  // Otherwise a live event reloads the list before Try Again is pressed.
  await page.route('**/api/events*', (route) => route.fulfill({ status: 204 }));
  await page.route(list, busy);
  await open(page, '/admin/categories');
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch categories');
  await expect(page.getByText('No categories yet')).toHaveCount(0);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(top.name, { exact: true })).toBeVisible();

  await page.route(list, busy);
  await page.getByRole('switch', { name: `${top.name} is active` }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to refresh data');
  await expect(page.getByText(top.name, { exact: true })).toBeVisible();
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('ERR-27 a category that cannot be reloaded is shown as in the list', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const { top } = await addSubcategories(db);
  await page.route(operation('catalog/getCategory'), busy);
  await open(page, '/admin/categories');
  await page.getByRole('button', { name: `Edit ${top.name}` }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('Failed to fetch category');
  await expect(page.getByLabel('Name')).toHaveValue(top.name);
});
