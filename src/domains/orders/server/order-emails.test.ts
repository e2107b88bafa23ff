import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import { mailToCustomer, mailToShop } from './order-emails.ts';

const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.example',
  whatsapp: '2348012345678',
  currency: 'NGN',
  ordersEmail: 'orders@shop.example',
};
const order = {
  id: 'the-id',
  orderNumber: '0042',
  whatsappLink: 'https://wa.me/2348012345678?text=a&b="c"',
  customer: { name: 'Amara Eze', email: 'amara@shop.example', phone: '+2348030000001' },
  items: [
    { name: 'Adire <b>wrapper</b>', price: kobo(1_250_000), note: 'Bust 38\n</td><script>alert(1)</script>' },
    { name: 'Gele', price: kobo(50), note: null },
  ],
};

test('the shop’s email lists the items and the customer to answer', () => {
  const mail = mailToShop(order, shop);
  expect(mail).toMatchObject({
    to: 'orders@shop.example',
    replyTo: 'amara@shop.example',
    subject: 'Order #0042 from Amara Eze',
  });
  for (const part of ['Amara Eze\namara@shop.example\n+2348030000001', 'Gele: ₦0.50', 'Total: ₦12,500.50']) {
    expect(mail.text).toContain(part);
  }
  expect(mail.text).toContain('https://shop.example/orders/the-id');
});

test('in the text part the price follows the name, and the note is on the next line', () => {
  expect(mailToShop(order, shop).text).toContain(
    'Adire <b>wrapper</b>: ₦12,500.00\nNote: Bust 38\n</td><script>alert(1)</script>\nGele: ₦0.50\nTotal: ',
  );
});

test('the customer’s email has items, total and the WhatsApp link', () => {
  const mail = mailToCustomer(order, shop);
  expect(mail).toMatchObject({ to: 'amara@shop.example', subject: 'Your order #0042 at Aso House' });
  for (const part of ['Dear Amara Eze', 'Bust 38', 'Total: ₦12,500.50', order.whatsappLink]) {
    expect(mail.text).toContain(part);
  }
});

test('untrusted text is escaped, and no external resource is loaded', () => {
  for (const { html } of [mailToShop(order, shop), mailToCustomer(order, shop)]) {
    expect(html).not.toMatch(/<script|<b>|<img|<link|url\(/);
    expect(html).toContain('&#60;script&#62;');
  }
  expect(mailToCustomer(order, shop).html).toContain(
    'href="https://wa.me/2348012345678?text=a&#38;b=&#34;c&#34;"',
  );
});

test('a line break in a name adds no header', () => {
  const customer = { ...order.customer, name: 'Amara\r\nBcc: all@shop.example' };
  expect(mailToShop({ ...order, customer }, shop).subject).toBe(
    'Order #0042 from Amara Bcc: all@shop.example',
  );
});
