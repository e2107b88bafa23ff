import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLACE = /(file:\/\/\S+):(\d+):(\d+)/;
/** Source places by their places in the build; cleared when full. */
const MAX_KNOWN = 1_000;

/**
 * From now on stacks name files and lines of the source for code below `dir`, a build with a `.map` beside each file.
 * A map is read when a place is first needed, and not kept: Node's --enable-source-maps reads all maps at the start
 * and keeps them decoded. Without a readable map the place stays that of the build.
 */
export function showSourceLines(dir: string): void {
  const known = new Map<string, string>();

  function learn(places: readonly string[]): void {
    if (known.size > MAX_KNOWN) known.clear();
    for (const file of new Set(places.map(fileOf))) {
      if (!file.startsWith(dir)) continue;
      const ofFile = places.filter((place) => fileOf(place) === file && !known.has(place));
      if (ofFile.length > 0) for (const [place, source] of sourcesOf(file, ofFile)) known.set(place, source);
    }
  }

  Error.prepareStackTrace = (error, callSites) => {
    const frames = callSites.map(String);
    learn(frames.flatMap((frame) => PLACE.exec(frame)?.[0] ?? []));
    const lines = frames.map((frame) => frame.replace(PLACE, (place) => known.get(place) ?? place));
    return [String(error), ...lines.map((line) => `    at ${line}`)].join('\n');
  };
}

const fileOf = (place: string): string => fileURLToPath(place.replace(/:\d+:\d+$/, ''));

/** The source places of `places` of a built file; empty without its map. */
function sourcesOf(file: string, places: readonly string[]): [place: string, source: string][] {
  try {
    const { sources, mappings } = JSON.parse(readFileSync(`${file}.map`, 'utf8'));
    const wanted = places.map((place) => {
      const [line, column] = place.split(':').slice(-2).map(Number) as [number, number];
      return { line: line - 1, column: column - 1 };
    });
    return locate(mappings, wanted).flatMap((found, at) => {
      const name = found && (sources[found.source] as string).replace(/^(\.\.\/)+/, '');
      return found ? [[places[at]!, `${name}:${found.line + 1}:${found.column + 1}`]] : [];
    });
  } catch {
    return [];
  }
}

interface Place {
  line: number;
  column: number;
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** The digit of each character code. */
const DIGITS = Uint8Array.from(
  { length: 128 },
  (_, code) => ALPHABET.indexOf(String.fromCharCode(code)) & 63,
);
const COMMA = 44;
const SEMICOLON = 59;

/**
 * The nearest segment at or before each wanted place, in one pass over the mappings of a source map (base 64 VLQ:
 * column; then source, line and column, each relative to the one before). Lines and columns count from 0.
 */
function locate(mappings: string, wanted: readonly Place[]): ((Place & { source: number }) | undefined)[] {
  const found: ReturnType<typeof locate> = wanted.map(() => undefined);
  const last = Math.max(...wanted.map(({ line }) => line));
  /** Column in the build; source; line and column in the source. */
  const fields = [0, 0, 0, 0, 0];
  let field = 0;
  let line = 0;
  let value = 0;
  let shift = 0;
  for (let at = 0; at <= mappings.length && line <= last; at++) {
    const sign = at < mappings.length ? mappings.charCodeAt(at) : SEMICOLON;
    if (sign !== COMMA && sign !== SEMICOLON) {
      const digit = DIGITS[sign] ?? 0;
      value += (digit & 31) << shift;
      shift += 5;
      if (digit & 32) continue;
      fields[field]! += value & 1 ? -(value >> 1) : value >> 1;
      field++;
      value = 0;
      shift = 0;
      continue;
    }
    if (field > 1) {
      for (const [index, place] of wanted.entries()) {
        if (place.line !== line || fields[0]! > place.column) continue;
        found[index] = { source: fields[1]!, line: fields[2]!, column: fields[3]! };
      }
    }
    field = 0;
    if (sign === SEMICOLON) {
      line++;
      fields[0] = 0;
    }
  }
  return found;
}
