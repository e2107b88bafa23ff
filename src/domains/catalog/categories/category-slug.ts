import { slugOf } from '#shared/words.ts';
import { UNCATEGORISED } from '../products/product-list.ts';

/** Characters a slug has at most, room for a number behind it included in the column's 120. */
const LONGEST = 110;

/** The slug a category of this name would like to have. */
export const categorySlugOf = (name: string): string =>
  [...slugOf(name)].slice(0, LONGEST).join('').replace(/-+$/, '');

/** That slug, or with the first number behind it that is free. */
export function freeSlug(wanted: string, taken: readonly string[]): string {
  // In an address that word stands for products without a category.
  if (wanted !== UNCATEGORISED && !taken.includes(wanted)) return wanted;
  let number = 2;
  while (taken.includes(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
