import type { Catalogue } from './catalogue.ts';

export function importRouter(_catalogue: Catalogue) {
  return {};
}
