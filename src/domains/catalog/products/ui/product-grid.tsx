import type { ReactNode } from 'react';
import { cn } from '#design/cn.ts';
import { Loading } from '#design/loading.tsx';
import { Skeleton } from '#design/skeleton.tsx';

const grid = 'grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-10 lg:grid-cols-4';

/** Cards side by side: two on a phone, four on a desk. `busy` while newer ones are on their way. */
export function ProductGrid<T extends { id: string }>({
  products,
  children,
  busy,
  className,
}: {
  products: readonly T[];
  /** Draws one card. */
  children: (product: T, place: number) => ReactNode;
  busy?: boolean;
  className?: string;
}) {
  return (
    <ul
      aria-busy={busy || undefined}
      className={cn(grid, 'transition-opacity', busy && 'opacity-45', className)}
    >
      {products.map((product, place) => (
        <li key={product.id}>{children(product, place)}</li>
      ))}
    </ul>
  );
}

/** The places of cards that are on their way. */
export function ProductGridSkeleton() {
  return (
    <Loading label="Loading products">
      <div className={grid}>
        {Array.from({ length: 8 }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places, not things.
          <div key={place} data-testid="product-skeleton">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="mt-3 h-3.5 w-2/5" />
            <Skeleton className="mt-2 h-4.5 w-4/5" />
            <Skeleton className="mt-2 h-4.5 w-1/2" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
