import { expect, expectAccessible, openOrders, test } from './order-desk.ts';

test('HAND-04 a pasted chat is compared with what the shop wrote', async ({ page, desk, db }) => {
  const order = await desk.order();
  const text = (line: string) =>
    `Hello Aso House! I would like to place this order.\nOrder #${order.number}\n\n• ${line}\n\nTotal: ₦12,500.00\nhttps://shop.example/orders/${order.id}\nCheck code: 7KQ4M2XZ`;
  const genuine = text('Adire gown: ₦12,500.00');
  await db.query(`update orders set whatsapp_link = $2 where id = $1`, [
    order.id,
    `https://wa.me/2348000000000?text=${encodeURIComponent(genuine)}`,
  ]);
  await openOrders(page);
  await page.getByRole('link', { name: 'Check a message' }).click();
  const chat = page.getByLabel('The chat from WhatsApp');
  const check = page.getByRole('button', { name: 'Check', exact: true });
  await chat.fill(genuine);
  await check.click();
  const result = page.locator('#main').getByRole('status');
  await expect(result).toContainText('Every line is as the shop wrote it.');
  await chat.fill(`${text('Adire gown: ₦2,500.00')}\n\nGood morning!`);
  await check.click();
  await expect(result.getByText('Edited', { exact: true })).toBeVisible();
  await expect(result).toContainText('The chat saysAdire gown: ₦2,500.00');
  await expectAccessible(page);
  await chat.fill('Is my order ready?');
  await check.click();
  await expect(result).toContainText('No order was found in this text.');
});
