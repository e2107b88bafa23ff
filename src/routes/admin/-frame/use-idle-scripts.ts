import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDataSaver } from '#shared/data-saver.ts';
import { whenAtRest } from '#shared/live/use-following.ts';

/**
 * Loads the scripts of all back office screens while idle, one after the other, so that they also open
 * offline. Not with the data saver.
 */
export function useIdleScripts(): void {
  const router = useRouter();
  const savesData = useDataSaver();
  useEffect(() => {
    if (savesData) return;
    let isUnmounted = false;
    const loadAll = async () => {
      for (const route of Object.values(router.routesById)) {
        if (isUnmounted) return;
        if (route.id.startsWith('/admin/_layout/')) await router.loadRouteChunk(route);
      }
    };
    const cancel = whenAtRest(() => void loadAll());
    return () => {
      isUnmounted = true;
      cancel();
    };
  }, [router, savesData]);
}
