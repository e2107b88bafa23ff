import { useRouterState } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { isScriptWaiting, tryScriptsAgain, WAITING_CHANGED } from '#shared/load-script.ts';

const EVENTS = ['online', 'offline', WAITING_CHANGED];

function subscribe(notify: () => void) {
  for (const event of EVENTS) addEventListener(event, notify);
  return () => {
    for (const event of EVENTS) removeEventListener(event, notify);
  };
}

const current = () => (isScriptWaiting() ? 'waiting' : navigator.onLine ? 'online' : 'offline');

/**
 * A notice at the bottom of the screen while offline. Navigation to a page whose script cannot be loaded
 * waits; the current page stays.
 */
export function OfflineNotice() {
  const state = useSyncExternalStore(subscribe, current, () => 'online');
  const isOpening = useRouterState({ select: ({ isLoading }) => isLoading && state === 'waiting' });
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30 print:hidden">
      {state !== 'online' ? (
        <p className="border-t-2 border-t-warning bg-warning-soft px-4 py-2 text-center text-foreground text-sm">
          You are offline.{' '}
          {isOpening ? (
            <>
              This page opens as soon as you are online.{' '}
              <button
                type="button"
                onClick={tryScriptsAgain}
                className="link pointer-events-auto min-h-11 px-2 font-semibold"
              >
                Try Again
              </button>
            </>
          ) : (
            'What you see may not be current.'
          )}
        </p>
      ) : null}
    </div>
  );
}
