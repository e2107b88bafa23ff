import { useMemo } from 'react';
import type { ListedCategory } from '../../category-admin.contract.ts';

/** The category tree as the options of a select. */
export function CategoryOptions({
  categories,
  textOf = ({ name }) => name,
}: {
  /** Parents come before their children. */
  categories: readonly ListedCategory[];
  textOf?: (category: ListedCategory) => string;
}) {
  const depths = useMemo(() => {
    const found = new Map<string | null, number>([[null, -1]]);
    for (const { id, parentId } of categories) found.set(id, (found.get(parentId) ?? -1) + 1);
    return found;
  }, [categories]);
  return categories.map((category) => (
    <option key={category.id} value={category.id}>
      {`${'\u2003'.repeat(depths.get(category.id) ?? 0)}${textOf(category)}`}
    </option>
  ));
}
