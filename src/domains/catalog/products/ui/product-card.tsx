import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Badge } from '#design/badge.tsx';
import { cn } from '#design/cn.ts';
import { Image } from '#design/image.tsx';
import { priceOfProduct } from '#domains/promotions/price.ts';
import { PromotedPrice } from '#domains/promotions/ui/promoted-price.tsx';
import type { Day } from '#shared/dates.ts';
import type { ProductSummary } from '../../shapes.ts';
import { CARD_SIZES } from './image-sizes.ts';

/**
 * A product in a list. The whole card is one link; `action` (the cart button, from the route) is above it.
 * `code` is the promotion of the list; without it the list price is shown. `priority`: among the first
 * visible cards.
 */
export function ProductCard({
  product,
  today,
  code,
  priority,
  sizes = CARD_SIZES,
  isRow,
  action,
}: {
  product: ProductSummary;
  today: Day;
  code?: string;
  priority?: boolean;
  /** The `sizes` of its image outside the grid of four columns. */
  sizes?: string;
  /** On a desktop the image is beside the text instead of above it. */
  isRow?: boolean;
  action?: ReactNode;
}) {
  const price = priceOfProduct(product, code, today);
  return (
    <article className={cn('group relative flex h-full flex-col', isRow && 'lg:flex-row lg:gap-6')}>
      <div className={cn('relative', isRow && 'lg:w-44 lg:shrink-0 lg:self-start')}>
        <div className="nearer-screen aspect-4/5 overflow-hidden bg-muted">
          <Image
            image={product.image}
            alt=""
            sizes={sizes}
            priority={priority}
            className="size-full object-cover transition-transform duration-500 ease-out group-hover:scale-[1.025]"
          />
        </div>
        {product.soldOut ? (
          <Badge variant="danger" className="absolute top-2 left-2">
            Sold out
          </Badge>
        ) : null}
        {action ? <div className="absolute right-2 bottom-2 z-10">{action}</div> : null}
      </div>
      <div className={cn('flex min-w-0 grow flex-col gap-0.5 pt-3', isRow && 'lg:py-5')}>
        {product.category ? (
          <p className="truncate text-muted-foreground text-xs">{product.category.name}</p>
        ) : null}
        <h3 className="text-pretty leading-snug">
          <Link
            to="/products/$id"
            params={{ id: product.id }}
            search={price.code === null ? {} : { promotion: price.code }}
            className="line-clamp-2 underline-offset-4 after:absolute after:inset-0 group-hover:underline"
          >
            {product.name}
          </Link>
        </h3>
        <PromotedPrice price={price} today={today} className="mt-auto pt-1 text-sm sm:text-base" />
      </div>
    </article>
  );
}
