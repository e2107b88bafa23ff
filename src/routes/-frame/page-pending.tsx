import { type ReactNode, useLayoutEffect } from 'react';
import { Skeleton } from '#design/skeleton.tsx';

const stopEvent = (event: Event) => event.stopPropagation();

/** In the place of a page that is on its way. It begins at its top as the page will; going back returns to the place there. */
export function PagePending({ children = <Plain /> }: { children?: ReactNode }) {
  useLayoutEffect(() => {
    // Until the page is there, the router would note its scrolling as the place on the page before, for those who go back.
    addEventListener('scroll', stopEvent, true);
    scrollTo(0, 0);
    return () => removeEventListener('scroll', stopEvent, true);
  }, []);
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the page
      </p>
      {children}
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
