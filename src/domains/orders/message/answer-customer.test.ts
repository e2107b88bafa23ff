import { expect, test } from 'vitest';
import { customerChat, customerMail, reminderChat } from './answer-customer.ts';

const order = {
  id: 'a-1',
  orderNumber: '0042',
  customer: { name: 'Amara\n Eze', email: 'amara+shop&x@mail.example', phone: '+2348031234567' },
};

test('an email link names the customer and the order, and typed text adds no header', () => {
  const link = new URL(customerMail(order, 'Aso House'));
  expect(decodeURIComponent(link.pathname)).toBe('amara+shop&x@mail.example');
  expect([...link.searchParams]).toEqual([
    ['subject', 'Your order #0042 at Aso House'],
    ['body', 'Hello Amara Eze,\r\n\r\n'],
  ]);
});

test("a chat link uses the customer's number, and is null without one", () => {
  const link = new URL(customerChat(order, 'Aso House') ?? '');
  expect(link.origin + link.pathname).toBe('https://wa.me/2348031234567');
  expect(link.searchParams.get('text')).toBe('Hello Amara Eze, this is Aso House about your order #0042.');
  expect(customerChat({ ...order, customer: { ...order.customer, phone: null } }, 'Aso House')).toBeNull();
});

test('HAND-03 the link of a reminder has the ready text, in one line of the name, and the page of the order', () => {
  const shop = { name: 'Aso House', publicUrl: 'https://shop.example' };
  const link = new URL(reminderChat(order, shop) ?? '');
  expect(link.pathname).toBe('/2348031234567');
  expect(link.searchParams.get('text')).toBe(
    'Hello Amara Eze, this is Aso House. We have your order #0042, but no message from you yet. Shall we begin? Please answer here.\nhttps://shop.example/orders/a-1',
  );
  expect(reminderChat({ ...order, customer: { ...order.customer, phone: null } }, shop)).toBeNull();
});
