import { useEffect, useRef } from 'react';
import type { Follow } from './live.ts';

interface Following extends Omit<Follow, 'userId'> {
  /** As in Follow; null while the user is unknown, or if nothing is followed. */
  userId: string | null;
  /** Following starts only when the page has loaded and is idle. */
  late?: boolean;
}

/** Wait after the code failed to load, ms. */
const RETRY_MS = 30_000;

/** Follows while the component is mounted. Its code is loaded separately from the page's. */
export function useFollowing(following: Following): void {
  const latest = useRef(following);
  latest.current = following;
  const { userId, late = false } = following;
  const topics = following.topics.join();
  useEffect(() => {
    if (userId === null || topics === '') return;
    let isUnmounted = false;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let end = () => {};
    const begin = () => {
      import('./live.ts').then(
        ({ follow }) => {
          if (isUnmounted) return;
          end = follow({
            topics: latest.current.topics,
            userId: userId,
            spread: latest.current.spread,
            inBackground: latest.current.inBackground,
            inDialogs: latest.current.inDialogs,
            isBusy: () => latest.current.isBusy(),
            read: (changed) => latest.current.read(changed),
          });
        },
        () => {
          // What changes until then is read: the page is older.
          if (!isUnmounted) retry = setTimeout(begin, RETRY_MS);
        },
      );
    };
    const cancel = late ? whenAtRest(begin) : begin();
    return () => {
      isUnmounted = true;
      clearTimeout(retry);
      cancel?.();
      end();
    };
  }, [topics, userId, late]);
}

/** Calls `act` when the page has loaded and the browser is idle. Returns the function that cancels it. */
export function whenAtRest(act: () => void): () => void {
  let isCancelled = false;
  const rest = () => {
    const go = () => isCancelled || act();
    if ('requestIdleCallback' in window) requestIdleCallback(go, { timeout: 5_000 });
    else setTimeout(go, 1_000);
  };
  if (document.readyState === 'complete') rest();
  else addEventListener('load', rest, { once: true });
  return () => {
    isCancelled = true;
    removeEventListener('load', rest);
  };
}
