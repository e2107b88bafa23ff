import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/**
 * A new page without a new document: a screen reader hears its title, and the keyboard goes on from its
 * beginning. A change of search parameters alone (a filter, a page of the list) leaves the focus be.
 */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState('');
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        // The head is written in the same commit; its title is there a frame later.
        requestAnimationFrame(() => {
          setTitle(document.title);
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
