import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import { noteOf, plainLine } from '../note.ts';
import { shop } from './test-message.ts';
import { MAX_MESSAGE, type MessageItem, orderMessage, whatsappLink } from './whatsapp.ts';

const order = (...items: MessageItem[]) => ({
  id: 'the-id',
  orderNumber: '0042',
  items,
});
const item = (note: string | null, name = 'Adire Ẹwà Ọṣun') => ({ name, price: kobo(1_250_000), note });

test('OPEN-22 the message has a greeting, the number, each item with price and note, the total, a link and a check code', () => {
  expect(orderMessage(order(item('Bust 38'), { name: 'Gele', price: kobo(50), note: null }), shop)).toBe(
    [
      'Hello Aso House! I would like to place this order.',
      'Order #0042',
      '',
      '• Adire Ẹwà Ọṣun: ₦12,500.00 (Note: Bust 38)',
      '• Gele: ₦0.50',
      '',
      'Total: ₦12,500.50',
      'https://shop.example/orders/the-id',
      'Check code: 7KQ4M2XZ',
    ].join('\n'),
  );
});

test('CHECKOUT-13 the chat link carries the message to the seller’s number', () => {
  const link = whatsappLink(order(item('50% & more? #1 +2')), shop);
  expect(link.startsWith('https://wa.me/2348012345678?text=Hello%20Aso%20House!')).toBe(true);
  expect(new URL(link).searchParams.get('text')).toBe(orderMessage(order(item('50% & more? #1 +2')), shop));
  // The address of the chat is the stored link, letter for letter.
  const apostrophe = whatsappLink(order(item(`Tunde's "best" (blue!) ~*`)), shop);
  expect(new URL(apostrophe).href).toBe(apostrophe);
});

test('OPEN-22 a note is one line without formatting', () => {
  const message = orderMessage(order(item('*big*\r\n\n_and_\t~long~ `x`\u202e\u0000')), shop);
  expect(message).toContain('(Note: big and long x)\n');
});

test.each([
  ['Bust 36~38', 'Bust 36–38'],
  ['Bust 36 ~ 38, 2 * 5 yards', 'Bust 36 – 38, 2 × 5 yards'],
  ['2*5 yards, 3"*4", 2**5', '2×5 yards, 3"×4", 2×5'],
  ['size 2_3, EID_10, Ẹ_ọ', 'size 2_3, EID_10, Ẹ_ọ'],
  ['5`9, ```12```', "5'9, 12"],
  ['a *bold* _word_, ~38~ *2*5* _2_3_ *_x_*', 'a bold word, 38 2×5 2_3 x'],
])('OPEN-22 a note without formatting has the same measurements and codes: %s', (note, line) => {
  expect(orderMessage(order(item(note)), shop)).toContain(`(Note: ${line})\n`);
});

test('OPEN-22 beyond 1,500 characters the rest is counted', () => {
  const items = Array.from({ length: 50 }, (_, n) => item('x'.repeat(100), `Item ${n}`));
  const message = orderMessage(order(...items), shop);
  expect(message.length).toBeLessThanOrEqual(MAX_MESSAGE);
  const shown = message.match(/•/g)?.length ?? 0;
  expect(message).toContain(`\n… and ${50 - shown} more in the order\n\nTotal: ₦625,000.00\n`);
  // One more item would not have fit.
  expect(message.length + items[shown]!.note!.length + 20).toBeGreaterThan(MAX_MESSAGE);
});

test('a message never exceeds its maximum length', () => {
  const anyItem = fc.record({
    name: fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    price: fc.integer({ min: 0, max: 999_999_999_999 }).map(kobo),
    note: fc.option(fc.string({ unit: 'binary', maxLength: 250 })),
  });
  fc.assert(
    fc.property(fc.array(anyItem, { minLength: 1, maxLength: 50 }), (items) => {
      expect(orderMessage(order(...items), shop).length).toBeLessThanOrEqual(MAX_MESSAGE);
      // The limit of the database's constraint.
      expect(whatsappLink(order(...items), shop).length).toBeLessThanOrEqual(16_000);
    }),
    { numRuns: 60 },
  );
});

test('a note keeps its line breaks and loses characters that are not text', () => {
  expect(noteOf(' Bust 38\r\nhip 44\tplease\u0007\u202e ')).toBe('Bust 38\nhip 44 please');
  expect(noteOf('👗 Ẹwà 👨‍👩‍👧')).toBe('👗 Ẹwà 👨‍👩‍👧');
  for (const nothing of [null, undefined, '', ' \n\u200b ']) expect(noteOf(nothing)).toBeNull();
  expect(noteOf('a\ud800b')).toBe('a\ufffdb');
  expect(plainLine('snake_case *')).toBe('snake_case');
});

test('HAND-05 a reduced price is explained in its line, without the end of the promotion', () => {
  const line = (promotion: MessageItem['promotion']) =>
    orderMessage(order({ name: 'Gele', price: kobo(2_250_000), promotion, note: 'Gold' }), shop)
      .split('\n')
      .find((one) => one.startsWith('•'));
  const list = kobo(2_500_000);
  expect(line({ code: 'ADIRE10', list, percent: kobo(1000) })).toBe(
    '• Gele: ₦22,500.00 (₦25,000.00 less 10 % (ADIRE10)) (Note: Gold)',
  );
  expect(line({ code: 'ADIRE10', list, percent: null })).toBe(
    '• Gele: ₦22,500.00 (₦25,000.00 less ₦2,500.00 (ADIRE10)) (Note: Gold)',
  );
  expect(line(null)).toBe('• Gele: ₦22,500.00 (Note: Gold)');
});
