import { useQueryClient } from '@tanstack/react-query';
import { useSession } from '#domains/accounts/ui/session.queries.ts';
import { CATALOG } from '#domains/catalog/ui/product.queries.ts';
import { ORDERS } from '#domains/orders/ui/order.queries.ts';
import { useFollowing } from '#shared/live/use-following.ts';

/**
 * What belongs to a topic. Promotions and slides of a page that is being read stay as they are: a banner that
 * comes or goes would move everything below it. Prices come with the products.
 */
const KEYS = { catalog: CATALOG, orders: ORDERS };

/** Shoppers are many, and one change reaches them all: they ask again within so many ms, not at once. */
const SPREAD_MS = 500;

/** Whoever pays for every byte has said so. */
const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** This page of the shop shows what is changed elsewhere without being loaded again. */
export function useShopLive(topic: keyof typeof KEYS): void {
  const queryClient = useQueryClient();
  const { known, user } = useSession();
  const follows = known && (topic === 'catalog' || user !== null) && !savesData();
  useFollowing({
    topics: [topic],
    person: follows ? (user?.id ?? '') : null,
    late: true,
    spread: SPREAD_MS,
    isBusy: () => queryClient.isMutating() > 0,
    read: (topics) => {
      for (const one of topics)
        void queryClient.invalidateQueries({ queryKey: KEYS[one as keyof typeof KEYS] });
    },
  });
}
