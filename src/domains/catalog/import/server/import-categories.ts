import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#db/client.ts';
import { type CategoryPlan, namesInPlan, planCategories } from '../../categories/category-plan.ts';
import { categorySlugOf, freeSlug } from '../../categories/category-slug.ts';
import {
  insertCategories,
  listCategoryKeys,
  listKnownCategories,
  listUsedSlugs,
  lockOrdering,
} from './import.repository.ts';

/** Slugs that are free, one for each name: 'gele', 'gele-2'. */
function freeSlugs(names: readonly string[], taken: Set<string>): string[] {
  return names.map((name) => {
    const slug = freeSlug(categorySlugOf(name), [...taken]);
    taken.add(slug);
    return slug;
  });
}

/** The categories of these texts, and those that are missing. */
export async function planMissingCategories(
  tx: Transaction,
  texts: readonly string[],
): Promise<CategoryPlan> {
  const names = namesInPlan(texts);
  const keys = await listCategoryKeys(tx, names);
  const keyOf = new Map(names.map((name, at) => [name, keys[at]!]));
  return planCategories(await listKnownCategories(tx), texts, {
    keyOf: (name) => keyOf.get(name)!,
    newId: () => uuidv7(),
  });
}

/** Creates the missing categories. Returns their number, and the category id of each text. */
export async function ensureCategories(
  tx: Transaction,
  texts: readonly string[],
): Promise<{ created: number; idOf: Map<string, string> }> {
  const found = await planMissingCategories(tx, texts);
  if (found.create.length === 0) return { created: 0, idOf: found.idOf };
  // Serializes concurrent imports and changes of the category tree.
  await lockOrdering(tx, 'categories');
  const { create, idOf } = await planMissingCategories(tx, texts);
  if (create.length > 0) {
    const slugs = freeSlugs(
      create.map(({ name }) => name),
      await listUsedSlugs(tx),
    );
    await insertCategories(
      tx,
      create.map(({ text: _, ...category }, index) => ({ ...category, slug: slugs[index]! })),
    );
  }
  return { created: create.length, idOf };
}
