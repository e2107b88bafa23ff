import { useHydrated } from '@tanstack/react-router';
import { type ReactNode, useLayoutEffect } from 'react';
import { Skeleton } from '#design/skeleton.tsx';

const stopEvent = (event: Event) => event.stopPropagation();

/**
 * Shown while a page loads. It starts at the top, as the page will; Back restores the scroll position. Empty until the
 * document is hydrated, because the shell (`_shop/shell.tsx`) does not know which page will load in it.
 */
export function PagePending({ children = <Plain /> }: { children?: ReactNode }) {
  const isHydrated = useHydrated();
  useLayoutEffect(() => {
    // Until the page has loaded, the router would record its scroll position for the previous page.
    addEventListener('scroll', stopEvent, true);
    scrollTo(0, 0);
    return () => removeEventListener('scroll', stopEvent, true);
  }, []);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the page
      </p>
      {isHydrated ? children : null}
    </div>
  );
}

function Plain() {
  return (
    <div className="wrap grid gap-6 pt-8 pb-16 sm:pt-12">
      <Skeleton className="h-10 w-3/5 max-w-sm" />
      <Skeleton className="h-40" />
      <Skeleton className="h-40" />
    </div>
  );
}
