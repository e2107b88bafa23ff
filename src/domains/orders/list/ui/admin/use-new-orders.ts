import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#shared/api.tsx';
import { useFollowing } from '#shared/live/use-following.ts';
import {
  type AdminOrdersApi,
  orderTotalsQuery,
  QUEUE_INTERVAL_MS,
} from '../../../ui/admin/admin-orders.queries.ts';
import { nextSeen, type Seen, titleWith } from './new-orders.ts';
import { allowSound, ring } from './order-bell.ts';

/**
 * Rings for new orders, counts in the title of a hidden tab those that arrived since it was hidden, and keeps the totals
 * up to date for all screens, around which it is mounted once.
 */
export function useNewOrders(userId: string): void {
  const queryClient = useQueryClient();
  const totals = orderTotalsQuery(useApi<AdminOrdersApi>());
  const total = useQuery({ ...totals, refetchInterval: QUEUE_INTERVAL_MS }).data?.total;
  const seen = useRef<Seen>(undefined);
  useFollowing({
    topics: ['orders'],
    userId,
    inBackground: true,
    spread: 0,
    isBusy: () => false,
    read: () => void queryClient.invalidateQueries({ queryKey: totals.queryKey }),
  });
  useEffect(() => {
    if (total === undefined) return;
    const { seen: next, isNew } = nextSeen(seen.current, total, document.visibilityState === 'visible');
    seen.current = next;
    if (next.unseen > 0) document.title = titleWith(next.unseen, document.title);
    if (isNew) ring(total);
  }, [total]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState !== 'visible' || !seen.current) return;
      seen.current = { ...seen.current, unseen: 0 };
      document.title = titleWith(0, document.title);
    };
    document.addEventListener('visibilitychange', look);
    for (const name of ['pointerdown', 'keydown']) addEventListener(name, allowSound);
    return () => {
      document.removeEventListener('visibilitychange', look);
      for (const name of ['pointerdown', 'keydown']) removeEventListener(name, allowSound);
    };
  }, []);
}
