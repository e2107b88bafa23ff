import { useEffect } from 'react';
import { onToastAsked } from '#design/toast.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';

/**
 * The toaster's script is fetched when the shopper first touches something, not with the page: nothing can
 * be said before, and it is there when it is needed, even if the link drops in between.
 */
export function ToasterSlot() {
  const { part, want } = useLazyComponent(() => import('#design/toaster.tsx'));
  useEffect(() => {
    const stop = onToastAsked(want);
    const once = { once: true, passive: true };
    addEventListener('pointerdown', want, once);
    addEventListener('keydown', want, once);
    return () => {
      stop();
      removeEventListener('pointerdown', want);
      removeEventListener('keydown', want);
    };
  }, [want]);
  return part ? <part.Toaster /> : null;
}
