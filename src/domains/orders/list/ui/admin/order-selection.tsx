import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { ExportSelection } from '#design/export-menu.tsx';
import { SelectionActions, selectionInput } from '#design/selection-actions.tsx';
import { useOperation } from '#design/use-operation.ts';
import type { Selection } from '#design/use-selection.ts';
import { useSelectionChange } from '#design/use-selection-change.ts';
import { useApi } from '#shared/api.tsx';
import { plural } from '#shared/plural.ts';
import { allOrdersMissing, setStatusesMessages } from '../../../admin.messages.ts';
import { ORDER_STATUSES, type OrderStatus, STATUS_LABELS } from '../../../order.ts';
import {
  type AdminOrdersApi,
  type OrdersSearch,
  readOrderIds,
  readOrdersAgain,
} from '../../../ui/admin/admin-orders.queries.ts';
import { MOST_PRINTED } from '../../print.ts';

/** Sets the status of the selected orders, exports or prints them. */
export function OrderSelection({ selection, search }: { selection: Selection; search: OrdersSearch }) {
  const { orders } = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { opened, page: _page, sort: _sort, ...filter } = search;
  const sent = () =>
    selectionInput(selection.selected, { ...filter, ...(opened ? { opened: opened === 'yes' } : {}) });
  const { run, running } = useSelectionChange({
    selection,
    send: (status: OrderStatus, key) => orders.setStatuses({ key, selection: sent(), status }),
    messages: setStatusesMessages,
    successMessage: ({ changed }, status) => `${plural(changed, 'order')} set to ${STATUS_LABELS[status]}`,
    reload: () => void readOrdersAgain(queryClient),
  });
  const { selected, count } = selection;
  const printing = useOperation<undefined, readonly string[]>({
    mutationFn: async () =>
      'ids' in selected ? selected.ids : readOrderIds({ orders }, search, selected.except),
    messages: { failure: { title: allOrdersMissing, description: 'Please try again.' } },
    onSuccess: (ids) =>
      navigate({ to: '/admin/orders/print', search: { orders: ids.slice(0, MOST_PRINTED).join(',') } }),
  });
  const isTooMany = count > MOST_PRINTED;
  return (
    <SelectionActions
      selection={selection}
      names={['order', 'orders']}
      running={printing.isPending ? 'print' : running}
      actions={[
        {
          label: isTooMany ? `Print (${MOST_PRINTED} at most)` : 'Print',
          icon: <Printer aria-hidden="true" />,
          disabled: isTooMany,
          run: () => printing.mutate(undefined),
        },
        ...ORDER_STATUSES.map((status) => ({
          label: STATUS_LABELS[status],
          confirmLabel: `Set to ${STATUS_LABELS[status]}`,
          confirm: 'Their status is set, whatever it is now. The history can undo it.',
          run: () => run(status),
        })),
      ]}
    >
      {() => <ExportSelection list="orders" selection={sent()} disabled={running !== undefined} />}
    </SelectionActions>
  );
}
