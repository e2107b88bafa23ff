import { visibleLength } from '#shared/clean-text.ts';

// A category of a spreadsheet: a name, or the way to it from the top: 'Women > Dresses'.

const SEPARATOR = ' > ';

/** Levels that a spreadsheet may name: beyond it more likely the wrong column was chosen. */
export const MAX_CATEGORY_DEPTH = 8;

/** The names from the top to the category itself; none for an empty text. */
export const categoryPath = (text: string): string[] =>
  text
    .split('>')
    .map((name) => name.trim())
    .filter((name) => visibleLength(name) > 0);

export const categoryText = (path: readonly string[]): string => path.join(SEPARATOR);
