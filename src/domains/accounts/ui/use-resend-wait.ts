import { useEffect, useState } from 'react';
import { MESSAGE_WAIT_SECONDS } from '#shared/account-limits.ts';
import { savedText, savedValue, saveInTab } from './tab-storage.ts';

const keyOf = (name: string) => `aso-wait-${name}`;

/** ms since the epoch; 0 without a wait. Where storage is refused a wait lasts as long as the page. */
const readWait = (name: string): number => savedValue(savedText(keyOf(name)))?.until ?? 0;
const saveWait = (name: string, until: number): void => saveInTab(keyOf(name), {}, until);

/** Records that a message was sent just now, for a page that is about to count. */
export const noteSent = (name: string) => saveWait(name, Date.now() + MESSAGE_WAIT_SECONDS * 1000);

/** Whether it was sent from this tab in the last minute. */
export const wasJustSent = (name: string): boolean => readWait(name) > 0;

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
    begin(seconds = MESSAGE_WAIT_SECONDS) {
      const from = Date.now();
      saveWait(name, from + seconds * 1000);
      setNow(from);
      setUntil(from + seconds * 1000);
    },
  };
}
