import { useEffect, useRef } from 'react';
import type { Follow } from './live.ts';

interface Following extends Omit<Follow, 'person'> {
  /** As of Follow; null while it is not known who it is, or when nothing is to be followed. */
  person: string | null;
  /** What is followed has time until the page has loaded and rests. */
  late?: boolean;
}

/** Follows while the component is there. The code for it comes apart from the page's own. */
export function useFollowing(following: Following): void {
  const latest = useRef(following);
  latest.current = following;
  const { person, late = false } = following;
  const topics = following.topics.join();
  useEffect(() => {
    if (person === null || topics === '') return;
    let isGone = false;
    let end = () => {};
    const begin = () => {
      // A file that does not come leaves a page that does not follow.
      import('./live.ts').then(
        ({ follow }) => {
          if (isGone) return;
          end = follow({
            topics: latest.current.topics,
            person,
            spread: latest.current.spread,
            isBusy: () => latest.current.isBusy(),
            read: (changed) => latest.current.read(changed),
          });
        },
        () => {},
      );
    };
    const cancel = late ? whenAtRest(begin) : begin();
    return () => {
      isGone = true;
      cancel?.();
      end();
    };
  }, [topics, person, late]);
}

/** Calls `act` when the page has loaded and the browser has nothing else to do. Gives what takes it back. */
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
