import { Star, StarOff, TicketX, Trash2 } from 'lucide-react';
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

/** Changes the selected products: featured, category, promotion; or deletes them. */
export function ProductSelection({
  selection,
  search: { search, category },
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
      catalog.changeProducts({ selection: selectionInput(selection.selected, { search, category }), change }),
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
        className="w-48"
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
