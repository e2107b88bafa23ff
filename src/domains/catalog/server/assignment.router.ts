import type { Catalogue } from './catalogue.ts';

export function assignmentRouter(_catalogue: Catalogue) {
  return {};
}
