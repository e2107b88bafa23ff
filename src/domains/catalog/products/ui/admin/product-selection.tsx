import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Eye, EyeOff, Star, StarOff, Tag, TicketX, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ActionSelect } from '#design/action-select.tsx';
import { Button } from '#design/button.tsx';
import { ExportSelection } from '#design/export-menu.tsx';
import { lazyDialog } from '#design/lazy-component.tsx';
import { SelectionActions, selectionInput } from '#design/selection-actions.tsx';
import type { Selection } from '#design/use-selection.ts';
import { useSelectionChange } from '#design/use-selection-change.ts';
import type { Promotion } from '#domains/promotions/contract.ts';
import {
  allPromotionsQuery,
  type PromotionsAdminApi,
} from '#domains/promotions/ui/admin/promotions.queries.ts';
import { whenOf } from '#domains/promotions/window.ts';
import { useApi } from '#shared/api.tsx';
import { dayIn } from '#shared/dates.ts';
import { plural } from '#shared/plural.ts';
import { useShop } from '#shared/shop-context.tsx';
import type { ListedCategory } from '../../../categories/category-admin.contract.ts';
import { CategoryOptions } from '../../../categories/ui/admin/category-options.tsx';
import type { ProductsSelection } from '../../price-change.contract.ts';
import type { ProductsChange } from '../../product-admin.contract.ts';
import { changeProductsMessages } from '../../product-admin.messages.ts';
import { type ProductsApi, type ProductsSearch, useProductsChanged } from './product-admin.queries.ts';

const ChangePricesDialog = lazyDialog(
  async () => (await import('./change-prices-dialog.tsx')).ChangePricesDialog,
);

/** Changes the selected products: featured, status, sold out, prices, category, promotion; exports or deletes them. */
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
  const [pricing, setPricing] = useState<ProductsSelection>();
  const selected = () => selectionInput(selection.selected, filter);
  const { run, running } = useSelectionChange({
    selection,
    send: (change: ProductsChange, key) => catalog.changeProducts({ key, selection: selected(), change }),
    messages: changeProductsMessages,
    successMessage: ({ changed }, { kind }) =>
      `${plural(changed, 'product')} ${kind === 'delete' ? 'deleted' : 'changed'}`,
    reload: () => void reload(),
  });
  return (
    <>
      <SelectionActions
        selection={selection}
        names={['product', 'products']}
        running={running}
        actions={[
          {
            label: 'Change prices',
            icon: <Tag aria-hidden="true" />,
            run: () => setPricing(selected()),
          },
          {
            label: 'Feature',
            icon: <Star aria-hidden="true" />,
            run: () => run({ kind: 'feature', featured: true }),
          },
          {
            label: 'Do not feature',
            icon: <StarOff aria-hidden="true" />,
            run: () => run({ kind: 'feature', featured: false }),
          },
          {
            label: 'Publish',
            icon: <Eye aria-hidden="true" />,
            run: () => run({ kind: 'status', status: 'published' }),
          },
          {
            label: 'Make drafts',
            icon: <EyeOff aria-hidden="true" />,
            confirm: 'Only staff see them then. They leave every list of the shop at once.',
            run: () => run({ kind: 'status', status: 'draft' }),
          },
          {
            label: 'Sold out',
            icon: <Ban aria-hidden="true" />,
            confirm: 'They stay in the shop and cannot be ordered.',
            run: () => run({ kind: 'soldOut', soldOut: true }),
          },
          {
            label: 'Available',
            icon: <CircleCheck aria-hidden="true" />,
            run: () => run({ kind: 'soldOut', soldOut: false }),
          },
          {
            label: 'Leave promotion',
            icon: <TicketX aria-hidden="true" />,
            confirm: 'They have their usual price again, in the shop at once.',
            run: () => run({ kind: 'promotion', promotionId: null }),
          },
          {
            label: 'Delete',
            icon: <Trash2 aria-hidden="true" />,
            tone: 'danger',
            confirm:
              'They are deleted with their images. Orders that contain them keep their items. The history can undo it.',
            run: () => run({ kind: 'delete' }),
          },
        ]}
      >
        {(perform) => (
          <>
            <ActionSelect
              aria-label="Move to a category"
              className="w-40 shrink-0 sm:w-48"
              value=""
              disabled={running !== undefined}
              onChoose={(categoryId) =>
                perform({
                  label: `Move to ${categories.find(({ id }) => id === categoryId)?.name}`,
                  confirm: 'They leave the category they are in.',
                  run: () => run({ kind: 'move', categoryId }),
                })
              }
            >
              <option value="">Move to…</option>
              <CategoryOptions categories={categories} />
            </ActionSelect>
            {selection.count > 0 ? (
              <JoinPromotion
                disabled={running !== undefined}
                onJoin={({ id, name }) =>
                  perform({
                    label: `Join ${name}`,
                    confirm:
                      'They leave the promotion they are in. On its days they have its price, in the shop at once.',
                    run: () => run({ kind: 'promotion', promotionId: id }),
                  })
                }
              />
            ) : null}
            <ExportSelection list="products" selection={selected()} disabled={running !== undefined} />
          </>
        )}
      </SelectionActions>
      {pricing ? (
        <ChangePricesDialog
          selection={pricing}
          onSaved={() => {
            setPricing(undefined);
            selection.clear();
          }}
          onClose={() => setPricing(undefined)}
        />
      ) : null}
    </>
  );
}

/** Chooses a promotion that is not over. */
function JoinPromotion({ disabled, onJoin }: { disabled: boolean; onJoin: (promotion: Promotion) => void }) {
  const { timeZone } = useShop();
  const {
    data: promotions = [],
    error,
    refetch,
  } = useQuery(allPromotionsQuery(useApi<PromotionsAdminApi>()));
  const today = dayIn(timeZone, new Date());
  const open = promotions.filter((promotion) => whenOf(promotion, today) !== 'past');
  if (error) {
    return (
      <Button variant="outline" size="sm" className="min-h-11" onClick={() => void refetch()}>
        Load promotions again
      </Button>
    );
  }
  return (
    <ActionSelect
      aria-label="Join a promotion"
      className="w-44 shrink-0 sm:w-52"
      value=""
      disabled={disabled || open.length === 0}
      onChoose={(promotionId) => {
        const chosen = open.find(({ id }) => id === promotionId);
        if (chosen) onJoin(chosen);
      }}
    >
      <option value="">{open.length === 0 ? 'No promotion to join' : 'Join a promotion…'}</option>
      {open.map((promotion) => (
        <option key={promotion.id} value={promotion.id}>
          {`${promotion.name} (${promotion.code})${whenOf(promotion, today) === 'coming' ? ', coming' : ''}`}
        </option>
      ))}
    </ActionSelect>
  );
}
