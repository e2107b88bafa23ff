import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** One reload for each address that was reached; a file that is really gone must not turn in a circle. */
const RELOADED = 'reloaded-for-new-version';

/**
 * A tab from before a deployment may ask for a file that is no longer served. Reloading at once would lose
 * what is being written on this page, so nothing happens until the shopper goes elsewhere: that way is then
 * taken as a whole new document, which brings the new files along.
 */
export function StaleTab() {
  const router = useRouter();
  useEffect(() => {
    let isStale = false;
    const notice = () => {
      isStale = navigator.onLine;
    };
    addEventListener('vite:preloadError', notice);
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (!isStale || !pathChanged) return;
      try {
        if (sessionStorage.getItem(RELOADED) === toLocation.href) return;
        sessionStorage.setItem(RELOADED, toLocation.href);
      } catch {
        return;
      }
      location.assign(toLocation.href);
    });
    return () => {
      removeEventListener('vite:preloadError', notice);
      stop();
    };
  }, [router]);
  return null;
}
