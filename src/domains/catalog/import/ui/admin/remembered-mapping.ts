import { fittingMapping, type Mapping, signatureOf } from '../../csv-mapping.ts';

const KEY = 'csv-mappings';
/** Kinds of files: a shop knows a handful. */
const CACHED = 20;

/** Kinds of files and where their columns are, the latest first. Whatever is stored may be of another time. */
function stored(): [string, unknown][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(found) ? found.filter((one) => Array.isArray(one) && one.length === 2) : [];
  } catch {
    return [];
  }
}

/** What was chosen the last time a file had these columns. */
export function rememberedMapping(header: readonly string[]): Mapping | null {
  const signature = signatureOf(header);
  return fittingMapping(stored().find(([kind]) => kind === signature)?.[1], header);
}

export function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const signature = signatureOf(header);
  const others = stored().filter(([kind]) => kind !== signature);
  try {
    localStorage.setItem(KEY, JSON.stringify([[signature, mapping], ...others].slice(0, CACHED)));
  } catch {
    // No room, or not allowed: then it is asked again.
  }
}
