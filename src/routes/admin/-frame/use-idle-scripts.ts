import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useDataSaver } from '#shared/data-saver.ts';
import { loadIdleScripts } from '#shared/idle-scripts.ts';
import { whenAtRest } from '#shared/live/use-following.ts';

/**
 * Loads the scripts of all back office screens and their dialogs while idle, one after the other, the current screen's
 * first, so that they also open offline. Not with the data saver.
 */
export function useIdleScripts(): void {
  const router = useRouter();
  const savesData = useDataSaver();
  useEffect(() => {
    if (savesData) return;
    const unmounted = new AbortController();
    const loadAll = async () => {
      await loadIdleScripts(unmounted.signal);
      for (const route of Object.values(router.routesById)) {
        if (unmounted.signal.aborted) return;
        if (route.id.startsWith('/admin/_layout/')) await router.loadRouteChunk(route);
      }
      await loadIdleScripts(unmounted.signal);
    };
    const cancel = whenAtRest(() => void loadAll());
    return () => {
      unmounted.abort();
      cancel();
    };
  }, [router, savesData]);
}
