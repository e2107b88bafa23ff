import { Ban, CircleCheck, Eye, EyeOff, Star, StarOff, TicketX, Trash2 } from 'lucide-react';
import { Select } from '#design/select.tsx';
import { SelectionActions, selectionInput } from '#design/selection-actions.tsx';
import { useOperation } from '#design/use-operation.ts';
import type { Selection } from '#design/use-selection.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import type { ListedCategory } from '../../../categories/category-admin.contract.ts';
import { CategoryOptions } from '../../../categories/ui/admin/category-options.tsx';
import type { ProductsChange } from '../../product-admin.contract.ts';
import { changeProductsMessages } from '../../product-admin.messages.ts';
import { type ProductsApi, type ProductsSearch, useProductsChanged } from './product-admin.queries.ts';

/** Changes the selected products: featured, status, sold out, category, promotion; or deletes them. */
export function ProductSelection({
  selection,
  search: { page: _page, sort: _sort, ...filter },
  categories,
}: {
  selection: Selection;
  search: ProductsSearch;
  categories: readonly ListedCategory[];
}) {
  const { catalog } = useApi<ProductsApi>();
  const reload = useProductsChanged();
  const { mutate, isPending } = useOperation({
    mutationFn: (change: ProductsChange) =>
      catalog.changeProducts({ selection: selectionInput(selection.selected, filter), change }),
    messages: changeProductsMessages,
    successMessage: ({ changed }, { kind }) =>
      `${plural(changed, 'product')} ${kind === 'delete' ? 'deleted' : 'changed'}`,
    onSuccess: () => {
      selection.clear();
      void reload();
    },
  });
  return (
    <SelectionActions
      selection={selection}
      names={['product', 'products']}
      busy={isPending}
      actions={[
        {
          label: 'Feature',
          icon: <Star aria-hidden="true" />,
          run: () => mutate({ kind: 'feature', featured: true }),
        },
        {
          label: 'Do not feature',
          icon: <StarOff aria-hidden="true" />,
          run: () => mutate({ kind: 'feature', featured: false }),
        },
        {
          label: 'Publish',
          icon: <Eye aria-hidden="true" />,
          run: () => mutate({ kind: 'status', status: 'published' }),
        },
        {
          label: 'Make drafts',
          icon: <EyeOff aria-hidden="true" />,
          confirm: 'Only staff see them then. They leave every list of the shop at once.',
          run: () => mutate({ kind: 'status', status: 'draft' }),
        },
        {
          label: 'Sold out',
          icon: <Ban aria-hidden="true" />,
          confirm: 'They stay in the shop and cannot be ordered.',
          run: () => mutate({ kind: 'soldOut', soldOut: true }),
        },
        {
          label: 'Available',
          icon: <CircleCheck aria-hidden="true" />,
          run: () => mutate({ kind: 'soldOut', soldOut: false }),
        },
        {
          label: 'Leave promotion',
          icon: <TicketX aria-hidden="true" />,
          confirm: 'They have their usual price again, in the shop at once.',
          run: () => mutate({ kind: 'promotion', promotionId: null }),
        },
        {
          label: 'Delete',
          icon: <Trash2 aria-hidden="true" />,
          tone: 'danger',
          confirm:
            'They are deleted with their images. Orders that contain them keep their items. The history can undo it.',
          run: () => mutate({ kind: 'delete' }),
        },
      ]}
    >
      <Select
        aria-label="Move to a category"
        className="w-40 shrink-0 sm:w-48"
        value=""
        disabled={isPending}
        onChange={({ target }) => target.value && mutate({ kind: 'move', categoryId: target.value })}
      >
        <option value="">Move to…</option>
        <CategoryOptions categories={categories} />
      </Select>
    </SelectionActions>
  );
}
