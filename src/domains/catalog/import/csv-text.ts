// From the bytes of a file to its text. What cannot be read is said in a sentence of its own.

/** Why a file cannot be used, as a sentence for the user. */
export interface Unusable {
  reason: string;
}

export const isUnusable = (value: object): value is Unusable => 'why' in value;

export interface FileText {
  text: string;
  /** Guessed where the file is not UTF-8: accents may be others than were meant. */
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const startsWithBytes = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, at) => bytes[at] === byte);

// A file of text has none of these.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

const C1 = /[\u0080-\u009f]/g;
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * C1 control characters as Windows-1252 reads them: U+0093 is “. They come from programs that stored Windows-1252
 * as if it were Latin-1. The five that Windows-1252 does not define are removed.
 */
const repairC1 = (text: string): string =>
  text.replace(C1, (control) => {
    const character = WINDOWS_1252.decode(Uint8Array.of(control.charCodeAt(0)));
    return character === control ? '' : character;
  });

function decodeBytes(bytes: Uint8Array): FileText {
  if (startsWithBytes(bytes, 0xff, 0xfe))
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (startsWithBytes(bytes, 0xfe, 0xff))
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  try {
    // The mark of byte order, where there is one, is taken off by the decoder.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // Excel on an English Windows saves 'CSV' so.
    return { text: WINDOWS_1252.decode(bytes), encoding: 'Windows-1252' };
  }
}

/** The text of a spreadsheet's file: UTF-8 with or without a mark, UTF-16 with one, else Windows-1252. */
export function decodeFile(bytes: Uint8Array): FileText | Unusable {
  if (startsWithBytes(bytes, 0x50, 0x4b, 0x03, 0x04) || startsWithBytes(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return { reason: 'This is a workbook, not a CSV file. In Excel or Sheets save it as CSV first.' };
  }
  const file = decodeBytes(bytes);
  if (file.text.trim() === '') return { reason: 'The file is empty.' };
  if (BINARY.test(file.text))
    return { reason: 'This is not a file of text. Save the spreadsheet as CSV first.' };
  return { ...file, text: repairC1(file.text) };
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/** Which sign stands between the cells: Excel's own `sep=;` line says it, else the header, where it stands most often. */
export function detectDelimiter(text: string): { delimiter: string; start: number } {
  const declared = SEPARATOR_LINE.exec(text);
  if (declared) return { delimiter: declared[1]!, start: declared[0].length };
  const counts = new Map<string, number>();
  let quoted = false;
  for (const sign of text.trimStart().slice(0, 20_000)) {
    if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '\n' || sign === '\r')) break;
    else if (!quoted) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  const count = (sign: string) => counts.get(sign) ?? 0;
  const delimiter = DELIMITERS.reduce(
    (best, sign) => (count(sign) > count(best) ? sign : best),
    ',' as string,
  );
  return { delimiter, start: 0 };
}
