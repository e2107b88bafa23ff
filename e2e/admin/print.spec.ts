import { open, signIn } from '../journey.ts';
import { expect, expectAccessible, test } from './orders.ts';

test('BULK-07 an order is printed as a packing slip and a receipt, on three papers, without the rest of the page', {
  tag: '@desktop',
}, async ({ page, fixture, db }) => {
  const order = await fixture.order({
    items: [
      { name: 'Adire gown', price: 12_500, note: 'Sleeves to the wrist' },
      { name: 'Gele in gold', price: 4_000.5, code: 'EID26' },
    ],
  });
  await db.query('update order_items set list_price = 5000 where order_id = $1 and position = 1', [order.id]);
  await signIn(page, 'admin@demo.shop');
  await open(page, `/admin/orders/${order.id}`);
  await page.getByRole('link', { name: 'Print', exact: true }).click();
  const slip = page.getByRole('article', { name: `Packing slip of order #${order.number}` });
  await expect(slip).toContainText('Sleeves to the wrist');
  await expect(slip).not.toContainText('12,500');
  await expect(slip.getByRole('img', { name: new RegExp(`/admin/orders/${order.id}$`) })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Receipt' }).click();
  const receipt = page.getByRole('article', { name: 'Receipt' });
  await expect(receipt).toContainText('₦16,500.50');
  await expect(receipt).toContainText('less ₦999.50 (EID26)');
  await expect(receipt.getByRole('img', { name: new RegExp(`[^n]/orders/${order.id}$`) })).toBeVisible();
  await expect(receipt).not.toContainText('Sleeves');

  for (const [paper, width] of [
    ['A4', 210],
    ['A5', 148],
    ['80 mm roll', 80],
  ] as const) {
    await page.getByRole('link', { name: paper, exact: true }).click();
    await expect(page.getByRole('link', { name: paper, exact: true })).toHaveAttribute('aria-current', /./);
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
    const boxes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g)].map(([, w]) => Number(w));
    // One page, as wide as the paper, in points of 1/72 inch.
    expect(boxes.map((points) => Math.round((points / 72) * 25.4))).toEqual([width]);
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(receipt).toBeVisible();
});
