import type { Catalogue } from './catalogue.ts';

export function imageRouter(_catalogue: Catalogue) {
  return {};
}
