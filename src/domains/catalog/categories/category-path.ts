import { visibleLength } from '#shared/clean-text.ts';

// Separator of a category path in a spreadsheet: 'Women > Dresses'.

const SEPARATOR = ' > ';

/** Maximum depth of a path: a longer one more likely means that the wrong column was chosen. */
export const MAX_CATEGORY_DEPTH = 8;

/** The names from the top level to the category; empty for an empty text. */
export const categoryPath = (text: string): string[] =>
  text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => visibleLength(name) > 0);

export const categoryText = (path: readonly string[]): string => path.join(SEPARATOR);
