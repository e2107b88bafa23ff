import { useEffect } from 'react';
import { localStore } from '#shared/browser-storage.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import { whenAtRest } from '#shared/live/use-following.ts';
import { OPENED_KEY, ORDER_QUEUED, QUEUE_KEY } from '#shared/order-queued.ts';

/** Where the notice of waiting orders is shown. Its code is loaded only if there is one. */
export function QueueSlot() {
  const { part, want } = useLazyComponent(() => import('./queue-keeper.tsx'));
  useEffect(() => {
    const look = () => {
      if (localStore.read(QUEUE_KEY) || localStore.readList(OPENED_KEY).length > 0) want();
    };
    // Another tab queued it, or the page comes back from the browser's history.
    const events = [ORDER_QUEUED, 'storage', 'pageshow'];
    for (const event of events) addEventListener(event, look);
    const cancel = whenAtRest(look);
    return () => {
      cancel();
      for (const event of events) removeEventListener(event, look);
    };
  }, [want]);
  return part ? <part.QueueKeeper /> : null;
}
