import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#domains/accounts/ui/session.queries.ts';
import { useFollowing } from '#shared/live/use-following.ts';

/** Shoppers are many, and one change reaches them all: they ask again within so many ms, not at once. */
const SPREAD_MS = 500;

/** Whoever pays for every byte has said so. */
export const savesData = () =>
  (navigator as Navigator & { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * This page of the shop shows what is changed elsewhere without being loaded again: what `queryKey` begins.
 * The promotions' banner and the slides stay as they are while the page is read; one that comes or goes would
 * move everything below it. Prices come with the products.
 */
export function useShopLive(topic: 'catalog' | 'orders', queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  const { known, user } = useSession();
  const follows = known && (topic === 'catalog' || user !== null) && !savesData();
  useFollowing({
    topics: [topic],
    person: follows ? (user?.id ?? '') : null,
    late: true,
    spread: SPREAD_MS,
    isBusy: () => queryClient.isMutating() > 0,
    read: () => void queryClient.invalidateQueries({ queryKey }),
  });
}
