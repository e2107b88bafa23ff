import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useFollowing } from '#shared/live/use-following.ts';
import { useShop } from '#shared/shop-context.tsx';

/** Shoppers are many, and one change reaches them all: they ask again within so many ms, not at once. */
const SPREAD_MS = 500;

/** Between two looks at the shop's calendar, ms. Open pages were opened at different seconds, so they do not ask at once. */
const DAY_CHECK_MS = 60_000;

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
  const read = () => void queryClient.invalidateQueries({ queryKey });
  useMidnight(read);
  const follows = known && (topic === 'catalog' || user !== null) && !savesData();
  useFollowing({
    topics: [topic],
    person: follows ? (user?.id ?? '') : null,
    late: true,
    spread: SPREAD_MS,
    isBusy: () => queryClient.isMutating() > 0,
    read,
  });
}

/** How often a change of day is followed: the shop's clock may be some minutes behind the browser's. */
const READS_AFTER_MIDNIGHT = 5;

/** Calls `act` within a minute of the shop's midnight: promotions begin and end then without a write. */
function useMidnight(act: () => void): void {
  const { timeZone } = useShop();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const dayNow = () => new Date().toLocaleDateString('en', { timeZone });
    let day = dayNow();
    let reads = 0;
    const timer = setInterval(() => {
      const now = dayNow();
      if (now !== day) reads = READS_AFTER_MIDNIGHT;
      day = now;
      if (reads === 0) return;
      reads -= 1;
      latest.current();
    }, DAY_CHECK_MS);
    return () => clearInterval(timer);
  }, [timeZone]);
}
