import { useSyncExternalStore } from 'react';

function subscribe(tell: () => void) {
  addEventListener('online', tell);
  addEventListener('offline', tell);
  return () => {
    removeEventListener('online', tell);
    removeEventListener('offline', tell);
  };
}

/** A quiet line at the foot of the screen while the link is down. */
export function OfflineNotice() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30">
      {online ? null : (
        <p className="border-t-2 border-t-warning bg-warning-soft px-4 py-2 text-center text-foreground text-sm">
          You are offline. What you see may not be current.
        </p>
      )}
    </div>
  );
}
