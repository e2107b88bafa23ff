import type { Catalogue } from './catalogue.ts';

export function productAdminRouter(_catalogue: Catalogue) {
  return {};
}
