import { useEffect } from 'react';
import { onFirstToast } from '#design/toast.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';

/**
 * Loads the toaster's script on the first interaction instead of with the page: no toast can appear before,
 * and it is available when needed, even if the connection drops in between.
 */
export function ToasterSlot() {
  const { part, want } = useLazyComponent(() => import('#design/toaster.tsx'));
  useEffect(() => {
    const stop = onFirstToast(want);
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
