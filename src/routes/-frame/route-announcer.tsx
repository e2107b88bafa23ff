import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { afterPaint } from '#shared/after-paint.ts';

/**
 * After a client-side navigation, announces the title to screen readers and moves the focus to the start of
 * the page. A change of search parameters alone (a filter, a page of the list) leaves the focus, as does a dialog that was
 * opened meanwhile: it would take the focus back and select what was typed, which the next key would replace.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // The head is updated in the same commit; its title is available one frame later. After its paint, because the
        // focus makes the browser lay out the page once more.
        void afterPaint().then(() => {
          setTitle(document.title);
          if (document.activeElement?.closest('[role="dialog"][data-state="open"]')) return;
          document.getElementById('main')?.focus({ preventScroll: true });
        });
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
