import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import type { MessageOrder } from '../whatsapp.ts';
import { createCheckCode } from './check-code.ts';

const order: MessageOrder = {
  id: 'a',
  orderNumber: '0042',
  items: [
    { name: 'Adire', price: kobo(1_250_000), note: 'Bust 38' },
    { name: 'Gele', price: kobo(50), note: null },
  ],
};
const codeOf = createCheckCode('a-secret-of-more-than-thirty-two-letters');

test('HAND-04 the check code has eight characters, and depends on everything in the order', () => {
  const [first, second] = order.items as [MessageOrder['items'][0], MessageOrder['items'][0]];
  const others: MessageOrder[] = [
    { ...order, id: 'b' },
    { ...order, orderNumber: '0043' },
    { ...order, items: [second, first] },
    { ...order, items: [first] },
    { ...order, items: [{ ...first, name: 'Adirẹ' }, second] },
    { ...order, items: [{ ...first, price: kobo(1_250_001) }, second] },
    { ...order, items: [{ ...first, note: 'Bust 39' }, second] },
    { ...order, items: [{ ...first, note: null }, second] },
  ];
  const codes = [order, ...others].map(codeOf);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codeOf(order)).toBe(codes[0]);
});

test('HAND-04 another shop makes another code for the same order', () => {
  expect(createCheckCode('another-secret-of-thirty-two-letters')(order)).not.toBe(codeOf(order));
});
