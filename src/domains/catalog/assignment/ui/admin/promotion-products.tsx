import { Shirt } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { actionsColumn, type Column } from '#design/data-table.tsx';
import { Dialog } from '#design/dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { ListTable } from '#design/list-screen.tsx';
import { Money } from '#design/money.tsx';
import { Price } from '#design/price.tsx';
import { RowButton } from '#design/row-button.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import type { Promotion } from '#domains/promotions/contract.ts';
import { discounted } from '#domains/promotions/price.ts';
import { useApi } from '#shared/api.tsx';
import { koboOfNaira, nairaOfKobo } from '#shared/money.ts';
import { countText } from '#shared/plural.ts';
import type { Assignable } from '../../assignment.contract.ts';
import { answerOf, listFailed } from '../../assignment.messages.ts';
import { AssignableName } from './assignable-name.tsx';
import { type AssignmentApi, inPromotionQuery, useRemoveProduct } from './assignment.queries.ts';

/** The products of a promotion, each with a button to remove it. */
export function PromotionProducts({
  promotion,
  onAssign,
  onClose,
}: {
  promotion: Promotion;
  onAssign: () => void;
  onClose: () => void;
}) {
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<Assignable>();
  const list = useRememberedPage(inPromotionQuery(useApi<AssignmentApi>(), promotion.id, page));
  const columns = useMemo(() => columnsFor(promotion, setRemoving), [promotion]);
  const found = list.data?.total ? list.data : undefined;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Products in Promotion"
      description={`${promotion.name}, code ${promotion.code}${found ? `: ${countText(found, 'product')}` : ''}`}
      size="xl"
      footer={
        found ? (
          <Button variant="outline" onClick={onAssign}>
            Assign Products
          </Button>
        ) : null
      }
    >
      <ListTable
        caption="Products in Promotion"
        columns={columns}
        list={list}
        failed={(error) => ({
          title: listFailed,
          description: <span className="text-danger">{answerOf(error)}</span>,
        })}
        empty={
          <EmptyState
            icon={<Shirt />}
            title="No products found for this promotion."
            action={<Button onClick={onAssign}>Assign Products</Button>}
          />
        }
        onPage={setPage}
      />
      {removing ? (
        <RemoveProduct promotion={promotion} product={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </Dialog>
  );
}

const columnsFor = (promotion: Promotion, onRemove: (product: Assignable) => void): Column<Assignable>[] => [
  { id: 'name', header: 'Name', chief: true, cell: (product) => <AssignableName product={product} /> },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category }) => category ?? <span className="text-muted-foreground">Uncategorised</span>,
  },
  {
    id: 'price',
    header: 'Price',
    cell: ({ price }) => {
      const list = koboOfNaira(price);
      return (
        <span className="grid justify-items-end gap-0.5 md:justify-items-start">
          <Price amount={list} />
          {/* Whether it is active today. */}
          <span className="text-muted-foreground text-sm tabular-nums">
            <Money
              amount={nairaOfKobo(
                discounted(list, { ...promotion, promotionValue: koboOfNaira(promotion.promotionValue) }),
              )}
            />{' '}
            with {promotion.code}
          </span>
        </span>
      );
    },
  },
  actionsColumn((product) => (
    <RowButton className="w-full md:w-auto" onClick={() => onRemove(product)}>
      Remove<span className="sr-only"> {product.name}</span>
    </RowButton>
  )),
];

function RemoveProduct({
  promotion,
  product,
  onClose,
}: {
  promotion: Promotion;
  product: Assignable;
  onClose: () => void;
}) {
  const removal = useRemoveProduct(onClose);
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Remove Product?"
      description={`${product.name} is removed from ${promotion.name} and costs its list price again.`}
      confirmLabel="Remove"
      busyLabel="Removing..."
      busy={removal.isPending}
      onConfirm={() => removal.mutate({ promotionId: promotion.id, id: product.id })}
    />
  );
}
