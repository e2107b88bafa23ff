import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatMoney, type Kobo, kobo } from '#shared/money.ts';
import { checkerOf, type PreparedMessage, verdictOf } from './check-message.ts';
import { findOrders } from './pasted-orders.ts';
import { createCheckCode } from './server/check-code.ts';
import { type MessageItem, orderMessage } from './whatsapp.ts';

// CHECKED_MESSAGES=10000 for a long run.
const RUNS = Number(process.env.CHECKED_MESSAGES ?? 1_000);

const shop = {
  name: 'Aso House',
  publicUrl: 'https://shop.example',
  whatsapp: '2348012345678',
  currency: 'NGN',
  checkCodeOf: createCheckCode('a secret of the shop'),
};
const messageOf = (items: readonly MessageItem[], number = '42', id = 'a') =>
  orderMessage({ id: `0197a1b2-0000-7000-8000-00000000000${id}`, orderNumber: `00${number}`, items }, shop);

const anyPrice = fc.integer({ min: 100, max: 99_999_999 }).map(kobo);
const anyText = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter((text) => /\w/.test(text));
const anyItem: fc.Arbitrary<MessageItem> = fc.record({
  name: anyText(60),
  price: anyPrice,
  note: fc.option(fc.string({ unit: 'grapheme', maxLength: 80 })),
});
const anyItems = fc.array(anyItem, { minLength: 1, maxLength: 8 });

const verdictsOf = (chat: string, prepared: readonly PreparedMessage[]) =>
  findOrders(chat).map(({ text }) => verdictOf(checkerOf(prepared)(text)));
const newest = (text: string): PreparedMessage[] => [{ text, replacedAt: null }];

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
    fc.property(anyItems, anyItems, reformatted, (items, earlier, reformat) => {
      const before = { text: messageOf(earlier), replacedAt: new Date(0) };
      const prepared = [...newest(messageOf(items)), before];
      const other = messageOf(earlier, '43', 'b');
      const chat = `Hi\n${reformat(prepared[0]!.text)}\n${reformat(before.text)}`;
      expect(verdictsOf(chat, prepared)).toEqual([
        'genuine',
        messageOf(items) === before.text ? 'genuine' : 'earlier',
      ]);
      expect(verdictsOf(`${reformat(other)}\nThank you!`, newest(other))).toEqual(['genuine']);
    }),
    { numRuns: RUNS },
  );
});

interface Lines {
  /** From 'Order #' on, of the newest message. */
  lines: readonly string[];
  /** Items and totals that the shop wrote in an earlier message of the order, and for another order. */
  foreign: readonly string[];
  foreignCode: string;
  price: Kobo;
  text: string;
  /** A place among the lines, among the characters, or which edit. */
  where: number;
}

const bodyOf = (message: string) => message.slice(message.indexOf('Order #')).split(/\n+/);
const replaceAt = (lines: readonly string[], at: number, ...by: string[]) => lines.toSpliced(at, 1, ...by);
/** A line of an item. */
const itemAt = ({ lines, where }: Lines) => 1 + (where % (lines.length - 4));
const totalAt = ({ lines }: Lines) => lines.length - 3;

/** A character that no phone replaces by another. */
function editCharacter({ lines, where }: Lines, characters: RegExp, by: string): string[] {
  const text = lines.join('\n');
  const places = [...text.matchAll(characters)];
  const at = places[where % places.length]!.index;
  return `${text.slice(0, at)}${by}${text.slice(at + 1)}`.split('\n');
}

const edits: Record<string, (of: Lines) => string[]> = {
  'a letter replaced': (of) => editCharacter(of, /[A-Za-z]/g, 'x'),
  'a digit replaced': (of) => editCharacter(of, /\d/g, '7'),
  'a letter or digit taken out': (of) => editCharacter(of, /[A-Za-z0-9]/g, ''),
  'a price': (of) => {
    const line = of.lines[itemAt(of)]!;
    const edited = line.replace(/: ₦[\d,.]+(?=$| \(Note: )/, `: ${formatMoney(of.price)}`);
    return replaceAt(of.lines, itemAt(of), edited);
  },
  'the thousands of a price': (of) =>
    replaceAt(of.lines, itemAt(of), of.lines[itemAt(of)]!.replace(/₦(\d)/, '₦1$1')),
  'a note': (of) =>
    replaceAt(of.lines, itemAt(of), `${of.lines[itemAt(of)]!.replace(/ \(Note: .*/, '')} (Note: ${of.text})`),
  'a note taken out': (of) =>
    replaceAt(of.lines, itemAt(of), of.lines[itemAt(of)]!.replace(/ \(Note: .*/, '')),
  'a line taken out of the middle': ({ lines, where }) => replaceAt(lines, 1 + (where % (lines.length - 2))),
  'a line doubled': ({ lines, where }) => {
    const at = where % lines.length;
    return replaceAt(lines, at, lines[at]!, lines[at]!);
  },
  'two lines swapped': ({ lines, where }) => {
    const [at, to] = [where % lines.length, (where >> 8) % lines.length];
    return lines.with(at, lines[to]!).with(to, lines[at]!);
  },
  'a line replaced by one of another version or order': ({ lines, foreign, where }) =>
    replaceAt(lines, where % lines.length, foreign[(where >> 8) % foreign.length]!),
  'a line of another version or order put in': ({ lines, foreign, where }) => {
    const at = where % lines.length;
    return replaceAt(lines, at, foreign[(where >> 8) % foreign.length]!, lines[at]!);
  },
  'the total': (of) => replaceAt(of.lines, totalAt(of), `Total: ${formatMoney(of.price)}`),
  'the code of another order': ({ lines, foreignCode }) => replaceAt(lines, lines.length - 1, foreignCode),
};

test('HAND-04 every edit is named: of a letter, price, note, total or code, and of whole lines', () => {
  fc.assert(
    fc.property(
      fc.record({ items: anyItems, earlier: anyItems, others: anyItems, price: anyPrice, text: anyText(20) }),
      fc.nat(),
      fc.constantFrom(...Object.keys(edits)),
      ({ items, earlier, others, price, text }, where, edit) => {
        const message = messageOf(items);
        const [versions, other] = [[message, messageOf(earlier)], bodyOf(messageOf(others, '43', 'b'))];
        const lines = bodyOf(message);
        const edited = edits[edit]!({
          lines,
          foreign: [...bodyOf(versions[1]!), ...other].filter((line) => /^(•|Total)/.test(line)),
          foreignCode: other.at(-1)!,
          price,
          text,
          where,
        });
        // The beginning of a message, or all of it, is no edit.
        fc.pre(!lines.join('\n').startsWith(edited.join('\n')));
        const chat = `Hello Aso House! I would like to place this order.\n${edited.join('\n')}`;
        const prepared = [...newest(message), { text: versions[1]!, replacedAt: new Date(0) }];
        const verdicts = verdictsOf(chat, prepared);
        // The number may have become a line of its own, which is a message that is cut off.
        expect(verdicts, chat).toContain('edited');
        expect(verdicts).not.toContain('genuine');
        expect(verdicts).not.toContain('earlier');
      },
    ),
    { numRuns: RUNS },
  );
});
