/** A part of the pasted text that refers to one order. */
export interface PastedOrder {
  text: string;
  /** As written in the text; null if it was cut off. */
  orderNumber: string | null;
  /** From the link. */
  orderId: string | null;
}

/** The longest chat that is checked, characters, and how many of its orders. */
export const MAX_CHAT = 50_000;
export const MAX_ORDERS = 50;

/** Text with what a phone may change made equal, except for its line breaks. */
export const equalised = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\s)[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    // An underscore within a word does not format: a message has it in codes and sizes.
    .replace(/[*~]|(?<![\p{L}\p{M}\p{N}])_|_(?![\p{L}\p{M}\p{N}])/gu, '');

// '[14/11/2026, 09:12:33] Ada:', '[09:12, 14/11/2026] Ada:' and '14/11/2026, 9:12 am - Ada:', in equalised text.
const DATE = String.raw`\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?\.?`;
const TIME = String.raw`\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?: ?[ap]\.? ?m\.?)?`;
const SENDER = new RegExp(
  String.raw`^[>\t ]*(?:\[(?:${DATE},? ${TIME}|${TIME},? ${DATE})\]|${DATE},? ${TIME} -) ?(?:[^:\n]{1,80}:)?`,
  'gim',
);

// On a line of its own, or after the greeting: a note may name another order.
const NUMBER = /(?:^|\n|this order\.)[>\s]{0,20}(Order\s{0,3}#\s{0,3}(\w{1,12}))/gi;
const LINK = /(?:https?:\/\/\S{1,250}?)?\/orders\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;
// With one of its words edited as well.
const CODE = /[Cc]heck code:?\s*\w+|(?:[Cc]heck\s\w{1,12}|\w{1,12}\scode):?\s?[0-9A-Z]{8}\b/g;
/** The line of an item or of the total: directly above or below a message it is a part of it. */
const LINE =
  /^[>\t ]*(?:[•·‣▪-] ?(?!.*Order\s*#).*|Total): [^\d\n]{1,5}\d[\d,]*(?:\.\d+)?(?: \(.*|[\t ]*$)/gm;

/** The orders in a pasted chat, in its order. A message may have lost its number or its link. */
export const findOrders = (chat: string): PastedOrder[] => equalised(chat).split(SENDER).flatMap(ordersIn);

type Found = PastedOrder & { start: number; end: number; hasCode: boolean };

/** The orders in what one sender wrote at once. */
function ordersIn(text: string): PastedOrder[] {
  const found: Found[] = [];
  /** Behind everything that belongs to an order already. */
  let from = 0;
  /** Lines that no message has, one below the other. */
  let above: { at: number; end: number } | undefined;
  const marks = marksOf(text);
  for (const [index, mark] of marks.entries()) {
    const { kind, at, end, value } = mark;
    const last = found.at(-1);
    if (last && isPartOf(last, mark, text)) {
      last.end = end;
      if (kind === 'link') last.orderId = value;
      if (kind === 'code') last.hasCode = true;
    } else if (kind === 'number') {
      const start = above && isBetweenLines(text.slice(above.end, at)) ? above.at : at;
      found.push({ text: '', orderNumber: value, orderId: null, start, end, hasCode: false });
    } else if (kind === 'link') {
      // Without a number, total or code the link is only mentioned, as in the shop's reminder.
      if (/Total:/i.test(text.slice(from, at)) || marks[index + 1]?.kind === 'code')
        found.push({ text: '', orderNumber: null, orderId: value, start: from, end, hasCode: false });
    } else {
      if (kind === 'line' && (!last || isEnded(last)))
        above = { at: above && isBetweenLines(text.slice(above.end, at)) ? above.at : at, end };
      continue;
    }
    from = end;
  }
  return found.map((order, index) => {
    // What follows a link or code is the next message or chat; a message without them may end anywhere.
    const until = isEnded(order) ? order.end : (found[index + 1]?.start ?? text.length);
    return { orderNumber: order.orderNumber, orderId: order.orderId, text: text.slice(order.start, until) };
  });
}

const isEnded = ({ orderId, hasCode }: Found): boolean => orderId !== null || hasCode;

const isBetweenLines = (text: string): boolean => /^[\s>•·‣▪-]*$/.test(text);

/** Whether a mark is of the order above: it has none of its kind yet, or the line was doubled. */
function isPartOf(order: Found, { kind, at, value }: Mark, text: string): boolean {
  const isDirectlyBelow = isBetweenLines(text.slice(order.end, at));
  if (kind === 'number') return isDirectlyBelow && order.orderId === null && order.orderNumber === value;
  if (kind === 'link') return order.orderId === null || (isDirectlyBelow && order.orderId === value);
  if (kind === 'code') return isDirectlyBelow || !order.hasCode;
  return isDirectlyBelow && isEnded(order);
}

type Mark = ReturnType<typeof marksOf>[number];

const marksOf = (text: string) =>
  [
    ...[...text.matchAll(NUMBER)].map((match) => ({
      kind: 'number',
      at: match.index + match[0].length - match[1]!.length,
      end: match.index + match[0].length,
      value: match[2]!,
    })),
    ...Object.entries({ link: LINK, code: CODE, line: LINE }).flatMap(([kind, pattern]) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind,
        at: match.index,
        end: match.index + match[0].length,
        value: match[1]?.toLowerCase() ?? '',
      })),
    ),
  ].sort((a, b) => a.at - b.at);
