import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '#shared/api.tsx';
import type { OrderItem } from '../contract.ts';
import { ItemNote } from './item-note.tsx';
import { ORDERS, type OrdersApi, orderQuery } from './order.queries.ts';

/** The note of an ordered item, editable by its customer. */
export function OrderItemNote({ item }: { item: OrderItem }) {
  const api = useApi<OrdersApi>();
  const queryClient = useQueryClient();
  return (
    <ItemNote
      item={item}
      show={(order) => {
        queryClient.setQueryData(orderQuery(api, order.id).queryKey, order);
        void queryClient.invalidateQueries({ queryKey: [...ORDERS, 'listMine'] });
      }}
      onFailed={(error) => console.error('Note update failed', error)}
    />
  );
}
