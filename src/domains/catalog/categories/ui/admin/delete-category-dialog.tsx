import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { useDeletion } from '#design/use-deletion.ts';
import { useApi } from '#shared/api.tsx';
import { descendantsOf } from '../../categories.ts';
import type { ListedCategory } from '../../category-admin.contract.ts';
import { categoryDeleted, deleteCategoryMessages, deletionOf } from '../../category-admin.messages.ts';
import { lossOf } from '../../category-order.ts';
import { type CategoryAdminApi, useCategoryCache } from './category.queries.ts';

/** Asks before a category is deleted, and states what is deleted with it and what stays. */
export function DeleteCategoryDialog({
  category: { id, name },
  categories,
  onClose,
  onDone,
}: {
  category: ListedCategory;
  categories: readonly ListedCategory[];
  onClose: () => void;
  /** Called once it is deleted, by this or another user. */
  onDone: () => void;
}) {
  const { catalog } = useApi<CategoryAdminApi>();
  const { readAgain } = useCategoryCache();
  const remove = useDeletion({
    send: (id) => catalog.deleteCategory({ id }),
    messages: deleteCategoryMessages,
    successMessage: categoryDeleted,
    reload: readAgain,
    onDone,
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      description={deletionOf(name, lossOf(categories, descendantsOf(categories, id)))}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => remove.mutate(id)}
    />
  );
}
