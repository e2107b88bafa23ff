import { startTransition, useEffect, useState } from 'react';
import { sessionStore } from '#shared/browser-storage.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';
import type { Promotion } from '../contract.ts';
import { keyOfVisit, usePromotionOfVisit } from './promotion-of-visit.ts';

const seenKey = () => keyOfVisit('promotion-popup-seen');
/** Delay before the popup, to let the customer see the page first. */
const WAIT_MS = 3_000;

const wasSeen = () => sessionStore.read(seenKey()) !== null;

const whenIdle = (work: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 2_000 }) : setTimeout(work, 200);

/** Whether the menu or another dialog is open. */
const isBusy = () => document.querySelector('[role="dialog"], header [aria-expanded="true"]') !== null;

/** Opens the popup once per visit, some seconds after the page, and never over another dialog. */
export function LazyPromotionPopup({ promotions }: { promotions: readonly Promotion[] }) {
  const promotion = usePromotionOfVisit(promotions);
  const { part, want } = useLazyComponent(() => import('./promotion-popup.tsx'));
  const [isOpen, setOpen] = useState(false);
  const runs = promotion !== undefined;

  useEffect(() => {
    if (!runs || wasSeen()) return;
    const timer = setTimeout(() => whenIdle(want), WAIT_MS);
    return () => clearTimeout(timer);
  }, [runs, want]);

  useEffect(() => {
    if (!part || wasSeen()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const openWhenFree = () => {
      if (isBusy()) {
        timer = setTimeout(openWhenFree, WAIT_MS);
        return;
      }
      // Without storage it reappears with the next document.
      sessionStore.write(seenKey(), 'yes');
      // Rendered in pieces: the customer may be scrolling.
      startTransition(() => setOpen(true));
    };
    openWhenFree();
    return () => clearTimeout(timer);
  }, [part]);

  return part && promotion ? (
    <part.PromotionPopup promotion={promotion} isOpen={isOpen} onOpenChange={setOpen} />
  ) : null;
}
