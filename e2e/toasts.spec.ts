import { expect, open, test } from './journey.ts';

test('CONST-08 CONST-09 CONST-10 three toasts are shown, five queued, and each closes by itself', {
  tag: '@phone',
}, async ({ page }) => {
  // No rate limit here: this test is not about it.
  await page.route('**/api/rpc/contact/submit', (route) =>
    route.fulfill({ json: { json: { received: true } } }),
  );
  await page.clock.install();
  await open(page, '/contact');
  const form = page.getByRole('form', { name: 'Message' });
  const send = form.getByRole('button', { name: 'Send Message' });
  async function write(n: number) {
    for (const [label, value] of [
      ['Name', 'Ada Obi'],
      ['Email', 'ada@example.com'],
      ['Subject', 'Aso-oke for a wedding'],
      ['Message', `Do you still have the wine red one? I ask for the time ${n}.`],
    ]) {
      await form.getByLabel(label!).fill(value!);
    }
  }
  await write(0);
  await send.click();
  // Toasts under the pointer do not close.
  await page.mouse.move(0, 0);
  const toasts = page.locator('[data-sonner-toast]');
  await expect(toasts).toHaveCount(1);
  // From here on the clock is stopped: toasts stay.
  await page.clock.pauseAt(Date.now() + 20_000);
  await page.clock.runFor(5_000);
  await expect(toasts).toHaveCount(0);
  for (let n = 1; n <= 6; n++) {
    await write(n);
    await send.dispatchEvent('click');
    await expect(async () => {
      await page.clock.runFor(50);
      await expect(form.getByLabel('Message')).toHaveValue('', { timeout: 100 });
    }).toPass();
  }
  await page.clock.runFor(500);
  await expect(toasts.and(page.locator('[data-removed=false]'))).toHaveCount(5);
  const seen = toasts.and(page.locator('[data-visible=true][data-removed=false]'));
  await expect(seen).toHaveCount(3);
  if (page.viewportSize()!.width >= 600) {
    const places = async () => {
      const boxes = await Promise.all([0, 1, 2].map(async (n) => (await seen.nth(n).boundingBox())!));
      const [lowest, middle] = boxes.toSorted((a, b) => b.y - a.y);
      const gap = Math.round(lowest!.y - (middle!.y + middle!.height));
      return { widths: boxes.map((box) => Math.round(box.width)), gap };
    };
    // The toasts slide into their places.
    await expect.poll(places).toEqual({ widths: [356, 356, 356], gap: 14 });
  }
  await page.clock.runFor(2_500);
  await expect(seen).toHaveCount(3);
  // The four seconds are over; the exit animation takes a moment more.
  await expect(async () => {
    await page.clock.runFor(500);
    await expect(toasts).toHaveCount(0, { timeout: 200 });
  }).toPass();
});

test('CONST-08 the toast of a piece that was added leaves the cart at the top free', {
  tag: '@phone',
}, async ({ page }) => {
  await open(page, '/products');
  await page.locator('main article h3 a').first().click();
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  const toast = page.locator('[data-sonner-toast]');
  await expect(toast).toBeVisible();
  const { y } = (await toast.boundingBox())!;
  expect(y).toBeGreaterThan(page.viewportSize()!.height / 2);
  await page.getByRole('link', { name: /^Cart, / }).click();
  await expect(page).toHaveURL('/wishlist');
});

test('CONST-10 ERR-56 each product has a toast of its own, and an addition offers no undo of a removal', {
  tag: '@desktop',
}, async ({ page }) => {
  await open(page, '/products?category=shoes');
  const toggles = page.locator('main article').getByRole('button', { name: /: in the cart$/ });
  const toasts = page.locator('[data-sonner-toast]');
  const seen = toasts.and(page.locator('[data-visible=true][data-removed=false]'));
  for (const n of [0, 1, 2, 3]) await toggles.nth(n).click();
  await expect(toasts.filter({ hasText: /^Added .+ to wishlist$/ })).toHaveCount(4);
  await expect(seen).toHaveCount(3);
  await toggles.nth(3).click();
  await expect(toasts.first()).toContainText('Removed');
  await expect(toasts.first().getByRole('button', { name: 'Undo' })).toBeVisible();
  await toggles.nth(3).click();
  await expect(toasts.first()).toContainText('Added');
  await expect(toasts.getByRole('button', { name: 'Undo' })).toHaveCount(0);
});
