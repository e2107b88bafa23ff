import { headerSignature, type Mapping, restoreMapping } from '../../csv-mapping.ts';

const KEY = 'csv-mappings';
/** Kinds of files: a shop knows a handful. */
const MAX_REMEMBERED = 20;

/** Kinds of files and where their columns are, the latest first. Whatever is stored may be of another time. */
function readStored(): [string, unknown][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** What was chosen the last time a file had these columns. */
export function rememberedMapping(header: readonly string[]): Mapping | null {
  const signature = headerSignature(header);
  return restoreMapping(readStored().find(([kind]) => kind === signature)?.[1], header);
}

export function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const signature = headerSignature(header);
  const others = readStored().filter(([kind]) => kind !== signature);
  try {
    localStorage.setItem(KEY, JSON.stringify([[signature, mapping], ...others].slice(0, MAX_REMEMBERED)));
  } catch {
    // No room, or not allowed: then it is asked again.
  }
}
