import type { Locator, Page } from '@playwright/test';
import { expect, open, PASSWORD, test } from './journey.ts';
import { addUser, catchWhatsApp, deleteUsers, expectToast, type TestUser } from './shopper.ts';

const MOST_STEPS = 120;
let user: TestUser;

test.beforeEach(async ({ db }) => {
  user = await addUser(db);
});
test.afterEach(({ db }) => deleteUsers(db, 'user-%@example.com'));

/** Presses Tab until an element has the focus, and checks that the focus is visible. */
async function reach(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  const has = () => target.evaluate((element) => element === document.activeElement);
  for (let steps = 0; !(await has()); steps++) {
    if (steps === MOST_STEPS) throw new Error(`${target} was not reached by ${MOST_STEPS} presses of Tab`);
    // Dialogs that open by themselves are closed as a user does.
    if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
  const seen = await target.evaluate((element) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return {
      isMarked:
        element.matches(':focus-visible') &&
        ((outlineStyle !== 'none' &&
          Number.parseFloat(outlineWidth) >= 2 &&
          outlineColor !== 'transparent') ||
          boxShadow !== 'none'),
      isOnScreen: box.bottom > 0 && box.top < innerHeight,
      // No sticky element covers it.
      // A toast may, for its few seconds.
      isFree:
        top !== null &&
        (element.contains(top) || top.contains(element) || top.closest('[data-sonner-toaster]') !== null),
    };
  });
  expect(seen, String(target)).toEqual({ isMarked: true, isOnScreen: true, isFree: true });
}

async function press(page: Page, target: Locator) {
  await reach(page, target);
  await page.keyboard.press('Enter');
}

test('AUTH-06 CHECKOUT-09 CHECKOUT-10 from the front page to the chat by keyboard alone', {
  tag: '@desktop',
}, async ({ page, db }) => {
  test.slow();
  const openedUrls = await catchWhatsApp(page);
  await open(page, '/');
  await press(page, page.getByRole('main').locator('article a[href^="/products/"]').first());
  await expect(page).toHaveURL(/\/products\/./);
  // The URL changes before the page does: its button shows that the heading is the product's.
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  const name = (await page.getByRole('heading', { level: 1 }).textContent())!.trim();

  await press(page, page.getByRole('button', { name: 'Add to cart' }).first());
  await expectToast(page, `Added ${name} to wishlist`);
  await press(page, page.getByRole('link', { name: /^View Cart/ }));
  await expect(page).toHaveURL('/wishlist');

  await reach(page, page.getByLabel(`Note for ${name}`));
  await page.keyboard.type('Bust 38');
  await page.keyboard.press('Tab');
  await expectToast(page, 'Note updated');
  await press(page, page.getByRole('link', { name: 'Proceed to checkout' }));
  await expect(page).toHaveURL('/checkout');

  await press(page, page.getByRole('button', { name: 'Sign In to Checkout' }));
  await expect(page).toHaveURL('/auth?next=%2Fcheckout');
  await reach(page, page.getByLabel('Email'));
  await page.keyboard.type(user.email);
  await reach(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/checkout');

  await press(page, page.getByRole('button', { name: 'Submit Order' }));
  const link = page.getByRole('link', { name: 'Continue to WhatsApp' });
  await reach(page, link);
  const [chat] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await chat.waitForLoadState();
  const { rows } = await db.query('select whatsapp_link from orders where user_id = $1', [user.id]);
  expect(rows).toHaveLength(1);
  expect(openedUrls).toEqual([rows[0].whatsapp_link]);
  expect(decodeURIComponent(rows[0].whatsapp_link)).toContain('Bust 38');
  await expectToast(page, 'Order submitted successfully!');
  await expect(page).toHaveURL('/');
});
