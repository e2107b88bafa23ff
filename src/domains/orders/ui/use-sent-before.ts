import { useQuery } from '@tanstack/react-query';
import { useSentOrder } from '#domains/wishlist/ui/cart-store.ts';
import { useApi } from '#shared/api.tsx';
import type { Order } from '../contract.ts';
import { type OrdersApi, orderQuery } from './order.queries.ts';

/**
 * The order last sent from this cart, which stays full until the chat is opened and may change before that; undefined
 * when there is none on its way: whoever has it, or called it off, may well order the same again. Asked of the shop,
 * which tells it to nobody else who signs in here. `isAsking` until that is known.
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
