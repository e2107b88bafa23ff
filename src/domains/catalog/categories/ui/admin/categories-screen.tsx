import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderTree } from 'lucide-react';
import { useRef, useState } from 'react';
import { categoriesHint } from '#brand/copy/admin.ts';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { OrderedListScreen } from '#design/ordered-list-screen.tsx';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import type { ListedCategory } from '../../category-admin.contract.ts';
import { categoriesFailed, refreshFailed } from '../../category-admin.messages.ts';
import { allCategoriesQuery, type CategoryAdminApi } from './category.queries.ts';
import type { CategoryEditing } from './category-form-dialog.tsx';
import { CategoryTree } from './category-tree.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';

const CategoryFormDialog = lazyDialog(
  async () => (await import('./category-form-dialog.tsx')).CategoryFormDialog,
);

/** The category tree: reorder, show, hide, create, edit and delete. */
export function CategoriesScreen() {
  const query = useQuery(allCategoriesQuery(useApi<CategoryAdminApi>()));
  const [editing, setEditing] = useState<CategoryEditing>();
  const [deleting, setDeleting] = useState<ListedCategory>();
  const count = useRef<HTMLParagraphElement>(null);
  const add = (parentId: string | null) => setEditing({ kind: 'new', parentId });

  return (
    <OrderedListScreen
      title="Categories"
      lead="The categories of the shop, in the order shoppers see them."
      query={query}
      failed={categoriesFailed}
      refreshFailed={refreshFailed}
      addLabel="Add Category"
      onAdd={() => add(null)}
      count={({ categories: { length } }) => (length === 0 ? '' : plural(length, 'category', 'categories'))}
      countRef={count}
      skeletonLook="h-27 sm:h-16"
    >
      {(data) => (
        <>
          {data.categories.length === 0 ? (
            <EmptyState
              icon={<FolderTree />}
              title="No categories yet"
              action={<Button onClick={() => add(null)}>Create a category</Button>}
            >
              {categoriesHint}
            </EmptyState>
          ) : (
            <CategoryTree
              list={data}
              onAdd={add}
              onEdit={(category) => setEditing({ kind: 'one', category })}
              onDelete={(category) => {
                // Loads the state that the message describes.
                void query.refetch();
                setDeleting(category);
              }}
            />
          )}
          {data.uncategorised > 0 ? (
            <p>
              <Link to="/admin/products" search={{ category: 'none' }} className="link">
                {plural(data.uncategorised, 'product has', 'products have')} no category
              </Link>
            </p>
          ) : null}
          {editing ? (
            <CategoryFormDialog
              key={editing.kind === 'one' ? editing.category.id : 'new'}
              editing={editing}
              categories={data.categories}
              onClose={() => setEditing(undefined)}
            />
          ) : null}
          {deleting ? (
            <DeleteCategoryDialog
              category={deleting}
              categories={data.categories}
              onClose={() => setDeleting(undefined)}
              onDone={() => {
                setDeleting(undefined);
                count.current?.focus({ preventScroll: true });
              }}
            />
          ) : null}
        </>
      )}
    </OrderedListScreen>
  );
}
