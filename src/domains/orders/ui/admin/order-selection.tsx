import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { type SelectionAction, SelectionActions, selectionInput } from '#design/selection-actions.tsx';
import { useOperation } from '#design/use-operation.ts';
import type { Selection } from '#design/use-selection.ts';
import { useSelectionChange } from '#design/use-selection-change.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import { allOrdersMissing, setStatusesMessages } from '../../admin.messages.ts';
import { ORDER_STATUSES, type OrderStatus, STATUS_LABELS } from '../../order.ts';
import { MOST_PRINTED } from '../../print.ts';
import {
  type AdminOrdersApi,
  type OrdersSearch,
  readOrderIds,
  readOrdersAgain,
} from './admin-orders.queries.ts';

/** Sets the status of the selected orders, or prints them. */
export function OrderSelection({ selection, search }: { selection: Selection; search: OrdersSearch }) {
  const { orders } = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { opened, page: _page, sort: _sort, ...filter } = search;
  const { run, running } = useSelectionChange({
    selection,
    send: (status: OrderStatus, key) =>
      orders.setStatuses({
        key,
        selection: selectionInput(selection.selected, {
          ...filter,
          ...(opened ? { opened: opened === 'yes' } : {}),
        }),
        status,
      }),
    messages: setStatusesMessages,
    successMessage: ({ changed }, status) => `${plural(changed, 'order')} set to ${STATUS_LABELS[status]}`,
    onSuccess: () => void readOrdersAgain(queryClient),
  });
  const { selected, count } = selection;
  const printing = useOperation<undefined, readonly string[]>({
    mutationFn: async () =>
      'ids' in selected ? selected.ids : readOrderIds({ orders }, search, selected.except),
    messages: { failure: { title: allOrdersMissing, description: 'Please try again.' } },
    onSuccess: (ids) =>
      navigate({ to: '/admin/orders/print', search: { orders: ids.slice(0, MOST_PRINTED).join(',') } }),
  });
  const print: SelectionAction[] =
    count <= MOST_PRINTED
      ? [{ label: 'Print', icon: <Printer aria-hidden="true" />, run: () => printing.mutate(undefined) }]
      : [];
  return (
    <SelectionActions
      selection={selection}
      names={['order', 'orders']}
      running={printing.isPending ? 'print' : running}
      actions={[
        ...print,
        ...ORDER_STATUSES.map((status) => ({
          label: STATUS_LABELS[status],
          confirm: 'Their status is set, whatever it is now. The history can undo it.',
          run: () => run(status),
        })),
      ]}
    />
  );
}
