import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderTree, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { categoriesHint } from '#brand/copy/admin.ts';
import { Button } from '#design/button.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ErrorState } from '#design/error-state.tsx';
import { PageHeading } from '#design/page-heading.tsx';
import { Skeleton } from '#design/skeleton.tsx';
import { useApi } from '#shared/api.tsx';
import type { ListedCategory } from '../../category-admin.contract.ts';
import { categoriesFailed, refreshFailed } from '../../category-admin.messages.ts';
import { allCategoriesQuery, type CategoryAdminApi } from './category.queries.ts';
import { type CategoryEditing, CategoryFormDialog } from './category-form-dialog.tsx';
import { CategoryTree } from './category-tree.tsx';
import { DeleteCategoryDialog } from './delete-category-dialog.tsx';

/** The category tree: reorder, show, hide, create, edit and delete. */
export function CategoriesScreen() {
  const api = useApi<CategoryAdminApi>();
  const { data, error, isFetching, refetch } = useQuery(allCategoriesQuery(api));
  const [editing, setEditing] = useState<CategoryEditing>();
  const [leaving, setLeaving] = useState<ListedCategory>();
  const count = useRef<HTMLParagraphElement>(null);
  const add = (parentId: string | null) => setEditing({ kind: 'new', parentId });

  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHeading
        title="Categories"
        lead="The shelves of the shop, in the order shoppers see them."
        actions={
          <Button onClick={() => add(null)} disabled={!data}>
            <Plus aria-hidden="true" />
            Add Category
          </Button>
        }
      />
      {error ? (
        <ErrorState
          title={data ? refreshFailed : `Error: ${categoriesFailed}`}
          error={data ? error : undefined}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          {data ? 'What you see may be older.' : error.message}
        </ErrorState>
      ) : null}
      {data ? (
        <div className="grid gap-3">
          <p ref={count} tabIndex={-1} aria-live="polite" className="text-muted-foreground">
            {countOf(data.categories.length)}
          </p>
          {data.categories.length === 0 ? (
            <EmptyState
              icon={<FolderTree />}
              title="No categories yet"
              action={<Button onClick={() => add(null)}>Add Category</Button>}
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
                void refetch();
                setLeaving(category);
              }}
            />
          )}
          {data.uncategorised > 0 ? (
            <p>
              <Link to="/admin/products" search={{ category: 'none' }} className="link">
                {data.uncategorised === 1
                  ? '1 product has no category'
                  : `${data.uncategorised.toLocaleString('en')} products have no category`}
              </Link>
            </p>
          ) : null}
        </div>
      ) : error ? null : (
        <TreeSkeleton />
      )}
      {editing && data ? (
        <CategoryFormDialog
          key={editing.kind === 'one' ? editing.category.id : 'new'}
          editing={editing}
          categories={data.categories}
          onClose={() => setEditing(undefined)}
        />
      ) : null}
      {leaving && data ? (
        <DeleteCategoryDialog
          category={leaving}
          categories={data.categories}
          onClose={() => setLeaving(undefined)}
          onDone={() => {
            setLeaving(undefined);
            // The row that had the focus has been removed.
            count.current?.focus({ preventScroll: true });
          }}
        />
      ) : null}
    </div>
  );
}

const countOf = (count: number) =>
  count === 0 ? '' : count === 1 ? '1 category' : `${count.toLocaleString('en')} categories`;

function TreeSkeleton() {
  return (
    <div role="status" aria-label="Loading categories" className="grid gap-2">
      {['one', 'two', 'three', 'four', 'five'].map((row) => (
        <Skeleton key={row} className="h-27 sm:h-16" />
      ))}
    </div>
  );
}
