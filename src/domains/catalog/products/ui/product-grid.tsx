import type { ReactNode } from 'react';
import { cn } from '#design/cn.ts';
import { Skeleton } from '#design/skeleton.tsx';
import { VisuallyHidden } from '#design/visually-hidden.tsx';

const grid = 'grid grid-cols-2 gap-x-3 gap-y-8 sm:grid-cols-3 sm:gap-x-5 sm:gap-y-10 lg:grid-cols-4';

/** Cards in two columns on a phone, four on a desktop. `busy`: newer ones are loading. */
export function ProductGrid<T extends { id: string }>({
  products,
  children,
  busy,
  className,
}: {
  products: readonly T[];
  /** Renders one card. `place` counts from 0. */
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

/** Placeholders of cards that are loading. */
export function ProductGridSkeleton({ count = 8 }: { count?: number }) {
  return (
    <div role="status">
      <VisuallyHidden>Loading products</VisuallyHidden>
      <div className={grid}>
        {Array.from({ length: count }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity.
          <div key={place} data-testid="product-skeleton">
            <Skeleton className="aspect-4/5" />
            <Skeleton className="mt-3 h-3.5 w-2/5" />
            <Skeleton className="mt-2 h-4.5 w-4/5" />
            <Skeleton className="mt-2 h-4.5 w-1/2" />
          </div>
        ))}
      </div>
    </div>
  );
}
