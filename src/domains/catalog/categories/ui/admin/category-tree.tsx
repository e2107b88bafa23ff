import { useState } from 'react';
import { SortableList } from '#design/sortable-list.tsx';
import { useReordering } from '#design/use-reordering.ts';
import { useSwitch } from '#design/use-switch.ts';
import { useApi } from '#shared/api.tsx';
import { localStore } from '#shared/browser-storage.ts';
import { type Tree, treeOf } from '../../categories.ts';
import type { CategoryList, ListedCategory } from '../../category-admin.contract.ts';
import {
  categorySwitched,
  reorderCategoriesMessages,
  setCategoryActiveMessages,
} from '../../category-admin.messages.ts';
import { inNewOrder, orderWith } from '../../category-order.ts';
import { type CategoryAdminApi, useCategoryCache } from './category.queries.ts';
import { CategoryRow } from './category-row.tsx';

/** The key of the ids of the categories that are collapsed in this browser. */
const FOLDED = 'admin-folded-categories';

interface Actions {
  onAdd: (parentId: string) => void;
  onEdit: (category: ListedCategory) => void;
  onDelete: (category: ListedCategory) => void;
}

/** The tree; each level is reordered by dragging or by buttons. */
export function CategoryTree({ list, ...actions }: { list: CategoryList } & Actions) {
  const { catalog } = useApi<CategoryAdminApi>();
  const cache = useCategoryCache();
  const [folded, setFolded] = useState<ReadonlySet<unknown>>(() => new Set(localStore.readList(FOLDED)));
  const { places, reorder } = useReordering({
    list,
    messages: reorderCategoriesMessages,
    send: (order) => catalog.reorderCategories(order),
    inOrder: (list, order) => ({ ...list, categories: inNewOrder(list.categories, order) }),
    cache,
  });
  const turn = useSwitch({
    send: (input: { id: string; isActive: boolean; shown: boolean }) => catalog.setCategoryActive(input),
    messages: setCategoryActiveMessages,
    successMessage: ({ isActive, overtaken }) => categorySwitched(isActive, overtaken),
    reload: cache.readAgain,
  });
  const shown = places ? inNewOrder(list.categories, places) : list.categories;

  const level = (categories: Tree<ListedCategory>[], parent?: ListedCategory) => (
    <SortableList
      items={categories}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      label={parent ? `Subcategories of ${parent.name}` : 'Categories'}
      onReorder={(ids) => reorder(orderWith(shown, ids))}
      className={parent ? 'mt-2 ml-3 grid gap-2 border-l-2 pl-2 sm:ml-7 sm:pl-4' : 'grid gap-2'}
    >
      {(category, controls) => (
        <>
          <CategoryRow
            category={category}
            subcategories={category.children.length}
            products={productsIn(category)}
            isFolded={folded.has(category.id)}
            hiddenBy={hiddenBy(category, shown)}
            controls={controls}
            busy={turn.isPending && turn.variables?.id === category.id}
            onFold={() => {
              const next = toggled(folded, category.id);
              setFolded(next);
              localStore.write(FOLDED, JSON.stringify([...next]));
            }}
            onSwitch={(isActive) => turn.mutate({ id: category.id, isActive, shown: category.isActive })}
            onAdd={() => actions.onAdd(category.id)}
            onEdit={() => actions.onEdit(category)}
            onDelete={() => actions.onDelete(category)}
          />
          {category.children.length > 0 && !folded.has(category.id)
            ? level(category.children, category)
            : null}
        </>
      )}
    </SortableList>
  );
  return level(treeOf(shown));
}

/** Includes the products of subcategories, as in the shop. */
const productsIn = (category: Tree<ListedCategory>): number =>
  category.children.reduce((sum, child) => sum + productsIn(child), category.productCount);

/** The name of the nearest hidden ancestor, which hides this category too. */
function hiddenBy(category: ListedCategory, all: readonly ListedCategory[]): string | undefined {
  const above = all.find(({ id }) => id === category.parentId);
  if (!above) return undefined;
  return above.isActive ? hiddenBy(above, all) : above.name;
}

function toggled(set: ReadonlySet<unknown>, id: string): ReadonlySet<unknown> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
