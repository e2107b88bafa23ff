import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { mayReload, shopAnswers } from '#shared/load-script.ts';

/**
 * A tab opened before a deployment may request a file that is no longer served. A reload at once would lose
 * input on this page, so the next navigation loads a full document, with the new files.
 */
export function StaleTab() {
  const router = useRouter();
  useEffect(() => {
    let isStale = false;
    const notice = () => {
      void shopAnswers().then((answers) => {
        isStale ||= answers;
      });
    };
    addEventListener('vite:preloadError', notice);
    const stop = router.subscribe('onBeforeNavigate', ({ toLocation, pathChanged }) => {
      if (!isStale || !pathChanged) return;
      // Offline, the browser would show its own error page.
      void shopAnswers().then((answers) => {
        // A user who has navigated on is not taken back.
        const isStillMeant = router.latestLocation.href === toLocation.href;
        if (answers && isStillMeant && mayReload(toLocation.publicHref))
          location.assign(toLocation.publicHref);
      });
    });
    return () => {
      removeEventListener('vite:preloadError', notice);
      stop();
    };
  }, [router]);
  return null;
}
