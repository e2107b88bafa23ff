import { useEffect, useState } from 'react';
import { isOfConnection } from '#shared/messages.ts';

/** Whether this document is that of its address, not one that was left inside the shop. */
const isOwnDocument = (): boolean =>
  performance.getEntriesByType('navigation')[0]?.name.split('#')[0] === location.href.split('#')[0];

async function isStored(): Promise<boolean> {
  const { origin, pathname, search } = location;
  // The front page is stored without its parameters.
  const url = origin + pathname + (pathname === '/' ? '' : search);
  return Boolean(await caches.match(url, { ignoreVary: true }).catch(() => undefined));
}

/**
 * For a page that failed to load its data: without a network the document of its address is opened, if the service worker
 * has it. One that came from the server has never read its data by itself, so the worker has no answers of its reads.
 * Whether that is being tried.
 */
export function useStoredDocument(error: unknown): boolean {
  const [isTrying, setTrying] = useState(
    () =>
      !import.meta.env.SSR &&
      isOfConnection(error) &&
      Boolean(navigator.serviceWorker?.controller) &&
      !isOwnDocument(),
  );
  useEffect(() => {
    if (!isTrying) return;
    void isStored().then((found) => (found ? location.reload() : setTrying(false)));
  }, [isTrying]);
  return isTrying;
}
