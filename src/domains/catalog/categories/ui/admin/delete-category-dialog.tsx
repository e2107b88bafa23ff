import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { toast } from '#design/toast.ts';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
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
  const done = async () => {
    await readAgain();
    onDone();
  };
  const remove = useOperation({
    mutationFn: () => catalog.deleteCategory({ id }),
    messages: deleteCategoryMessages,
    onSuccess: (gone) => {
      const { title, description } = categoryDeleted(gone);
      toast.success(title, { description });
      void done();
    },
    onError: (error) => void (codeOf(error) === 'NOT_FOUND' && done()),
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !remove.isPending && onClose()}
      title="Are you sure?"
      description={deletionOf(name, lossOf(categories, descendantsOf(categories, id)))}
      confirmLabel="Delete"
      busy={remove.isPending}
      onConfirm={() => !remove.isPending && remove.mutate(undefined)}
    />
  );
}
