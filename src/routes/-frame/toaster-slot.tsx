import { useEffect, useRef } from 'react';
import { onFirstToast } from '#design/toast.ts';
import { useLazyComponent } from '#shared/lazy-component.ts';

/**
 * Loads the toaster's script on the first interaction with anything but a link, instead of with the page: no toast can
 * appear before, and it is available when needed, even if the connection drops in between.
 */
export function ToasterSlot() {
  const { part, want } = useLazyComponent(() => import('#design/toaster.tsx'));
  const firstPress = useRef<EventTarget>(null);
  useEffect(() => {
    // Not only once: after a failure the next interaction tries again.
    const load = ({ target }: Event) => {
      const isLink = target instanceof Element && target.closest('a');
      if (isLink) return;
      firstPress.current ??= target;
      want();
    };
    const stop = onFirstToast(want);
    addEventListener('pointerdown', load, { passive: true });
    addEventListener('keydown', load, { passive: true });
    return () => {
      stop();
      removeEventListener('pointerdown', load);
      removeEventListener('keydown', load);
    };
  }, [want]);
  return part ? <part.Toaster firstPress={firstPress.current} /> : null;
}
