import jsQR from 'jsqr';
import sharp from 'sharp';
import { expect, expectAccessible, open, signIn, test } from './journey.ts';
import {
  addProduct,
  addUser,
  deleteUsers,
  removeProducts,
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

test('HAND-02 the message of an order can be copied, and opened on a phone by a QR code', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, user.email);
  const order = await submitOrder(page, [{ ...gown, notes: 'Bust 38' }]);
  await open(page, `/orders/${order.id}`);
  await page.getByRole('button', { name: 'Copy the message' }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(new URL(order.whatsappLink).searchParams.get('text'));
  await page.getByRole('button', { name: 'WhatsApp on your phone' }).click();
  const code = page.getByRole('img', { name: 'QR code of the WhatsApp link' });
  await expect(code).toBeVisible();
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data).toBe(order.whatsappLink);
  await expectAccessible(page);
});
