import fc from 'fast-check';
import { expect, test } from 'vitest';
import { kobo } from '#shared/money.ts';
import { checkMessage, findOrders, type PreparedMessage, verdictOf } from './check-message.ts';
import { type MessageOrder, orderMessage } from './whatsapp.ts';

const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.example',
  whatsapp: '2348012345678',
  currency: 'NGN',
  checkCodeOf: () => '7KQ4M2XZ',
};
const ID = '0197a1b2-0000-7000-8000-00000000000a';
const order: MessageOrder = {
  id: ID,
  orderNumber: '0042',
  items: [
    { name: 'Adire Ẹwà Ọṣun', price: kobo(1_250_000), note: "Bust 38, like Ada's" },
    { name: 'Gele', price: kobo(500_000), note: null },
  ],
};
const message = orderMessage(order, shop);
const newest = (text: string): PreparedMessage[] => [{ text, replacedAt: null }];
const check = (pasted: string, prepared = newest(message)) => {
  const [found] = findOrders(pasted);
  return checkMessage(found!.text, prepared);
};
/** The parts that are not as the shop wrote them. */
const faults = (pasted: string) =>
  check(pasted)
    .filter(({ kind }) => kind !== 'genuine')
    .map(({ kind, prepared, pasted: chat }) => [kind, prepared, chat]);

test('HAND-04 a message as the shop wrote it is genuine', () => {
  expect(check(message).map(({ kind, pasted }) => [kind, pasted])).toEqual([
    ['genuine', 'Order #0042'],
    ['genuine', "Adire Ẹwà Ọṣun: ₦12,500.00 (Note: Bust 38, like Ada's)"],
    ['genuine', 'Gele: ₦5,000.00'],
    ['genuine', 'Total: ₦17,500.00'],
    ['genuine', `https://shop.example/orders/${ID}`],
    ['genuine', 'Check code: 7KQ4M2XZ'],
  ]);
});

test('HAND-04 an edited line is shown in both readings', () => {
  expect(faults(message.replace('₦12,500.00', '₦1,250.00'))).toEqual([
    [
      'edited',
      "Adire Ẹwà Ọṣun: ₦12,500.00 (Note: Bust 38, like Ada's)",
      "Adire Ẹwà Ọṣun: ₦1,250.00 (Note: Bust 38, like Ada's)",
    ],
  ]);
  expect(faults(message.replace('17,500', '7,500'))).toEqual([
    ['edited', 'Total: ₦17,500.00', 'Total: ₦7,500.00'],
  ]);
  expect(faults(message.replace('Gele: ₦5,000.00', 'Gele: ₦5,000.00 (Note: free delivery)'))).toEqual([
    ['added', null, '(Note: free delivery)'],
  ]);
  expect(faults(message.replace('• Gele: ₦5,000.00\n', ''))).toEqual([['missing', 'Gele: ₦5,000.00', null]]);
  expect(faults(message.replace('#0042', '#0043'))).toEqual([['edited', 'Order #0042', 'Order #0043']]);
  expect(faults(message.replace('7KQ4M2XZ', '7KQ4M2XY'))).toEqual([
    ['edited', 'Check code: 7KQ4M2XZ', 'Check code: 7KQ4M2XY'],
  ]);
});

test('HAND-04 a message that was cut says where, and nothing in it is edited', () => {
  const end = message.indexOf('Gele') + 9;
  expect(faults(message.slice(0, end)).map(([kind]) => kind)).toEqual(['cut', 'cut', 'cut', 'cut']);
  const start = message.indexOf('Gele');
  expect(faults(message.slice(start)).map(([kind]) => kind)).toEqual(['cut', 'cut']);
});

test('HAND-04 a line that the shop wrote before a change is genuine as of that time', () => {
  const replacedAt = new Date('2026-03-01T10:00:00Z');
  const changed = orderMessage(
    { ...order, items: [order.items[1]!] },
    { ...shop, checkCodeOf: () => 'AAAAAAAA' },
  );
  const prepared = [...newest(changed), { text: message, replacedAt }];
  expect(new Set(check(message, prepared).map(({ kind }) => kind))).toEqual(new Set(['earlier']));
  expect(verdictOf(check(message, prepared))).toBe('earlier');
  // The newest one, into which a line of the earlier one was put.
  const mixed = changed.replace('• Gele', "• Adire Ẹwà Ọṣun: ₦12,500.00 (Note: Bust 38, like Ada's)\n• Gele");
  expect(check(mixed, prepared).filter(({ kind }) => kind !== 'genuine')).toEqual([
    expect.objectContaining({ kind: 'earlier', replacedAt }),
  ]);
});

test('HAND-04 every order of a chat is found, also two in one line and one without its number', () => {
  const other = message.replaceAll('0042', '0043').replace(ID, ID.replace('a', 'b').replace(/.$/, 'b'));
  const chat = `[23/11/2026, 10:12] Ada: ${message}\n[23/11/2026, 10:13] Ada: Good morning!\n${other}\nThank you`;
  expect(findOrders(chat).map(({ orderNumber }) => orderNumber)).toEqual(['0042', '0043']);
  const line = `${message} ${other}`.replace(/\s+/g, ' ');
  expect(findOrders(line).map(({ orderNumber }) => orderNumber)).toEqual(['0042', '0043']);
  const [, second] = findOrders(`${message}\n${other.slice(other.indexOf('Gele'))}`);
  expect(second).toMatchObject({ orderNumber: null, orderId: ID.replace('a', 'b').replace(/.$/, 'b') });
  expect(findOrders('Good morning, is my order ready?')).toEqual([]);
});

test('HAND-04 a note that names another order is not another message', () => {
  const naming = { ...order, items: [{ ...order.items[0]!, note: 'the same as Order #0017' }] };
  const pasted = orderMessage(naming, shop);
  expect(findOrders(pasted)).toHaveLength(1);
  expect(verdictOf(check(pasted, newest(pasted)))).toBe('genuine');
});

test('HAND-04 bullets that became dashes are no edit, also within a note', () => {
  const noted = { ...order, items: [{ ...order.items[0]!, note: 'Bust 38 • sleeves long' }] };
  const prepared = orderMessage(noted, shop);
  expect(verdictOf(check(prepared.replaceAll('• ', '- '), newest(prepared)))).toBe('genuine');
});

const anyOrder = fc
  .array(
    fc.record({
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }).filter((text) => /\w/.test(text)),
      price: fc.integer({ min: 100, max: 99_999_999 }).map(kobo),
      note: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 })),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((items) => orderMessage({ ...order, items }, shop));

/** What phones, keyboards and mail programs do to a text. */
const reformatted = fc.constantFrom<(text: string) => string>(
  (text) => text.replaceAll(' ', '\u00a0'),
  (text) => text.replaceAll("'", '’').replaceAll('"', '”'),
  (text) => text.replace(/\n/g, '\r\n'),
  (text) => text.replace(/\s+/g, ' '),
  (text) => text.replaceAll('• ', '- '),
  (text) => text.replaceAll('\n', '\n> '),
  (text) => `\u200e${text.replaceAll('\n', '\u200f\n  ')}\n\n`,
  (text) => text.normalize('NFD'),
  (text) => text.replaceAll('Order', '*Order*'),
);

test('HAND-04 no reformatted message is called edited', () => {
  fc.assert(
    fc.property(anyOrder, reformatted, (prepared, reformat) => {
      const pasted = `Hi\n${reformat(prepared)}`;
      expect(findOrders(pasted)).toHaveLength(1);
      expect(check(pasted, newest(prepared)).filter(({ kind }) => kind !== 'genuine')).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});

test('HAND-04 every edit of a name, price, note, total or code is named', () => {
  fc.assert(
    fc.property(anyOrder, fc.nat(), fc.constantFrom('7', 'x', ''), (prepared, where, by) => {
      const from = prepared.indexOf('• ') + 2;
      // A letter or digit, which no phone replaces by another.
      const places = [...prepared.matchAll(/[A-Za-z0-9]/g)]
        .map(({ index }) => index)
        .filter((at) => at >= from);
      const at = places[where % places.length]!;
      fc.pre(prepared[at] !== by);
      const pasted = prepared.slice(0, at) + by + prepared.slice(at + 1);
      const parts = findOrders(pasted).flatMap(({ text }) => checkMessage(text, newest(prepared)));
      // An unreadable link loses the order's id, not its number.
      expect(['edited', 'cut']).toContain(verdictOf(parts));
    }),
    { numRuns: 1000 },
  );
});
