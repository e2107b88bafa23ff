import { expect, test } from 'vitest';
import { pageRules, printedUrl } from './print.ts';

test('BULK-07 A4 and A5 are pages, a roll is as long as each order', () => {
  expect(pageRules('a4', [100, 200])).toBe('@page { size: A4; margin: 14mm }');
  expect(pageRules('a5', [])).toBe('@page { size: A5; margin: 10mm }');
  // 378 px are 100 mm.
  expect(pageRules('roll', [378, 756]).split('\n')).toEqual([
    '@page roll-0 { size: 80mm 111mm; margin: 4mm } #sheet-0 { page: roll-0 }',
    '@page { size: 80mm 211mm; margin: 4mm }',
  ]);
});

test('BULK-07 the code on a packing slip is for the staff, that on a receipt for the customer', () => {
  expect(printedUrl('https://shop.example', '7', 'slip')).toBe('https://shop.example/admin/orders/7');
  expect(printedUrl('https://shop.example', '7', 'receipt')).toBe('https://shop.example/orders/7');
});
