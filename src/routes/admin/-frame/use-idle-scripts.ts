import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { whenAtRest } from '#shared/live/use-following.ts';
import { savesData } from '../../-live.ts';

/**
 * Fetches the scripts of all screens of the back office, one after the other, once the first one rests, so that they
 * open also while the connection is down. Not for those who save data.
 */
export function useIdleScripts(): void {
  const router = useRouter();
  useEffect(() => {
    if (savesData()) return;
    let isGone = false;
    const cancel = whenAtRest(async () => {
      for (const route of Object.values(router.routesById)) {
        if (isGone) return;
        if (route.id.startsWith('/admin/_layout/')) await router.loadRouteChunk(route);
      }
    });
    return () => {
      isGone = true;
      cancel();
    };
  }, [router]);
}
