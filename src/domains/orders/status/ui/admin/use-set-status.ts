import { useQueryClient } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { useOperation } from '#design/use-operation.ts';
import { useApi } from '#shared/api.tsx';
import { codeOf, dataOf } from '#shared/messages.ts';
import type { ChangedBy } from '#shared/shapes.ts';
import { setStatusMessages, statusSaved } from '../../../admin.messages.ts';
import type { OrderSummary } from '../../../contract.ts';
import type { OrderStatus } from '../../../order.ts';
import { type AdminOrdersApi, readOrdersAgain, showChange } from '../../../ui/admin/admin-orders.queries.ts';

type OrderNumber = Pick<OrderSummary, 'id' | 'orderNumber'>;

interface StatusChange extends OrderNumber {
  /** The status to set. */
  status: OrderStatus;
  /** The status displayed when the new one was chosen. */
  shown: OrderStatus;
}

/** A status that was not set because another staff member completed or cancelled the order first. */
export interface StatusConflict extends ChangedBy, OrderNumber {
  /** What they set. */
  current: OrderStatus;
  wanted: OrderStatus;
}

/** Shows a conflict; see `StatusConflictProvider`. */
export const StatusConflictContext = createContext<(conflict: StatusConflict) => void>(() => {});

/**
 * Sets an order's status: optimistically on every open screen, followed by a reload. A conflict is shown by
 * the StatusConflictProvider, even if the row that caused it has unmounted.
 */
export function useSetStatus() {
  const api = useApi<AdminOrdersApi>();
  const queryClient = useQueryClient();
  const showConflict = useContext(StatusConflictContext);
  return useOperation({
    mutationFn: ({ id, status, shown }: StatusChange) => api.orders.setStatus({ id, status, shown }),
    messages: setStatusMessages,
    successMessage: statusSaved,
    onSuccess({ id, status }) {
      showChange(queryClient, { id, status });
      void readOrdersAgain(queryClient);
    },
    onError(error, { id, orderNumber, status: wanted }) {
      if (codeOf(error) === 'STATUS_CHANGED') {
        const { status: current, name, at } = dataOf(error) as ChangedBy & { status: OrderStatus };
        showConflict({ id, orderNumber, current, wanted, name, at });
        return;
      }
      // The displayed status may be the cause.
      void readOrdersAgain(queryClient);
    },
  });
}
