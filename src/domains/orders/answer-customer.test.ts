import { expect, test } from 'vitest';
import { customerChat, customerMail } from './answer-customer.ts';

const order = {
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
