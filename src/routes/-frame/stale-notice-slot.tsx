import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useSyncExternalStore } from 'react';
import { asOfStore, asOfText, beginRound, endRound, noteAsOf } from '#shared/as-of.ts';
import { backoff } from '#shared/live/backoff.ts';
import { shopAnswers } from '#shared/load-script.ts';
import { STALE_NOTICE_ID } from '#shared/stale-notice.ts';

const LOOK =
  'border-b-2 border-b-warning bg-warning-soft px-4 py-2 text-center text-foreground text-sm empty:hidden';

/** The longest time between two attempts of a page with stored data to get that of now, ms. */
const RETRY_MS = 20_000;

/**
 * Empty, unless the server added the notice to the rendered page because its database was unavailable
 * (platform/response-cache), or the service worker answered with a page or data that it had stored. React leaves the
 * server's notice, and the next page starts with an empty slot; that of stored data stays while such data is shown.
 */
export function StaleNoticeSlot() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const asOf = useSyncExternalStore(asOfStore.subscribe, asOfStore.current, () => null);
  useEffect(() => {
    const ofPage = document.getElementById(STALE_NOTICE_ID)?.dataset.asOf;
    if (ofPage) noteAsOf(ofPage);
  }, []);
  useFreshData(asOf !== null);
  if (asOf === null) return <Place key={path} />;
  return (
    <p role="status" className={LOOK}>
      {asOfText(asOf)}
    </p>
  );
}

/** `id` comes first: the server searches for it in this form. */
export function Place() {
  return (
    <p
      id={STALE_NOTICE_ID}
      role="status"
      className={LOOK}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: nothing; it is how React leaves the text be.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  );
}

/**
 * While stored data is shown: reads all of it again once the shop can be reached, until none is left. The browser's
 * `online` is only the fastest sign: it does not come where a connection is there and leads nowhere, nor in a page that
 * was opened offline while the browser took itself to be online. So it asks by itself too, soon and then less often.
 */
function useFreshData(isStored: boolean): void {
  const { queryClient } = useRouter().options.context;
  useEffect(() => {
    if (!isStored) return;
    let isReading = false;
    const read = async () => {
      if (isReading || document.visibilityState === 'hidden') return;
      isReading = true;
      const since = Date.now();
      if (await shopAnswers()) {
        beginRound();
        await queryClient.refetchQueries({ type: 'active' });
        const active = queryClient.getQueryCache().findAll({ type: 'active' });
        // What could not be read again is still that of before.
        const isRead = active.every(({ state }) => state.errorUpdatedAt < since);
        if (isRead && endRound()) queryClient.removeQueries({ type: 'inactive' });
      }
      isReading = false;
    };
    const again = () => void read();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readLater = (attempts: number) => {
      timer = setTimeout(
        () =>
          void read().then(() => {
            if (timer !== undefined) readLater(attempts + 1);
          }),
        Math.min(RETRY_MS, backoff(attempts)),
      );
    };
    readLater(1);
    addEventListener('online', again);
    document.addEventListener('visibilitychange', again);
    return () => {
      clearTimeout(timer);
      timer = undefined;
      removeEventListener('online', again);
      document.removeEventListener('visibilitychange', again);
    };
  }, [isStored, queryClient]);
}
