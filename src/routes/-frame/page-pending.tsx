import { type ReactNode, useLayoutEffect } from 'react';
import { Skeleton } from '#design/skeleton.tsx';

/** In the place of a page that is on its way. It begins at its top as the page will; going back returns to the place there. */
export function PagePending({ children = <Plain /> }: { children?: ReactNode }) {
  useLayoutEffect(() => {
    scrollTo(0, 0);
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
