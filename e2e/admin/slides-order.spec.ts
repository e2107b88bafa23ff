import {
  busy,
  expect,
  expectToast,
  holdRequests,
  open,
  operation,
  photo,
  placesOf,
  slideRow,
  slidesOf,
  test,
  titlesWith,
} from './slides.ts';

// Console errors that the browser writes for a refused order or save, and for a 503.
// A blocked stream of live updates is an error of the network to the browser.
test.use({ expectedErrors: [/status of (409|503)|net::ERR_|EventSource/] });

const wordOf = ({ title }: { title: string }) => title.split(' ')[1]!;

test('RULES-23 RULES-25 one move exchanges two values and no others', { tag: '@desktop' }, async ({
  page,
  db,
}) => {
  const slides = await slidesOf(db, 'One', 'Two', 'Three');
  const [one, two, three] = slides.map(({ title }) => title) as [string, string, string];
  const ids = slides.map(({ id }) => id);
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Move ${two} up` }).click();
  await expectToast(page, 'Slide order updated successfully');
  expect(await titlesWith(page, wordOf(slides[0]!))).toEqual([two, one, three]);
  expect(await placesOf(db, ids)).toEqual([
    [two, 50],
    [one, 55],
    [three, 60],
  ]);
  await expect(page.getByRole('button', { name: `Move ${two} up` })).toBeFocused();
});

test('RULES-24 the first slide does not move up and the last does not move down', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [last] = await slidesOf(db, 'Last');
  let requestCount = 0;
  await page.route(operation('content/reorderSlides'), (route) => {
    requestCount++;
    return route.continue();
  });
  const all = async () => (await db.query('SELECT id, display_order FROM hero_slides ORDER BY id')).rows;
  const before = await all();
  await open(page, '/admin/hero-slides');
  const first = page.getByRole('button', { name: /^Move .* up$/ }).first();
  const down = page.getByRole('button', { name: `Move ${last!.title} down` });
  for (const control of [first, down]) {
    await expect(control).toHaveAttribute('aria-disabled', 'true');
    // With the keyboard: the button is disabled for a pointer.
    await control.press('Enter');
  }
  expect([requestCount, await all()]).toEqual([0, before]);
});

test('RULES-23 slides are dragged with the keyboard and with the pointer', async ({ page, db, isMobile }) => {
  const slides = await slidesOf(db, 'One', 'Two', 'Three');
  const [one, two, three] = slides.map(({ title }) => title) as [string, string, string];
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Drag ${one}` }).focus();
  await page.keyboard.press('Space');
  await expect(page.getByText(new RegExp(`^Picked up ${one}`))).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByText(new RegExp(`^${one} over place`))).toHaveCount(1);
  await page.keyboard.press('Space');
  await expectToast(page, 'Slide order updated successfully');
  await expect.poll(() => titlesWith(page, wordOf(slides[0]!))).toEqual([two, one, three]);
  if (isMobile) return;
  await page.getByRole('button', { name: `Drag ${three}` }).scrollIntoViewIfNeeded();
  const from = (await page.getByRole('button', { name: `Drag ${three}` }).boundingBox())!;
  const to = (await page.getByRole('button', { name: `Drag ${two}` }).boundingBox())!;
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y, { steps: 3 });
  await page.mouse.move(to.x + 20, to.y + 15, { steps: 6 });
  await page.mouse.up();
  await expect.poll(() => titlesWith(page, wordOf(slides[0]!))).toEqual([three, two, one]);
  await expect
    .poll(
      async () =>
        (
          await placesOf(
            db,
            slides.map(({ id }) => id),
          )
        )[0],
    )
    .toEqual([three, 50]);
});

test('RULES-23 when two admins reorder at once, the later one sees the other order and a message', {
  tag: '@desktop',
}, async ({ page, db, otherAdmin }) => {
  const slides = await slidesOf(db, 'One', 'Two', 'Three');
  const [one, two, three] = slides.map(({ title }) => title) as [string, string, string];
  await open(page, '/admin/hero-slides');
  const release = await holdRequests(page, 'content/reorderSlides');
  await page.getByRole('button', { name: `Move ${three} up` }).click();
  const other = await otherAdmin('/admin/hero-slides');
  await other.getByRole('button', { name: `Move ${two} up` }).click();
  await expectToast(other, 'Slide order updated successfully');
  release();
  await expectToast(page, 'Failed to update slide order', /Another staff member changed it/);
  await expect.poll(() => titlesWith(page, wordOf(slides[0]!))).toEqual([two, one, three]);
});

test('ADM-SLIDE-03 saving over another admin’s newer version offers a choice', { tag: '@desktop' }, async ({
  page,
  db,
  otherAdmin,
}) => {
  const [slide] = await slidesOf(db, 'Bridal');
  // With live events the form would have the newer text before it is saved.
  await page.route('**/api/events*', (route) => route.abort());
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  await page.getByLabel('Description', { exact: true }).fill('Mine');
  const other = await otherAdmin('/admin/hero-slides');
  await other.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  await other.getByLabel('Button text').fill('Theirs');
  await other.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(other, 'Slide updated successfully');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const choice = page.getByRole('dialog', { name: /changed this/ });
  await expect(choice).toContainText('Theirs');
  await choice.getByRole('button', { name: 'Save both changes' }).click();
  await expectToast(page, 'Slide updated successfully');
  expect(await slideRow(db, slide!.title)).toMatchObject({
    description: 'Mine',
    button_text: 'Theirs',
    version: 3,
  });
});

test('ERR-33 each action that fails shows an error', { tag: '@phone' }, async ({ page, db }) => {
  const [slide, next] = await slidesOf(db, 'Bridal', 'Groom');
  for (const name of ['createSlide', 'updateSlide', 'deleteSlide', 'setSlideActive', 'reorderSlides']) {
    await page.route(operation(`content/${name}`), busy);
  }
  await open(page, '/admin/hero-slides');
  await page.getByRole('switch', { name: `${slide!.title} is active` }).click();
  await expectToast(page, 'Failed to update slide status');
  const up = `Move ${next!.title} up`;
  const moves = page.getByRole('button', { name: /^Move .* up$/ });
  const labels = await moves.evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')));
  await page.getByRole('button', { name: up }).click();
  await expectToast(page, 'Failed to update slide order');
  // Screen readers are told that it is where it was.
  const place = `${next!.title} is now ${labels.indexOf(up) + 1} of ${labels.length}.`;
  await expect(page.getByRole('status').filter({ hasText: place })).toHaveCount(1);
  await page.getByRole('button', { name: `Delete ${slide!.title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Failed to delete slide');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  await page.getByLabel('Button text').fill('Other');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update slide');
  await expect(page.getByLabel('Button text')).toHaveValue('Other');
  expect(await slideRow(db, slide!.title)).toMatchObject({ version: 1, display_order: 50, is_active: false });
});

test('ERR-33 an image that fails to upload stays chosen, while the fields are saved', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [slide] = await slidesOf(db, 'Bridal');
  const image = operation('content/updateSlideImage');
  await page.route(image, busy);
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  await page.getByLabel('Button text').fill('Other');
  await page.locator('input[type=file]').setInputFiles(await photo('bridal.jpg'));
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Failed to update slide image');
  await expectToast(page, 'Slide updated successfully');
  expect(await slideRow(db, slide!.title)).toMatchObject({ button_text: 'Other', image_url: null });
  await expect(page.getByRole('dialog').getByText('bridal.jpg')).toBeVisible();
  await page.unroute(image);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Slide image updated successfully');
  expect((await slideRow(db, slide!.title)).image_url).toContain(slide!.id);
});

test('ERR-33 OPEN-20 a list that fails to load shows an error; rows already shown stay', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [slide] = await slidesOf(db, 'Bridal');
  const list = operation('content/listSlides');
  await page.route(list, busy);
  await open(page, '/admin/hero-slides');
  await expect(page.getByRole('alert')).toContainText('Error: Failed to fetch slides');
  await expect(page.getByText('No slides found')).toHaveCount(0);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByText(slide!.title)).toBeVisible();
  await page.route(list, busy);
  await page.getByRole('switch', { name: `${slide!.title} is active` }).click();
  await expect(page.getByRole('alert')).toContainText('Failed to refresh data');
  await expect(page.getByText(slide!.title)).toBeVisible();
});
