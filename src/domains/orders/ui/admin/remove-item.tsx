import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#design/button.tsx';
import { ConfirmDialog } from '#design/confirm-dialog.tsx';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { formatMoney, koboOfNaira, sumOfKobo } from '#shared/money.ts';
import { useShop } from '#shared/shop-context.tsx';
import { deleteItemMessages } from '../../admin.messages.ts';
import type { AdminOrder, OrderItem } from '../../contract.ts';
import { type AdminOrdersApi, readOrdersAgain, showOrder } from './admin-orders.queries.ts';

/** Removes an item from a pending order after confirmation. */
export function RemoveItem({ item, order }: { item: OrderItem; order: AdminOrder }) {
  const api = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const { currency } = useShop();
  const [isAsking, setAsking] = useState(false);
  const remove = useOperation({
    mutationFn: () => api.orders.deleteItem({ id: item.id }),
    messages: deleteItemMessages,
    onSuccess(left) {
      setAsking(false);
      showOrder(queryClient, left);
      void readOrdersAgain(queryClient);
    },
    onError(error) {
      // A refusal by the server is final; only a failed connection is worth a retry.
      if (codeOf(error) !== undefined) setAsking(false);
      void readOrdersAgain(queryClient);
    },
  });
  const others = order.items.filter(({ id }) => id !== item.id);
  const total = sumOfKobo(others.map(({ productPrice }) => koboOfNaira(productPrice)));
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-mx-3 min-h-11 text-danger"
        aria-label={`Take out ${item.productName}`}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden="true" />
        Take out
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Take out ${item.productName}?`}
        description={`Order #${order.orderNumber} will be ${formatMoney(total, currency)}, and its WhatsApp message is written again. ${order.customer.name} sees it in their orders at once.`}
        confirmLabel="Take out"
        busy={remove.isPending}
        onConfirm={() => remove.mutate(undefined)}
      />
    </>
  );
}
