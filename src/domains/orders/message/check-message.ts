import { equalised } from './pasted-orders.ts';

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
 * - other: of another message than the rest, the one until `replacedAt` or the newest; `prepared` has its place;
 * - edited: `prepared` is the shop's reading, `pasted` that of the chat;
 * - added: not from the shop;
 * - missing: not in the chat;
 * - cut: missing, because the message ends or begins there.
 */
export interface CheckedPart {
  kind: 'genuine' | 'earlier' | 'other' | 'edited' | 'added' | 'missing' | 'cut';
  prepared: string | null;
  pasted: string | null;
  replacedAt: Date | null;
}

/** The most versions that a pasted message is compared with piece by piece. */
const MOST_COMPARED = 12;

/**
 * Compares pasted messages with those that the shop prepared for the order, newest first: each with the one it is most
 * like, of which it must have each line once. What phones change is not an edit: line breaks, blanks, quotation marks,
 * dashes, bullets, formatting characters.
 */
export function checkerOf(prepared: readonly PreparedMessage[]): (pasted: string) => CheckedPart[] {
  const versions = prepared.map(({ text, replacedAt }, index) => {
    const lines = linesOf(text).map((line) => ({ line, dashed: withDashes(line) }));
    return { index, lines, replacedAt };
  });
  /** Every line that the shop wrote, and until when it did last. */
  const writtenUntil = new Map<string, Date | null>();
  for (const { lines, replacedAt } of versions) {
    for (const { dashed } of lines) if (!writtenUntil.has(dashed)) writtenUntil.set(dashed, replacedAt);
  }
  return (pasted) => {
    const text = equalised(pasted)
      .replace(/\s+/g, (blank) => (blank.includes('\n') ? '\n' : ' '))
      .trim();
    const searched = withDashes(text.replaceAll('\n', ' '));
    const found = new Set([...writtenUntil.keys()].filter((line) => searched.includes(line)));
    const [best, ...others] = versions
      .map((version) => ({ ...version, ...lossOf(version.lines, found) }))
      .toSorted((a, b) => a.within - b.within || a.lost - b.lost || b.characters - a.characters)
      .slice(0, MOST_COMPARED)
      .map((version) => ({ version, parts: () => compare(text, searched, version) }));
    if (!best) return [];
    let closest = { version: best.version, parts: best.parts() };
    for (const { version, parts } of others) {
      // Of equals the newest, and those that lost nothing are in this order.
      if (closest.parts.every(({ kind }) => kind === 'genuine' || kind === 'earlier')) break;
      const other = { version, parts: parts() };
      const order = byCloseness(other.parts, closest.parts);
      if (order < 0 || (order === 0 && version.index < closest.version.index)) closest = other;
    }
    const own = new Set(closest.version.lines.map(({ dashed }) => dashed));
    return closest.parts.map((part) => {
      if (part.kind !== 'edited' && part.kind !== 'added') return part;
      const line = withDashes(part.pasted ?? '');
      const replacedAt = own.has(line) ? undefined : writtenUntil.get(line);
      return replacedAt === undefined ? part : { ...part, kind: 'other', replacedAt };
    });
  };
}

/**
 * How many lines of a version the text does not have, and how many of them between lines that it has, which are edits; and
 * how many characters it has of the others.
 */
function lossOf(lines: readonly WrittenLine[], found: ReadonlySet<string>) {
  const has = lines.map(({ dashed }) => found.has(dashed));
  const between = has.slice(Math.max(0, has.indexOf(true)), has.lastIndexOf(true) + 1);
  const lostOf = (some: readonly boolean[]) => some.filter((one) => !one).length;
  const characters = lines.reduce((sum, { line }, at) => sum + (has[at] ? line.length : 0), 0);
  return { lost: lostOf(has), within: lostOf(between), characters };
}

export type Verdict = 'genuine' | 'earlier' | 'edited' | 'cut';

/** What a message is as a whole. A cut one is edited too if one of its readings is. */
export function verdictOf(parts: readonly Pick<CheckedPart, 'kind'>[]): Verdict {
  const kinds = new Set(parts.map(({ kind }) => kind));
  if (parts.some(isEdit)) return 'edited';
  return kinds.has('cut') ? 'cut' : kinds.has('earlier') ? 'earlier' : 'genuine';
}

const isEdit = ({ kind }: Pick<CheckedPart, 'kind'>): boolean =>
  kind !== 'genuine' && kind !== 'earlier' && kind !== 'cut';

/** Negative if a reading has fewer edits than another, or as many and less that was cut off. */
function byCloseness(one: readonly CheckedPart[], other: readonly CheckedPart[]): number {
  const edits = (parts: readonly CheckedPart[]) => parts.filter(isEdit).length;
  const cuts = (parts: readonly CheckedPart[]) => parts.filter(({ kind }) => kind === 'cut').length;
  return edits(one) - edits(other) || cuts(one) - cuts(other);
}

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

/** Text without the characters between two lines that say nothing. */
function withoutBullets(text: string): string {
  let end = text.length;
  // A pattern for the end would be tried from each of these characters.
  while (end > 0 && /[\s•·‣▪>]/.test(text[end - 1]!)) end--;
  return text.slice(0, end).replace(/^[\s•·‣▪>-]+/, '');
}

interface WrittenLine {
  line: string;
  /** With dashes instead of bullets. */
  dashed: string;
}

/** `text` has one blank or line break between two words; `searched` is the same with blanks and dashes. */
function compare(
  text: string,
  searched: string,
  { lines, replacedAt }: { lines: readonly WrittenLine[]; replacedAt: Date | null },
): CheckedPart[] {
  const kind = replacedAt ? 'earlier' : 'genuine';
  const parts: CheckedPart[] = [];
  let from = 0;
  /** Lines that were not found since the last one that was. */
  let lost: string[] = [];
  const gap = (until?: number) =>
    readGap(text.slice(from, until), lost, {
      isStart: parts.length === 0,
      isEnd: until === undefined,
    }).map((part) => (part.prepared === null ? part : { ...part, replacedAt }));
  for (const { line, dashed } of lines) {
    const at = searched.indexOf(dashed, from);
    if (at < 0) {
      lost.push(line);
      continue;
    }
    parts.push(...gap(at));
    parts.push({ kind, prepared: line, pasted: line, replacedAt });
    lost = [];
    from = at + line.length;
  }
  return [...parts, ...gap()];
}

interface Place {
  /** Before the first line that was found. */
  isStart: boolean;
  /** After the last one. */
  isEnd: boolean;
}

/** The readings of the text between two lines that were found, where the shop wrote the lines `lost`. */
function readGap(gap: string, lost: readonly string[], { isStart, isEnd }: Place): CheckedPart[] {
  const isCut = (prepared: string, piece: string) =>
    (isEnd && withDashes(prepared).startsWith(withDashes(piece))) ||
    (isStart && withDashes(prepared).endsWith(withDashes(piece)));
  const rest = withoutBullets(gap.replaceAll('\n', ' '));
  const edge = lost.at(isEnd ? 0 : -1);
  const pairs =
    edge !== undefined && isCut(edge, rest)
      ? lost.map((line): Pair => [line, line === edge && rest !== '' ? rest : null])
      : pairUp(lost, piecesOf(gap, lost));
  // The message begins behind, or ends before, the lines that have no text up to the edge.
  const first = isStart ? pairs.findIndex(([, piece]) => piece !== null) : 0;
  const last = isEnd ? pairs.findLastIndex(([, piece]) => piece !== null) : pairs.length - 1;
  return pairs.map(([prepared, piece], index): CheckedPart => {
    const part = { prepared, pasted: piece, replacedAt: null };
    if (prepared === null) return { ...part, kind: 'added' };
    if (piece === null) {
      const isOutside = first < 0 || index < first || index > last;
      return { ...part, kind: isOutside ? 'cut' : 'missing' };
    }
    const isAtEdge = (isStart && index === first) || (isEnd && index === last);
    return { ...part, kind: isAtEdge && isCut(prepared, piece) ? 'cut' : 'edited' };
  });
}

/** A line of the shop and the piece of the chat in its place, or one without the other. */
type Pair = [prepared: string | null, piece: string | null];

/** Of one gap; a longer one is no message, and its rest is the last piece. */
const MAX_PIECES = 100;

/** The lines of a gap. A line that goes on in a next line, or has a bullet in its note, is one piece if it is lost alone. */
function piecesOf(gap: string, lost: readonly string[]): string[] {
  const [whole = '', ...pieces] = [gap.replaceAll('\n', ' '), ...gap.split(BREAK)]
    .map(withoutBullets)
    .filter((piece) => piece !== '');
  const [only] = lost;
  if (only !== undefined && lost.length === 1 && pieces.length > 1) {
    const parted = Math.max(...pieces.map((piece) => likeness(only, piece)));
    if (likeness(only, whole) > parted) return [whole];
  }
  if (pieces.length > MAX_PIECES) pieces.push(pieces.splice(MAX_PIECES - 1).join(' '));
  return pieces;
}

const BREAK = /\n| [•·‣▪] |(?= Total: | https?:\/\/| Check code)/;

/** Pairs lines with pieces in their order, so that what is alike is paired. */
function pairUp(lost: readonly string[], pieces: readonly string[]): Pair[] {
  /** Of the lines and pieces from these on, the sum of how much those of a pair are alike. */
  const sums = Array.from({ length: lost.length + 1 }, () => new Float64Array(pieces.length + 1));
  const paired = (line: number, piece: number) =>
    // Rather a pair of which nothing is alike than none.
    sums[line + 1]![piece + 1]! + likeness(lost[line]!, pieces[piece]!) + 0.01;
  for (let line = lost.length - 1; line >= 0; line--) {
    for (let piece = pieces.length - 1; piece >= 0; piece--) {
      sums[line]![piece] = Math.max(paired(line, piece), sums[line + 1]![piece]!, sums[line]![piece + 1]!);
    }
  }
  const pairs: Pair[] = [];
  let [line, piece] = [0, 0];
  while (line < lost.length || piece < pieces.length) {
    const sum = sums[line]![piece]!;
    if (line < lost.length && piece < pieces.length && sum === paired(line, piece))
      pairs.push([lost[line++]!, pieces[piece++]!]);
    else if (line < lost.length && (piece === pieces.length || sum === sums[line + 1]![piece]))
      pairs.push([lost[line++]!, null]);
    else pairs.push([null, pieces[piece++]!]);
  }
  return pairs;
}

/** From 0, nothing, to 1, the same: the part of the longer text that both begin and end with. */
function likeness(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (start + end) / Math.max(one.length, other.length, 1);
}
