import { Shirt } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { type Column, DataTable } from '#design/data-table.tsx';
import { Dialog } from '#design/dialog.tsx';
import { EmptyState } from '#design/empty-state.tsx';
import { Pagination } from '#design/pagination.tsx';
import { Price } from '#design/price.tsx';
import { useRememberedPage } from '#design/use-remembered-page.ts';
import type { Promotion } from '#domains/promotions/contract.ts';
import { discounted } from '#domains/promotions/price.ts';
import { useApi } from '#shared/api.tsx';
import { formatMoney, koboOfNaira } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
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
  const api = useApi<AssignmentApi>();
  const { currency } = useShop();
  const [page, setPage] = useState(1);
  const [removing, setRemoving] = useState<Assignable>();
  const { data, error, busy, retry } = useRememberedPage(inPromotionQuery(api, promotion.id, page));
  const columns = useMemo(() => columnsFor(promotion, currency, setRemoving), [promotion, currency]);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Products in Promotion"
      description={`${promotion.name}, code ${promotion.code}${data && data.total > 0 ? `: ${countText(data)}` : ''}`}
      size="xl"
      footer={
        data && data.total > 0 ? (
          <Button variant="outline" onClick={onAssign}>
            Assign Products
          </Button>
        ) : null
      }
    >
      <div className="grid gap-4">
        <DataTable
          caption="Products in Promotion"
          columns={columns}
          rows={data?.items}
          rowId={({ id }) => id}
          busy={busy}
          failure={
            error
              ? {
                  title: listFailed,
                  text: <span className="text-danger">{answerOf(error)}</span>,
                  onRetry: retry,
                }
              : undefined
          }
          empty={
            <EmptyState
              icon={<Shirt />}
              title="No products found for this promotion."
              action={<Button onClick={onAssign}>Assign Products</Button>}
            />
          }
        />
        <Pagination
          page={data?.page ?? 1}
          pageCount={data?.pageCount ?? 1}
          label="Pages of products"
          renderLink={(to, { rel, ...link }) => (
            <button type="button" onClick={() => setPage(to)} {...link} />
          )}
        />
      </div>
      {removing ? (
        <RemoveProduct promotion={promotion} product={removing} onClose={() => setRemoving(undefined)} />
      ) : null}
    </Dialog>
  );
}

const countText = ({ total, capped }: { total: number; capped: boolean }): string =>
  total === 1 ? '1 product' : `${total.toLocaleString('en')}${capped ? '+' : ''} products`;

function columnsFor(
  promotion: Promotion,
  currency: string,
  onRemove: (product: Assignable) => void,
): Column<Assignable>[] {
  return [
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
          <span className="grid justify-items-end gap-0.5 sm:justify-items-start">
            <Price amount={list} currency={currency} />
            {/* Whether it is active today. */}
            <span className="text-muted-foreground text-sm tabular-nums">
              {formatMoney(discounted(list, promotion), currency)} with {promotion.code}
            </span>
          </span>
        );
      },
    },
    {
      id: 'remove',
      header: 'Actions',
      bare: true,
      align: 'end',
      cell: (product) => (
        <Button
          variant="outline"
          size="sm"
          className="min-h-11 w-full sm:min-h-9 sm:w-auto"
          onClick={() => onRemove(product)}
        >
          Remove<span className="sr-only"> {product.name}</span>
        </Button>
      ),
    },
  ];
}

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
  const isBusy = removal.isPending;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !isBusy && onClose()}
      title="Remove Product?"
      description={`${product.name} leaves ${promotion.name} and costs its list price again.`}
      confirmLabel={isBusy ? 'Removing...' : 'Remove'}
      onConfirm={() => !isBusy && removal.mutate({ promotionId: promotion.id, id: product.id })}
    />
  );
}
