/** A message that the shop prepared for an order: the newest one, or an earlier one and when it was replaced. */
export interface PreparedMessage {
  text: string;
  /** Null for the newest. */
  replacedAt: Date | null;
}

/**
 * One reading of a checked message:
 * - genuine: as the shop wrote it;
 * - earlier: as the shop wrote it until `replacedAt`;
 * - edited: `prepared` is the shop's reading, `pasted` that of the chat;
 * - added: not from the shop;
 * - missing: not in the chat;
 * - cut: missing, because the message ends or begins there.
 */
export interface CheckedPart {
  kind: 'genuine' | 'earlier' | 'edited' | 'added' | 'missing' | 'cut';
  prepared: string | null;
  pasted: string | null;
  replacedAt: Date | null;
}

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
const MAX_ORDERS = 50;

// On a line of its own, or after the greeting: a note may name another order.
const ORDER = /(?:^|\n|this order\.)[>\s]*(Order\s*#\s*(\w{1,12}))/gi;
const LINK = /\/orders\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;
const CODE = /Check code:?\s*(\w+)/gi;

/** The orders in a pasted chat, in its order, at most MAX_ORDERS. A message may have lost its number or its link. */
export function findOrders(chat: string): PastedOrder[] {
  const text = equalised(chat);
  const found: (PastedOrder & { start: number; end: number })[] = [];
  for (const { kind, at, end, value } of marksOf(text)) {
    const last = found.at(-1);
    // A message has its number first, then its link, then its code: a mark it has already is the next message's.
    if (kind === 'number' || (kind === 'link' && last?.orderId !== null)) {
      const start = kind === 'number' ? at : (last?.end ?? 0);
      found.push({ text: '', orderNumber: null, orderId: null, start, end });
    }
    const order = found.at(-1);
    if (!order) continue;
    order.end = end;
    if (kind === 'number') order.orderNumber = value;
    if (kind === 'link') order.orderId = value.toLowerCase();
  }
  return found.slice(0, MAX_ORDERS).map(({ start, end, orderNumber, orderId }, index) => {
    // What follows a link or code is the next message or chat; a message without its link may end anywhere.
    const until = orderId === null ? (found[index + 1]?.start ?? text.length) : end;
    return { orderNumber, orderId, text: text.slice(start, until) };
  });
}

const marksOf = (text: string) =>
  [
    ...[...text.matchAll(ORDER)].map((match) => ({
      kind: 'number',
      at: match.index + match[0].length - match[1]!.length,
      end: match.index + match[0].length,
      value: match[2]!,
    })),
    ...[LINK, CODE].flatMap((pattern) =>
      [...text.matchAll(pattern)].map((match) => ({
        kind: pattern === LINK ? 'link' : 'code',
        at: match.index,
        end: match.index + match[0].length,
        value: match[1]!,
      })),
    ),
  ].sort((a, b) => a.at - b.at);

/**
 * Compares a pasted message with those that the shop prepared for the order, newest first. What phones change is not an
 * edit: line breaks, blanks, quotation marks, dashes, bullets, formatting characters.
 */
export function checkMessage(pasted: string, prepared: readonly PreparedMessage[]): CheckedPart[] {
  const text = readable(pasted);
  const readings = prepared.map((message) => compare(text, message));
  const best = readings.reduce((a, b) => (faultsOf(b) < faultsOf(a) ? b : a));
  const earlier = prepared.flatMap(({ text: whole, replacedAt }) =>
    linesOf(whole).map((line) => ({ line, replacedAt })),
  );
  return best.map((part) => {
    if (part.kind !== 'edited' && part.kind !== 'added') return part;
    const known = earlier.find(({ line }) => line === part.pasted);
    return known
      ? { ...part, kind: known.replacedAt ? 'earlier' : 'genuine', replacedAt: known.replacedAt }
      : part;
  });
}

export type Verdict = 'genuine' | 'earlier' | 'edited' | 'cut';

/** What a message is as a whole. A cut one is edited too if one of its readings is. */
export function verdictOf(parts: readonly Pick<CheckedPart, 'kind'>[]): Verdict {
  const kinds = new Set(parts.map(({ kind }) => kind));
  if (kinds.has('edited') || kinds.has('added') || kinds.has('missing')) return 'edited';
  return kinds.has('cut') ? 'cut' : kinds.has('earlier') ? 'earlier' : 'genuine';
}

const faultsOf = (parts: readonly CheckedPart[]): number =>
  parts.filter(({ kind }) => kind !== 'genuine' && kind !== 'earlier').length;

/** Text with what a phone may change made equal, except for its line breaks. */
const equalised = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/(?!\s)[\p{Cf}\p{Cc}]/gu, '')
    .replace(/[‘’‚‛′`´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .replace(/[*_~]/g, '');

/** The same as one line. */
const readable = (text: string): string => equalised(text).replace(/\s+/g, ' ').trim();

/** The lines of a prepared message after its greeting, readable, without bullets. */
const linesOf = (message: string): string[] => {
  const lines = message.split('\n');
  const first = lines.findIndex((line) => line.startsWith('Order #'));
  return lines
    .slice(first)
    .map((line) => readable(line.replace(/^• /, '')))
    .filter((line) => line !== '');
};

/** Text of the same length in which bullets are dashes, as some phones write them. */
const withDashes = (text: string): string => text.replace(/[•·‣▪]/g, '-');

/** Characters between two lines that say nothing. */
const withoutBullets = (text: string): string => text.replace(/^[\s•·‣▪>-]+|[\s•·‣▪>]+$/g, '');

function compare(text: string, { text: whole, replacedAt }: PreparedMessage): CheckedPart[] {
  const lines = linesOf(whole);
  const searched = withDashes(text);
  const kind = replacedAt ? 'earlier' : 'genuine';
  const parts: CheckedPart[] = [];
  let from = 0;
  /** Lines that were not found since the last one that was. */
  let lost: string[] = [];
  const settle = (gap: string, isEnd: boolean) => {
    const rest = withoutBullets(gap);
    const pieces = rest === '' ? [] : lost.length > 1 ? rest.split(/ [•·‣▪] /).map(withoutBullets) : [rest];
    let isBeginning = parts.length === 0;
    for (const [index, prepared] of lost.entries()) {
      const isLast = index === lost.length - 1;
      const piece = isLast ? pieces.splice(0).join(' ') : (pieces.shift() ?? '');
      const isCut =
        (isEnd && prepared.startsWith(piece) && pieces.length === 0) ||
        (isBeginning && prepared.endsWith(piece));
      isBeginning &&= piece === '';
      parts.push({
        kind: isCut ? 'cut' : piece === '' ? 'missing' : 'edited',
        prepared,
        pasted: piece === '' ? null : piece,
        replacedAt,
      });
    }
    if (lost.length === 0 && rest !== '')
      parts.push({ kind: 'added', prepared: null, pasted: rest, replacedAt: null });
    lost = [];
  };
  for (const line of lines) {
    const at = searched.indexOf(withDashes(line), from);
    if (at < 0) {
      lost.push(line);
      continue;
    }
    settle(text.slice(from, at), false);
    parts.push({ kind, prepared: line, pasted: line, replacedAt });
    from = at + line.length;
  }
  settle(text.slice(from), true);
  return parts;
}
