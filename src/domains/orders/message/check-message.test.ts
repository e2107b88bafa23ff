import { expect, test } from 'vitest';
import { growthOf } from '#shared/test-growth.ts';
import { checkerOf, type PreparedMessage, verdictOf } from './check-message.ts';
import { findOrders } from './pasted-orders.ts';
import { ID, message, order, shop } from './test-message.ts';
import { orderMessage } from './whatsapp.ts';

const newest = (text: string): PreparedMessage[] => [{ text, replacedAt: null }];
const check = (pasted: string, prepared = newest(message)) => {
  const [found] = findOrders(pasted);
  return checkerOf(prepared)(found!.text);
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
  // Cut off as well, where the newest one could have been edited.
  const cut = check(message.slice(0, message.indexOf('• Gele')), prepared);
  expect([verdictOf(cut), new Set(cut.map(({ kind }) => kind))]).toEqual([
    'cut',
    new Set(['earlier', 'cut']),
  ]);
});

test('HAND-04 bullets that became dashes are no edit, also within a note', () => {
  const noted = { ...order, items: [{ ...order.items[0]!, note: 'Bust 38 • sleeves long' }] };
  const prepared = orderMessage(noted, shop);
  expect(verdictOf(check(prepared.replaceAll('• ', '- '), newest(prepared)))).toBe('genuine');
});

test('HAND-04 a message with measurements is genuine, also one of an earlier version, and other digits are an edit', () => {
  const noted = {
    ...order,
    items: [{ ...order.items[0]!, note: '2*5 yards, bust 36~38, size 2_3, EID_10' }],
  };
  const prepared = orderMessage(noted, shop);
  for (const pasted of [prepared, `*${prepared}*`, prepared.replaceAll('–', '-')]) {
    expect(verdictOf(check(pasted, newest(prepared)))).toBe('genuine');
  }
  expect(verdictOf(check(prepared.replace('2_3', '23'), newest(prepared)))).toBe('edited');
  // As it was written before: without the characters.
  const old = prepared.replace(/[×–_]/g, '');
  expect(verdictOf(check(old, newest(old)))).toBe('genuine');
  const replacedAt = new Date('2026-03-01T10:00:00Z');
  expect(verdictOf(check(old, [...newest(prepared), { text: old, replacedAt }]))).toBe('earlier');
});

const ADIRE = "Adire Ẹwà Ọṣun: ₦12,500.00 (Note: Bust 38, like Ada's)";
const GELE = 'Gele: ₦5,000.00';
const TOTAL = 'Total: ₦17,500.00';
const CODE = 'Check code: 7KQ4M2XZ';

test('HAND-04 each line counts once: one that is doubled, replaced by another or swapped is an edit', () => {
  const verdict = (pasted: string) =>
    findOrders(pasted).map(({ text }) => verdictOf(checkerOf(newest(message))(text)));
  const edits: [pasted: string, found: unknown[]][] = [
    [message.replace(GELE, `${GELE}\n• ${GELE}`), [['added', null, GELE]]],
    [message.replace(GELE, ADIRE), [['edited', GELE, ADIRE]]],
    [message.replace(TOTAL, GELE), [['edited', TOTAL, GELE]]],
    [message.replace(CODE, `• ${GELE}`), [['edited', CODE, GELE]]],
    [`${message}\n• Iro: ₦0.00`, [['added', null, 'Iro: ₦0.00']]],
    [message.replace('Order #', '• Iro: ₦0.00\nOrder #'), [['added', null, 'Iro: ₦0.00']]],
    [message.replace('Order #0042', 'Order #0042\nOrder #0042'), [['added', null, 'Order #0042']]],
    [
      message.replace(ADIRE, 'A').replace(GELE, ADIRE).replace('A\n', `${GELE}\n`),
      [
        ['added', null, GELE],
        ['missing', GELE, null],
      ],
    ],
  ];
  for (const [pasted, found] of edits) {
    expect(verdict(pasted), pasted).toEqual(['edited']);
    expect(faults(pasted), pasted).toEqual(found);
  }
});

test('HAND-04 lines of several versions are an edit, and each says when the shop wrote it', () => {
  const replacedAt = new Date('2026-03-01T10:00:00Z');
  const cheaper = orderMessage(
    { ...order, items: [order.items[1]!] },
    { ...shop, checkCodeOf: () => 'AAAAAAAA' },
  );
  const readings = (pasted: string, prepared: PreparedMessage[]) => {
    const parts = check(pasted, prepared);
    return [
      verdictOf(parts),
      ...parts
        .filter(({ kind }) => kind !== 'genuine' && kind !== 'earlier')
        .map((part) => [part.kind, part.prepared, part.pasted, part.replacedAt]),
    ];
  };
  // An expensive line of the earlier version in the newest one, whose total is low; then its total as well.
  const prepared = [...newest(cheaper), { text: message, replacedAt }];
  const inserted = cheaper.replace('• Gele', `• ${ADIRE}\n• Gele`);
  expect(readings(inserted, prepared)).toEqual(['edited', ['other', null, ADIRE, replacedAt]]);
  expect(readings(cheaper.replace('Total: ₦5,000.00', TOTAL), prepared)).toEqual([
    'edited',
    ['other', 'Total: ₦5,000.00', TOTAL, replacedAt],
  ]);
  // The newest code in the earlier message.
  expect(readings(message.replace('7KQ4M2XZ', 'AAAAAAAA'), prepared)).toEqual([
    'edited',
    ['other', CODE, 'Check code: AAAAAAAA', null],
  ]);
});

test('HAND-04 edited lines next to each other are each shown beside what the shop wrote', () => {
  const edited = message
    .replace('₦12,500.00', '₦1,250.00')
    .replace('17,500', '6,250')
    .replace(`• ${GELE}\n`, '');
  expect(faults(edited)).toEqual([
    ['edited', ADIRE, ADIRE.replace('12,500', '1,250')],
    ['missing', GELE, null],
    ['edited', TOTAL, 'Total: ₦6,250.00'],
  ]);
  // A line that a mail program broke in two is one reading.
  const broken = message.replace('₦12,500.00 (Note: Bust', '₦1,250.00 (Note:\nBust');
  expect(faults(broken)).toEqual([['edited', ADIRE, ADIRE.replace('12,500', '1,250')]]);
});

/** Messages of one order whose notes were changed again and again, newest first. */
const changed = (count: number): PreparedMessage[] =>
  Array.from({ length: count }, (_, version) => ({
    text: orderMessage(
      {
        ...order,
        items: Array.from({ length: 9 }, (_, n) => ({
          ...order.items[1]!,
          name: `Gele ${n}`,
          note: n === version % 8 ? `Bust ${version}` : null,
        })),
      },
      { ...shop, checkCodeOf: () => String(10_000_000 + version) },
    ),
    replacedAt: version === 0 ? null : new Date(Date.UTC(2026, 1, 1, 0, 200 - version)),
  }));
const edited = (text: string) =>
  text.replace('Gele 8: ₦5,000.00', 'Gele 8: ₦50.00').replace(/code: \d+/, 'code: AAAAAAAA');

test('HAND-04 an edited message is compared with the version that it is most like, of 101', () => {
  const prepared = changed(101);
  const check101 = checkerOf(prepared);
  for (const { text, replacedAt } of prepared) {
    const parts = check101(edited(text.slice(text.indexOf('Order #'))));
    const others = parts.filter(({ kind }) => kind !== 'genuine' && kind !== 'earlier');
    expect(others.map(({ kind }) => kind)).toEqual(['edited', 'edited']);
    expect(new Set(parts.map((part) => part.replacedAt))).toEqual(new Set([replacedAt]));
  }
});

test('HAND-04 a message is compared with 192 versions in little more time than with 12', () => {
  const pasted = changed(12).map(({ text }) => edited(text.slice(text.indexOf('Order #'))));
  const checkAll = (check: ReturnType<typeof checkerOf>) => {
    for (let round = 0; round < 5; round += 1) for (const text of pasted) check(text);
  };
  // 16 times as many.
  expect(growthOf(checkAll, checkerOf(changed(12)), checkerOf(changed(192)))).toBeLessThan(6);
});
