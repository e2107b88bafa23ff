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

/** The names from the top level to a category of the list; empty for an unknown id. */
export function pathsOf(
  categories: readonly { id: string; name: string; parentId: string | null }[],
): (id: string | null) => string[] {
  const byId = new Map(categories.map((one) => [one.id, one]));
  return (id) => {
    const path: string[] = [];
    for (let one = byId.get(id ?? ''); one; one = byId.get(one.parentId ?? '')) path.unshift(one.name);
    return path;
  };
}

export const categoryText = (path: readonly string[]): string => path.join(SEPARATOR);
