import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayReload, shopAnswers } from '#shared/load-script.ts';

/**
 * A tab from before a deployment may ask for a file that is no longer served. Reloading at once would lose
 * what is being written on this page, so nothing happens until the shopper goes elsewhere: that way is then
 * taken as a whole new document, which brings the new files along.
 */
export function StaleTab() {
  const router = useRouter();
  useEffect(() => {
    let isStale = false;
    const notice = async () => {
      isStale ||= await shopAnswers();
    };
    addEventListener('vite:preloadError', notice);
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (!isStale || !pathChanged) return;
      // Without a connection the browser would show its own error page.
      void shopAnswers().then((answers) => {
        // A user who has gone on to another page is not taken back.
        const isStillMeant = router.latestLocation.href === toLocation.href;
        if (answers && isStillMeant && mayReload(toLocation.href)) location.assign(toLocation.href);
      });
    });
    return () => {
      removeEventListener('vite:preloadError', notice);
      stop();
    };
  }, [router]);
  return null;
}
