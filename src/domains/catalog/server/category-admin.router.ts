import type { Catalogue } from './catalogue.ts';

export function categoryAdminRouter(_catalogue: Catalogue) {
  return {};
}
