import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useSession } from '#domains/accounts/ui/session/session.queries.ts';
import { useDataSaver } from '#shared/data-saver.ts';
import { useFollowing } from '#shared/live/use-following.ts';
import { useShop } from '#shared/shop-context.tsx';

/** Spreads the refetches of many pages after one change over so many ms. */
const SPREAD_MS = 500;

/**
 * Interval of the check for a new day, ms. Pages were opened at different seconds, which spreads the
 * requests.
 */
const DAY_CHECK_MS = 60_000;

/**
 * Refetches the queries below `queryKey` when data changes elsewhere. The promotion banner and the slides
 * stay as they are, because adding or removing one would move everything below it. Prices come with the
 * products. A screen with nothing on it that could change does not follow.
 */
export function useShopLive(topic: 'catalog' | 'orders', queryKey: QueryKey, isEmpty = false): void {
  const queryClient = useQueryClient();
  const { known, user } = useSession();
  const read = () => void queryClient.invalidateQueries({ queryKey });
  useMidnight(read);
  const savesData = useDataSaver();
  const follows = known && !isEmpty && (topic === 'catalog' || user !== null) && !savesData;
  useFollowing({
    topics: [topic],
    userId: follows ? (user?.id ?? '') : null,
    late: true,
    spread: SPREAD_MS,
    isBusy: () => queryClient.isMutating() > 0,
    read,
  });
}

/** Number of checks after midnight: the shop's clock may be some minutes behind the browser's. */
const READS_AFTER_MIDNIGHT = 5;

/** Calls `act` within a minute of the shop's midnight: promotions start and end then without a write. */
export function useMidnight(act: () => void): void {
  const { timeZone } = useShop();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const dayAt = (instant: Date) => instant.toLocaleDateString('en', { timeZone });
    const since = new Date();
    let day: string | undefined;
    let reads = 0;
    const timer = setInterval(() => {
      // Not while the page becomes interactive: the first use of Intl would be its longest task (decision 0064).
      day ??= dayAt(since);
      const now = dayAt(new Date());
      if (now !== day) reads = READS_AFTER_MIDNIGHT;
      day = now;
      if (reads === 0) return;
      reads -= 1;
      latest.current();
    }, DAY_CHECK_MS);
    return () => clearInterval(timer);
  }, [timeZone]);
}
