import type { Queryable } from '#db/client.ts';
import { categoryText } from '../category-path.ts';
import { listCategories } from './category.repository.ts';

/** The category of each id as a path: 'Women > Dresses'; '' for none. */
export async function listCategoryPaths(db: Queryable): Promise<(id: string | null) => string> {
  const byId = new Map((await listCategories(db)).map((one) => [one.id, one]));
  return (id) => {
    const path: string[] = [];
    for (let one = byId.get(id ?? ''); one; one = byId.get(one.parentId ?? '')) path.unshift(one.name);
    return categoryText(path);
  };
}
