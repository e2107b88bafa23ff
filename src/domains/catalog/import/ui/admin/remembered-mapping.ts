import { localStore } from '#shared/browser-storage.ts';
import { headerSignature, type Mapping, restoreMapping } from '../../csv-mapping.ts';

const KEY = 'csv-mappings';
/** Maximum number of stored mappings. */
const MAX_REMEMBERED = 20;

/** The stored pairs of header signature and mapping, the latest first. An earlier version may have stored them. */
const readStored = () =>
  localStore.readList(KEY).filter((one): one is [string, unknown] => Array.isArray(one) && one.length === 2);

/** The mapping last selected for a file with these columns. */
export function rememberedMapping(header: readonly string[]): Mapping | null {
  const signature = headerSignature(header);
  return restoreMapping(readStored().find(([kind]) => kind === signature)?.[1], header);
}

export function rememberMapping(header: readonly string[], mapping: Mapping): void {
  const signature = headerSignature(header);
  const others = readStored().filter(([kind]) => kind !== signature);
  localStore.write(KEY, JSON.stringify([[signature, mapping], ...others].slice(0, MAX_REMEMBERED)));
}
