import { useEffect } from 'react';
import { whenAtRest } from '#shared/live/use-following.ts';
import { isPreviewing } from '#shared/preview.ts';
import { workerUrl } from '#shared/script-policies.ts';
import { SERVICE_WORKER } from '#shared/service-worker-path.ts';
import { useShop } from '#shared/shop-context.tsx';

/**
 * Registers the service worker when the page has loaded and is idle. Without one, or where the browser refuses it,
 * everything works as long as there is a network.
 */
export function useServiceWorker(): void {
  const { serviceWorker: isOn } = useShop();
  useEffect(() => {
    if (!isOn || import.meta.env.DEV || isPreviewing()) return;
    return whenAtRest(() => {
      const { serviceWorker } = navigator;
      if (!serviceWorker) return;
      if (!serviceWorker.controller)
        serviceWorker.addEventListener('controllerchange', readAgain, { once: true });
      serviceWorker.register(workerUrl(SERVICE_WORKER)).catch(() => undefined);
    });
  }, [isOn]);
}

/**
 * What pages of this document read before the worker was there, for its store. The browser has the answers, and asks the
 * shop only whether they are still the same. Public reads alone have a URL with their input.
 */
function readAgain(): void {
  for (const { name } of performance.getEntriesByType('resource'))
    if (/\/api\/rpc\/.+\?data=/.test(name))
      fetch(name, { headers: { purpose: 'prefetch' } }).catch(() => undefined);
}
