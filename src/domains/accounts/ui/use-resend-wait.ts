import { useEffect, useState } from 'react';

/** Seconds between two messages of one kind; the server requires the same. */
const WAIT = 60;

const keyOf = (name: string) => `aso-wait-${name}`;

/** Private windows may refuse storage; then a wait lasts as long as the page. */
function readWait(name: string): number {
  try {
    return Number(sessionStorage.getItem(keyOf(name))) || 0;
  } catch {
    return 0;
  }
}

function saveWait(name: string, until: number): void {
  try {
    sessionStorage.setItem(keyOf(name), String(until));
  } catch {}
}

/** Records that a message was sent just now, for a page that is about to count. */
export const noteSent = (name: string) => saveWait(name, Date.now() + WAIT * 1000);

/** Whether it was sent from this tab in the last minute. */
export const wasJustSent = (name: string): boolean => readWait(name) > Date.now();

/**
 * Seconds until the message called `name` may be sent again, 0 when it may. The countdown survives a reload.
 * `begin` restarts it, with the server's seconds where it gave them.
 */
export function useWait(name: string) {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  useEffect(() => {
    setNow(Date.now());
    setUntil(readWait(name));
  }, [name]);
  const left = Math.max(0, Math.ceil((until - now) / 1000));
  const isWaiting = left > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  return {
    left,
    begin(seconds = WAIT) {
      const from = Date.now();
      saveWait(name, from + seconds * 1000);
      setNow(from);
      setUntil(from + seconds * 1000);
    },
  };
}
