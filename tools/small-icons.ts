import { join } from 'node:path';
import type { Plugin } from 'vite';

const OWN = join(import.meta.dirname, '../src/design/create-icon.ts');

let isReplaced = false;

/** Icons are made by our own function, which does the work of each render once (src/design/create-icon.ts). */
export const smallIcons: Plugin = {
  name: 'small-icons',
  enforce: 'pre',
  apply: 'build',
  resolveId(id, importer) {
    if (!id.endsWith('/createLucideIcon.mjs') || !importer?.includes('/lucide-react/dist/esm/icons/'))
      return undefined;
    isReplaced = true;
    return OWN;
  },
  buildEnd(error) {
    if (!error && !isReplaced) this.error('lucide-react no longer has createLucideIcon.mjs');
  },
};
