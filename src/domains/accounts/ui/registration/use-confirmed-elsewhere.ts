import { useEffect, useRef } from 'react';
import { signInCall } from '../sign-in-client.ts';

const EVERY_MS = 4_000;
const AT_MOST_MS = 10 * 60_000;

/**
 * Reports when the email that this browser registered was confirmed, perhaps in another one. Polls only while
 * the page is visible, and gives up after ten minutes.
 */
export function useConfirmedElsewhere(watching: boolean, onConfirmed: () => void): void {
  const callback = useRef(onConfirmed);
  callback.current = onConfirmed;
  useEffect(() => {
    if (!watching) return;
    const until = Date.now() + AT_MOST_MS;
    let isPolling = false;
    async function read() {
      if (isPolling || document.visibilityState !== 'visible') return;
      if (Date.now() > until) return stop();
      isPolling = true;
      const { confirmed } = await signInCall('registrationStatus').catch(() => ({ confirmed: false }));
      isPolling = false;
      if (!confirmed || stopped) return;
      stop();
      callback.current();
    }
    let stopped = false;
    const poll = () => void read();
    const timer = setInterval(poll, EVERY_MS);
    // A user who returns from their mailbox sees the result at once.
    document.addEventListener('visibilitychange', poll);
    function stop() {
      stopped = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    }
    return stop;
  }, [watching]);
}
