import { useQueries, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSentOrder } from '#domains/wishlist/ui/cart-store.ts';
import { useApi } from '#shared/api.tsx';
import type { Order } from '../../contract.ts';
import { type OrdersApi, orderQuery, submittedQuery } from '../../ui/order.queries.ts';
import { noteSent, useUnansweredOrders } from './unanswered-orders.ts';

/**
 * The order last sent from this cart, also if its answer was lost. The cart stays full until the chat is opened, and can
 * change before that. Read from the server, which returns it to no other user who signs in here. `isAsking`
 * until it is known.
 */
export function useSentBefore({
  enabled,
  key,
}: {
  enabled: boolean;
  /** The idempotency key of the cart as it is. */
  key: string;
}): {
  order: Order | undefined;
  isAsking: boolean;
} {
  const api = useApi<OrdersApi>();
  const id = useSentOrder();
  // That of the cart as it is is asked for by the checkout.
  const unanswered = useUnansweredOrders()
    .split(' ')
    .filter((one) => one !== '' && one !== key);
  const lost = useQueries({
    // An earlier answer may be from before the shop had saved it.
    queries: unanswered.map((one) => ({ ...submittedQuery(api, one), staleTime: 0, enabled })),
  });
  const found = lost.findIndex(({ data }) => data);
  const [foundId, foundKey] = [lost[found]?.data?.id, unanswered[found]];
  useEffect(() => {
    if (foundId && foundKey) noteSent(foundId, foundKey);
  }, [foundId, foundKey]);
  const asks = enabled && id !== null;
  const sent = useQuery({ ...orderQuery(api, id ?? ''), enabled: asks });
  return {
    order: asks && sent.isSuccess ? sent.data : undefined,
    isAsking: sent.isLoading || lost.some(({ data, isFetching }) => !data && isFetching),
  };
}
