import { ACCOUNTS } from '../journey.ts';
import { expect, expectAccessible, open, openOrders, signIn, test } from './orders.ts';

test('HAND-04 a pasted chat is compared with what the shop wrote', async ({ page, fixture, db }) => {
  const order = await fixture.order();
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
  await result.getByText('5 lines are genuine').click();
  await expect(result.getByRole('listitem')).toHaveCount(5);
  await chat.fill(`${text('Adire gown: ₦2,500.00')}\n\nGood morning!`);
  await check.click();
  await expect(result.getByText('Edited', { exact: true })).toHaveCount(2);
  await expect(result).toContainText('The chat saysAdire gown: ₦2,500.00');
  await expectAccessible(page);
  await chat.fill('Is my order ready?');
  await check.click();
  await expect(result).toContainText('No order was found in this text.');
});

test.describe('HAND-04 by keyboard and in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('lines of an earlier message, edited ones and genuine ones are each shown with their verdict', async ({
    page,
    fixture,
    db,
  }) => {
    const order = await fixture.order();
    const text = (items: string[], total: string, code: string) =>
      `Hello Aso House! I would like to place this order.\nOrder #${order.number}\n\n${items.map((item) => `• ${item}`).join('\n')}\n\nTotal: ${total}\nhttps://shop.example/orders/${order.id}\nCheck code: ${code}`;
    const [gown, gele] = ['Adire gown: ₦12,500.00 (Note: Bust 38)', 'Gele: ₦5,000.00'];
    const earlier = text([gown, gele], '₦17,500.00', '7KQ4M2XZ');
    const newest = text([gele], '₦5,000.00', 'AAAAAAAA');
    for (const message of [earlier, newest])
      await db.query('update orders set whatsapp_link = $2 where id = $1', [
        order.id,
        `https://wa.me/2348000000000?text=${encodeURIComponent(message)}`,
      ]);
    await signIn(page, ACCOUNTS.admin);
    await open(page, '/admin/orders/check');
    const chat = page.getByLabel('The chat from WhatsApp');
    const result = page.locator('#main').getByRole('status');
    const check = async (pasted: string) => {
      await chat.focus();
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.insertText(pasted);
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Check', exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
    };
    await check(earlier);
    await expect(result).toContainText('Genuine, from before a change');
    await expect(result).toContainText(/6 lines are genuine, from before the change on \d+ \w+ \d{4} at/);

    // The expensive line of the earlier message beside the low total of the newest one.
    await check(newest.replace('• Gele', `• ${gown}\n• Gele`).replace('Total: ₦5,000.00', 'Total: ₦500.00'));
    await expect(result.getByText('Edited', { exact: true })).toHaveCount(2);
    const faults = result.getByRole('list', { name: 'Lines that are not as the shop wrote them' });
    await expect(faults.getByRole('listitem')).toHaveText([
      new RegExp(
        `^From an earlier message, before the change on .*The chat says${gown.replace(/[().]/g, '.')}$`,
      ),
      'EditedThe shop wroteTotal: ₦5,000.00The chat saysTotal: ₦500.00',
    ]);
    // The genuine lines are folded away: the link of the order, then their summary.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(page.getByText('4 lines are genuine')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(result.getByText(gele, { exact: true })).toBeVisible();
    await expectAccessible(page);
  });
});

test('HAND-04 a chat that is too long stays as it was pasted, and orders that were not checked are counted', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, ACCOUNTS.admin);
  await open(page, '/admin/orders/check');
  const chat = page.getByLabel('The chat from WhatsApp');
  const check = page.getByRole('button', { name: 'Check', exact: true });
  const long = 'x'.repeat(51_234);
  await chat.fill(long);
  await expect(page.getByRole('alert')).toHaveText(
    'This text is too long by 1,234 characters: 50,000 can be checked at once. Please take a part of the chat out.',
  );
  await expect(check).toBeDisabled();
  expect(await chat.inputValue()).toBe(long);
  await expectAccessible(page);
  await chat.fill(Array.from({ length: 53 }, (_, n) => `Order #${900_000 + n}`).join('\n'));
  await check.click();
  await expect(page.locator('#main').getByRole('status')).toContainText(
    '3 more orders in this text were not checked, because 50 are checked at once.',
  );
});
