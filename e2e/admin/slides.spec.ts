import { refusal } from '../answers.ts';
import {
  DESCRIPTION,
  expect,
  expectAccessible,
  expectToast,
  holdRequests,
  newWord,
  open,
  operation,
  photo,
  rowOf,
  slideRow,
  slidesOf,
  test,
} from './slides.ts';

// Console errors that the browser writes for a refused image and a lost response.
test.use({ expectedErrors: [/status of 415|ERR_FAILED/] });

test('ADM-SLIDE-01 CONST-07 OPEN-62 the table shows order, image, title, button, status and actions', async ({
  page,
  db,
  isMobile,
}) => {
  const [slide] = await slidesOf(db, 'Bridal');
  await open(page, '/admin/hero-slides');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order',
    'Image',
    'Title',
    'Button',
    'Status',
    'Actions',
  ]);
  const row = rowOf(page, slide!.title);
  await expect(row).toContainText('50');
  await expect(row).toContainText('See it');
  await expect(row.getByText('Hidden', { exact: true })).toBeVisible();
  await expect(page.getByText('Active', { exact: true }).first()).toBeVisible();
  await expect(
    row.getByText(
      isMobile
        ? 'Hand-woven aso-oke for the bride, the groom and…'
        : 'Hand-woven aso-oke for the bride, the groom and all who dance behind them, cut and sewn in Lagos by…',
      { exact: true },
    ),
  ).toBeVisible();
  await expect(page.getByRole('row').locator('picture img').first()).toBeVisible();
  await expectAccessible(page);
});

test('ADM-SLIDE-02 ADM-SLIDE-10 ADM-SLIDE-11 a slide is added in a dialog with default values', async ({
  page,
  db,
  request,
}) => {
  const title = `Harmattan ${newWord()}`;
  const { rows } = await db.query('SELECT count(*)::int AS count FROM hero_slides');
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: 'Add Slide' }).click();
  const form = page.getByRole('dialog', { name: 'Add Slide' });
  await expect(form.getByLabel('Button text')).toHaveValue('Explore');
  await expect(form.getByLabel('Button link')).toHaveValue('/products');
  await expect(form.getByLabel('Title animation')).toHaveValue('animate-fade-in');
  await expect(form.getByLabel('Description animation')).toHaveValue('animate-fade-in');
  await expect(form.getByLabel('Display order')).toHaveValue(String(rows[0].count));
  await expect(form.getByText('Recommended size: 1920x1080')).toBeVisible();
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description', { exact: true }).fill(DESCRIPTION);
  // Not active: other tests look at the front page.
  await form.getByRole('switch', { name: 'Active' }).click();
  await form.locator('input[type=file]').setInputFiles(await photo('harmattan.jpg'));
  await expect(form.locator('img[src^="blob:"]')).toBeVisible();
  await expectAccessible(page);
  const release = await holdRequests(page, 'content/createSlide');
  await form.getByRole('button', { name: 'Create Slide' }).click();
  await expect(form.getByRole('progressbar', { name: 'Sending harmattan.jpg' })).toBeVisible();
  release();
  await expectToast(page, 'Slide created successfully');
  await expect(form).toHaveCount(0);
  await expect(rowOf(page, title)).toBeVisible();
  const made = await slideRow(db, title);
  expect(made).toMatchObject({
    button_text: 'Explore',
    button_link: '/products',
    title_animation: 'animate-fade-in',
    display_order: rows[0].count,
    is_active: false,
  });
  expect(made.image_url).toMatch(new RegExp(`^/uploads/hero_slides/${made.id}-[0-9a-f-]{36}\\.jpg$`));
  expect((await request.get(made.image_url)).status()).toBe(200);
});

test('ADM-SLIDE-08 OPEN-09 a new slide is active, and on the front page at the next request', {
  tag: '@desktop',
}, async ({ page, db, request }) => {
  const title = `Harmattan ${newWord()}`;
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: 'Add Slide' }).click();
  await expect(page.getByRole('dialog').getByRole('switch', { name: 'Active' })).toBeChecked();
  await page.getByLabel('Title', { exact: true }).fill(title);
  await page.getByLabel('Description', { exact: true }).fill('In wool');
  await page.locator('input[type=file]').setInputFiles(await photo());
  // The first response is lost: pressing again still makes one slide.
  await page.route(
    operation('content/createSlide'),
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  const create = page.getByRole('button', { name: 'Create Slide' });
  await create.click();
  await expectToast(page, 'Failed to create slide');
  await create.click();
  await expectToast(page, 'Slide created successfully');
  expect(await (await request.get('/')).text()).toContain(title);
  const { rows } = await db.query('SELECT is_active FROM hero_slides WHERE title = $1', [title]);
  expect(rows).toEqual([{ is_active: true }]);
  await page.getByRole('switch', { name: `${title} is active` }).click();
  await expectToast(page, 'Slide deactivated successfully');
  expect(await (await request.get('/')).text()).not.toContain(title);
});

test('ADM-SLIDE-06 ADM-SLIDE-07 missing values are reported at their fields, and nothing is saved', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const { rows: before } = await db.query('SELECT id FROM hero_slides');
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: 'Add Slide' }).click();
  const form = page.getByRole('dialog');
  for (const name of ['Button text', 'Button link']) await form.getByLabel(name).fill(' ');
  await form.getByRole('button', { name: 'Create Slide' }).click();
  for (const text of [
    'Title is required',
    'Description is required',
    'Button text is required',
    'Button link is required',
    'Please select an image for the slide',
  ]) {
    await expect(form.getByRole('alert').filter({ hasText: text })).toBeVisible();
  }
  await expect(form.getByText('Choose an image')).toBeFocused();
  await expectAccessible(page);
  await form.getByLabel('Button link').fill('javascript:alert(1)');
  await form.getByLabel('Display order').fill('1.5');
  await form.getByRole('button', { name: 'Create Slide' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'begins with https://' })).toBeVisible();
  await expect(form.getByRole('alert').filter({ hasText: 'Display order is a whole number' })).toBeVisible();
  expect((await db.query('SELECT id FROM hero_slides')).rows).toHaveLength(before.length);
});

test('ADM-SLIDE-12 ADM-SLIDE-13 the animations are offered by name, with the recommended size', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: 'Add Slide' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  for (const label of ['Title animation', 'Description animation']) {
    const options = await page
      .getByLabel(label)
      .locator('option')
      .evaluateAll((all) => all.map((one) => [one.textContent, (one as HTMLOptionElement).value]));
    expect(options).toEqual([
      ['Fade In', 'animate-fade-in'],
      ['Slide In Right', 'animate-slide-in-right'],
      ['Scale Up', 'animate-scale-up'],
      ['Float', 'animate-float'],
    ]);
  }
  await expect(page.getByText('1920x1080')).toBeVisible();
});

test('ADM-SLIDE-03 ERR-34 CALLS-35 a slide is edited with its values and another image', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const [slide] = await slidesOf(db, 'Bridal');
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: `Edit ${slide!.title}` }).click();
  const form = page.getByRole('dialog');
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(slide!.title);
  await expect(form.getByLabel('Description', { exact: true })).toHaveValue(DESCRIPTION);
  await expect(form.getByLabel('Title animation')).toHaveValue('animate-scale-up');
  await expect(form.getByLabel('Display order')).toHaveValue('50');
  await form.getByLabel('Title', { exact: true }).fill(`${slide!.title} anew`);
  await form.getByLabel('Description animation').selectOption('Slide In Right');
  await form.locator('input[type=file]').setInputFiles(await photo());
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expectToast(page, 'Slide updated successfully');
  await expectToast(page, 'Slide image updated successfully');
  const saved = await slideRow(db, `${slide!.title} anew`);
  expect(saved).toMatchObject({ description_animation: 'animate-slide-in-right', version: 2 });
  expect(saved.image_url).toContain(`/uploads/hero_slides/${slide!.id}-`);
});

test('ADM-SLIDE-04 deletion asks first and runs only when confirmed', { tag: '@phone' }, async ({
  page,
  db,
}) => {
  const [slide] = await slidesOf(db, 'Bridal');
  await open(page, '/admin/hero-slides');
  const remove = page.getByRole('button', { name: `Delete ${slide!.title}` });
  await remove.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toContainText(
    'Are you sure you want to delete this slide? This action cannot be undone.',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  expect(await slideRow(db, slide!.title)).toBeDefined();
  await remove.click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Slide deleted successfully');
  await expect(rowOf(page, slide!.title)).toHaveCount(0);
  expect(await slideRow(db, slide!.title)).toBeUndefined();
});

test('ADM-SLIDE-05 ERR-34 the switch shows and hides a slide', { tag: '@phone' }, async ({
  page,
  db,
  otherAdmin,
}) => {
  const [slide] = await slidesOf(db, 'Bridal');
  await open(page, '/admin/hero-slides');
  const isActive = page.getByRole('switch', { name: `${slide!.title} is active` });
  await isActive.click();
  await expectToast(page, 'Slide activated successfully');
  await expect(rowOf(page, slide!.title).getByText('Active', { exact: true })).toBeVisible();
  expect((await slideRow(db, slide!.title)).is_active).toBe(true);
  const release = await holdRequests(page, 'content/setSlideActive');
  await isActive.click();
  await expect(isActive).toHaveAttribute('aria-busy', 'true');
  const other = await otherAdmin('/admin/hero-slides');
  await other.getByRole('switch', { name: `${slide!.title} is active` }).click();
  await expectToast(other, 'Slide deactivated successfully');
  release();
  await expectToast(page, 'Slide deactivated successfully', /It was not as your screen said/);
  expect((await slideRow(db, slide!.title)).is_active).toBe(false);
});

test('ADM-SLIDE-07 a file that is not an image is refused, and the form keeps the typed text', {
  tag: '@desktop',
}, async ({ page, db }) => {
  const title = `Harmattan ${newWord()}`;
  await open(page, '/admin/hero-slides');
  await page.getByRole('button', { name: 'Add Slide' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByLabel('Description', { exact: true }).fill('In wool');
  await form.locator('input[type=file]').setInputFiles({
    name: 'big.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.alloc(5 * 1024 * 1024),
  });
  await expect(form.getByRole('alert')).toHaveText('Image size should be less than 5MB');
  // The server inspects a file that claims to be an image; its response is mocked here.
  await page.route(operation('content/createSlide'), refusal('NOT_AN_IMAGE', 415, 'x'));
  await form.locator('input[type=file]').setInputFiles(await photo());
  await form.getByRole('button', { name: 'Create Slide' }).click();
  await expectToast(page, 'Failed to create slide', 'Please select an image file');
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue(title);
  expect(await slideRow(db, title)).toBeUndefined();
});

test('ERR-57 without slides the screen says how to begin', { tag: '@desktop' }, async ({ page }) => {
  await page.route(operation('content/listSlides'), (route) =>
    route.fulfill({ json: { json: { slides: [], version: 1 } } }),
  );
  await open(page, '/admin/hero-slides');
  await expect(page.getByText('No slides found. Create your first slide to get started.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a slide' }).click();
  await expect(page.getByRole('dialog').getByLabel('Display order')).toHaveValue('0');
});
