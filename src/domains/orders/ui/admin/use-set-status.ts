import { useQueryClient } from '@tanstack/react-query';
import { toast } from '#design/toast.ts';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf } from '#shared/messages.ts';
import { setStatusMessages, statusSaved } from '../../office.messages.ts';
import type { OrderStatus } from '../../order.ts';
import { type OfficeOrdersApi, readOrdersAgain, showStatus } from './office-orders.queries.ts';

/** Sets an order's status: on every open screen at once, then all is read again. */
export function useSetStatus() {
  const api = useApi<OfficeOrdersApi>();
  const queryClient = useQueryClient();
  return useOperation({
    mutationFn: (input: { id: string; status: OrderStatus; shown: OrderStatus }) =>
      api.orders.setStatus(input),
    messages: setStatusMessages,
    onSuccess(saved) {
      const { title, description } = statusSaved(saved);
      toast.success(title, { description });
      const { id, status } = saved;
      showStatus(queryClient, id, status);
      void readOrdersAgain(queryClient);
    },
    // What the screen says may be what was wrong. Where it asks, the row must stay until that is answered.
    onError: (error) => {
      if (codeOf(error) !== 'STATUS_CHANGED') void readOrdersAgain(queryClient);
    },
  });
}
