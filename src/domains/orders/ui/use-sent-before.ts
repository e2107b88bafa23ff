import { useQuery } from '@tanstack/react-query';
import { useSentOrder } from '#domains/wishlist/ui/cart-store.ts';
import { useApi } from '#shared/api.tsx';
import type { Order } from '../contract.ts';
import { type OrdersApi, orderQuery } from './order.queries.ts';

/**
 * The order last sent from this cart. The cart stays full until the chat is opened, and can change before
 * that. Undefined if that order is completed or cancelled, because ordering the same again is then
 * legitimate. Read from the server, which returns it to no other user who signs in here. `isAsking` until it
 * is known.
 */
export function useSentBefore({ enabled }: { enabled: boolean }): {
  order: Order | undefined;
  isAsking: boolean;
} {
  const id = useSentOrder();
  const asks = enabled && id !== null;
  const sent = useQuery({ ...orderQuery(useApi<OrdersApi>(), id ?? ''), enabled: asks });
  const isInTransit = sent.data?.status === 'pending' || sent.data?.status === 'processing';
  return { order: asks && sent.isSuccess && isInTransit ? sent.data : undefined, isAsking: sent.isLoading };
}
