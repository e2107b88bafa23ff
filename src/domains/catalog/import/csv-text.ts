// Decodes the bytes of a file.

/** A file that cannot be used, with the reason as a sentence for the user. */
export interface Unusable {
  reason: string;
}

export const isUnusable = (value: object): value is Unusable => 'reason' in value;

export interface FileText {
  text: string;
  /** 'Windows-1252' is a guess for a file that is not Unicode: accented letters may be wrong. */
  encoding: 'UTF-8' | 'UTF-16' | 'Windows-1252';
}

const startsWithBytes = (bytes: Uint8Array, ...first: number[]) =>
  first.every((byte, index) => bytes[index] === byte);

// biome-ignore lint/suspicious/noControlCharactersInRegex: they do not occur in text files.
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;

const C1 = /[\u0080-\u009f]/g;
const WINDOWS_1252 = new TextDecoder('windows-1252');

/**
 * Replaces C1 control characters by their Windows-1252 characters: U+0093 by “. They come from programs that decoded
 * Windows-1252 as Latin-1. The five that Windows-1252 does not define are removed.
 */
const repairC1 = (text: string): string =>
  text.replace(C1, (control) => {
    const character = WINDOWS_1252.decode(Uint8Array.of(control.charCodeAt(0)));
    return character === control ? '' : character;
  });

/** UTF-16 without a byte order mark: every other byte of Latin text is 0. */
function unmarkedUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0];
  const sample = bytes.subarray(0, 1_000);
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2]!++;
  const [even, odd] = zeros as [number, number];
  const many = sample.length / 4;
  if (odd > many && even === 0) return 'utf-16le';
  return even > many && odd === 0 ? 'utf-16be' : undefined;
}

function decodeBytes(bytes: Uint8Array): FileText {
  if (startsWithBytes(bytes, 0xff, 0xfe))
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' };
  if (startsWithBytes(bytes, 0xfe, 0xff))
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' };
  const unmarked = unmarkedUtf16(bytes);
  if (unmarked) return { text: new TextDecoder(unmarked).decode(bytes), encoding: 'UTF-16' };
  try {
    // The decoder removes a byte order mark.
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' };
  } catch {
    // The encoding of 'CSV' in Excel on an English Windows.
    return { text: WINDOWS_1252.decode(bytes), encoding: 'Windows-1252' };
  }
}

/** Whether the bytes are a ZIP archive, as workbooks are. */
export const isArchive = (bytes: Uint8Array): boolean => startsWithBytes(bytes, 0x50, 0x4b, 0x03, 0x04);

/** Decodes UTF-8, UTF-16, or else Windows-1252. Refuses old workbooks and binary files. */
export function decodeFile(bytes: Uint8Array): FileText | Unusable {
  if (startsWithBytes(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    return {
      reason:
        'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password.',
    };
  }
  const file = decodeBytes(bytes);
  if (file.text.trim() === '') return { reason: 'The file is empty.' };
  if (BINARY.test(file.text))
    return { reason: 'This is not a text file. Save the spreadsheet as CSV first.' };
  return { ...file, text: repairC1(file.text) };
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
const SEPARATOR_LINE = /^sep=(.)\r?\n/i;

/**
 * Detects the delimiter: declared by Excel's `sep=;` line, else the most frequent one in the header. `start` is the
 * offset of the header.
 */
export function detectDelimiter(text: string): { delimiter: string; start: number } {
  const declared = SEPARATOR_LINE.exec(text);
  if (declared) return { delimiter: declared[1]!, start: declared[0].length };
  const counts = new Map<string, number>();
  let quoted = false;
  for (const character of text.trimStart().slice(0, 20_000)) {
    if (character === '"') quoted = !quoted;
    else if (!quoted && (character === '\n' || character === '\r')) break;
    else if (!quoted) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  const count = (character: string) => counts.get(character) ?? 0;
  const delimiter = DELIMITERS.reduce(
    (best, character) => (count(character) > count(best) ? character : best),
    ',' as string,
  );
  return { delimiter, start: 0 };
}
