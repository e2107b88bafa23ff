import type { Queryable } from '#db/client.ts';
import { categoryText, pathsOf } from '../category-path.ts';
import { listCategories } from './category.repository.ts';

/** The category of each id as a path: 'Women > Dresses'; '' for none. */
export async function listCategoryPaths(db: Queryable): Promise<(id: string | null) => string> {
  const pathOf = pathsOf(await listCategories(db));
  return (id) => categoryText(pathOf(id));
}
