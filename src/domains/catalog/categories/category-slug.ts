import { slugOf } from '#shared/words.ts';
import { UNCATEGORISED } from '../products/product-list.ts';

/** Maximum length of a slug, which leaves room for a number in the column's 120 characters. */
const LONGEST = 110;

/** The preferred slug of a name. */
export const categorySlugOf = (name: string): string =>
  [...slugOf(name)].slice(0, LONGEST).join('').replace(/-+$/, '');

/** That slug, or with the first free number as suffix. */
export function freeSlug(wanted: string, taken: readonly string[]): string {
  // Reserved in URLs for products without a category.
  if (wanted !== UNCATEGORISED && !taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
