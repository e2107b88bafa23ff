import type { Page } from '@playwright/test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, expectAccessible, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
  storeCart,
  submitOrder,
  type TestProduct,
  type TestUser,
} from './shopper.ts';

let user: TestUser;
let gown: TestProduct;
test.beforeEach(async ({ db }) => {
  user = await addUser(db);
  gown = await addProduct(db, { name: 'Adire Ẹwà Ọṣun', price: 12_500 });
});
test.afterEach(async ({ db }) => {
  await deleteUsers(db, 'user-%@example.com');
  await removeProducts(db, [gown]);
});

/** What is copied by the button of the current page. */
async function copyMessage(page: Page): Promise<string> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the message' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

const messageOf = (link: string | null) => new URL(link ?? '').searchParams.get('text');
const qrButton = (page: Page) => page.getByRole('button', { name: 'WhatsApp on your phone' });

test('HAND-02 the message of an order can be copied, and opened on a phone by a QR code', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, user.email);
  const order = await submitOrder(page, [{ ...gown, notes: 'Bust 38' }]);
  await open(page, `/orders/${order.id}`);
  expect(await copyMessage(page)).toBe(messageOf(order.whatsappLink));
  await qrButton(page).click();
  const code = page.getByRole('img', { name: 'QR code of the WhatsApp link' });
  await expect(code).toBeVisible();
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(order.whatsappLink);
  await expectAccessible(page);
});

test('HAND-02 on a phone the message can be copied, and there is no QR code', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, user.email);
  const order = await submitOrder(page, [gown]);
  await open(page, `/orders/${order.id}`);
  expect(await copyMessage(page)).toBe(messageOf(order.whatsappLink));
  await expect(qrButton(page)).toBeHidden();
});

test('HAND-02 after submitting, the message can be copied and opened by a QR code', {
  tag: '@desktop',
}, async ({ page }) => {
  await signIn(page, user.email);
  await storeCart(page, [gown]);
  await open(page, '/checkout');
  await page.getByRole('button', { name: 'Submit Order' }).click();
  await expect(page.getByRole('heading', { name: 'Order submitted' })).toBeVisible();
  const link = await page.getByRole('link', { name: 'Continue to WhatsApp' }).getAttribute('href');
  expect(await copyMessage(page)).toBe(messageOf(link));
  await qrButton(page).click();
  await expect(page.getByRole('img', { name: 'QR code of the WhatsApp link' })).toBeVisible();
});

test('HAND-02 a message that is too long for a QR code says so, and what to do', { tag: '@desktop' }, async ({
  page,
}) => {
  await signIn(page, user.email);
  const order = await submitOrder(page, [{ ...gown, notes: 'Ẹwà Ọṣun, '.repeat(40) }]);
  expect(order.whatsappLink.length).toBeGreaterThan(1_700);
  await open(page, `/orders/${order.id}`);
  const number = new URL(order.whatsappLink).pathname.slice(1);
  await expect(
    page.getByText(
      `This message is too long for a QR code. Copy it and paste it into a WhatsApp chat with +${number}.`,
    ),
  ).toBeVisible();
  await expect(qrButton(page)).toHaveCount(0);
  expect(await copyMessage(page)).toBe(messageOf(order.whatsappLink));
  await expectAccessible(page);
});
