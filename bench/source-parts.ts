import { readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';

/** A built script with the source of each of its places. */
export interface MappedScript {
  text: string;
  /** The part of a place: zero-based line and column of the script. */
  partAt(line: number, column: number): string;
}

/** Reads a built script and the source map beside it; one without a map is the bundler's own. */
export async function readMapped(file: string): Promise<MappedScript> {
  const text = await readFile(file, 'utf8');
  const mapText = await readFile(`${file}.map`, 'utf8').catch(() => null);
  const map = mapText === null ? null : new SourceMap(JSON.parse(mapText));
  return {
    text,
    partAt(line, column) {
      const entry = map?.findEntry(line, column) ?? {};
      return 'originalSource' in entry ? partOf(String(entry.originalSource)) : 'bundler';
    },
  };
}

/** What a source belongs to: its package, or the folder of the shop's own code. */
export function partOf(source: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1];
  if (inPackage) return inPackage;
  const own = /(?:^|\/)src\/((?:domains|platform)\/[^/]+|[^/]+)/.exec(source)?.[1];
  return own ? `src/${own}` : 'bundler';
}

/** The parts of a whole, largest first; what has less than `least` of it is one part, 'others'. */
export function largestParts(parts: ReadonlyMap<string, number>, least = 0.01): [string, number][] {
  const total = [...parts.values()].reduce((sum, value) => sum + value, 0);
  const large = [...parts].filter(([, value]) => value >= total * least).sort((a, b) => b[1] - a[1]);
  const others = total - large.reduce((sum, [, value]) => sum + value, 0);
  return others > 0 ? [...large, ['others', others]] : large;
}

/** Adds to a part. */
export function addTo(parts: Map<string, number>, part: string, value: number): void {
  parts.set(part, (parts.get(part) ?? 0) + value);
}
